/** Plans for tests and benchmarks. */
import type { Plan } from '../../place';

/** Builds a plan box by box. */
export class PlanBuilder {
  private readonly parents: number[] = [];
  private readonly widths: number[] = [];
  private readonly heights: number[] = [];
  private readonly headers: number[] = [];
  private readonly pins: number[] = [];
  private readonly ends: number[] = [];

  box(parent = -1, { width = 120, height = 36, header = 0, pin = 0 } = {}): number {
    this.widths.push(width);
    this.heights.push(height);
    this.headers.push(header);
    this.pins.push(pin);
    return this.parents.push(parent) - 1;
  }

  group(parent = -1): number {
    return this.box(parent, { width: 80, header: 24 });
  }

  edge(from: number, to: number): this {
    this.ends.push(from, to);
    return this;
  }

  /** Edges from each box to the next. */
  path(...boxes: number[]): this {
    for (let i = 1; i < boxes.length; i++) this.edge(boxes[i - 1], boxes[i]);
    return this;
  }

  plan(): Plan {
    return {
      parent: Int32Array.from(this.parents),
      width: Float64Array.from(this.widths),
      height: Float64Array.from(this.heights),
      header: Float64Array.from(this.headers),
      pin: Uint8Array.from(this.pins),
      edges: Int32Array.from(this.ends)
    };
  }
}

/** Mulberry32: the same numbers on every machine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A flat plan like a compiler's program: in program order, one to three inputs, mostly recent ones, a few sources, a
 * few far uses.
 */
export function programPlan(boxes: number, { seed = 1, far = 0.03, lag = 6, sources = 0.03 } = {}): Plan {
  const next = random(seed);
  const builder = new PlanBuilder();
  for (let i = 0; i < boxes; i++) {
    builder.box(-1, { width: 60 + Math.floor(next() * 100), height: 36 });
    if (i === 0 || next() < sources) continue;
    const kind = next();
    const inputs = kind < 0.5 ? 1 : kind < 0.9 ? 2 : 3;
    const seen = new Set<number>();
    for (let t = 0; t < inputs; t++) {
      const source =
        next() < far ? Math.floor(next() * i) : Math.max(0, i - 1 - Math.floor(-Math.log(1 - next()) * lag));
      if (!seen.has(source)) builder.edge(source, i);
      seen.add(source);
    }
  }
  return builder.plan();
}
