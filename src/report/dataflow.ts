/** Who makes and who reads a value, across the borders of nested jaxprs. */
import type { StageTables } from './tables';

export class Dataflow {
  /** For each value: the operand outside that fills it, for inputs of nested regions. */
  private readonly operand: Int32Array;
  /** For each value: inputs of nested regions that it fills; results of holders that it becomes. */
  private readonly fills = new Map<number, number[]>();

  constructor(private readonly stage: StageTables) {
    const { regions, equations, values } = stage;
    this.operand = new Int32Array(values.aval.length).fill(-1);
    for (let region = 1; region < regions.equation.length; region++) {
      const holder = regions.equation[region];
      for (let k = regions.input_offsets[region]; k < regions.input_offsets[region + 1]; k++) {
        if (regions.operand[k] < 0) continue;
        const outside = equations.inputs[equations.input_offsets[holder] + regions.operand[k]];
        this.operand[regions.inputs[k]] = outside;
        this.link(outside, regions.inputs[k]);
      }
      for (let k = regions.output_offsets[region]; k < regions.output_offsets[region + 1]; k++) {
        if (regions.result[k] < 0) continue;
        this.link(regions.outputs[k], equations.outputs[equations.output_offsets[holder] + regions.result[k]]);
      }
    }
  }

  /** The value outside that fills an input of a nested region, -1 for other values and where unknown. */
  operandOf(value: number): number {
    return this.operand[value];
  }

  /** The value that `value` is, followed outwards from an input of a nested region to where it is made. */
  origin(value: number): number {
    let at = value;
    while (this.operand[at] >= 0) at = this.operand[at];
    return at;
  }

  /** Equations that make what `row` reads, in program order. A loop's carry comes from before the loop. */
  producers(row: number): number[] {
    const { equations, producer } = this.stage;
    const found = new Set<number>();
    for (let k = equations.input_offsets[row]; k < equations.input_offsets[row + 1]; k++) {
      const maker = producer[this.origin(equations.inputs[k])];
      if (maker >= 0) found.add(maker);
    }
    return sorted(found);
  }

  /** Equations that read what `row` makes, in nested jaxprs as well, in program order. */
  consumers(row: number): number[] {
    const { equations } = this.stage;
    const found = new Set<number>();
    for (let k = equations.output_offsets[row]; k < equations.output_offsets[row + 1]; k++) {
      for (const reader of this.readers(equations.outputs[k])) found.add(reader);
    }
    return sorted(found);
  }

  /** Equations that read `value`, or what it becomes inside a nested jaxpr or as its holder's result. */
  readers(value: number): number[] {
    const { consumers, consumer_offsets } = this.stage;
    const found = new Set<number>();
    const seen = new Set([value]);
    for (const at of seen) {
      for (let k = consumer_offsets[at]; k < consumer_offsets[at + 1]; k++) found.add(consumers[k]);
      for (const other of this.fills.get(at) ?? []) seen.add(other);
    }
    return sorted(found);
  }

  private link(from: number, to: number): void {
    const known = this.fills.get(from);
    if (known === undefined) this.fills.set(from, [to]);
    else known.push(to);
  }
}

function sorted(rows: Set<number>): number[] {
  return Array.from(rows).sort((a, b) => a - b);
}
