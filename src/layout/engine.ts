/** The layout engine: a report goes in once, then scenes and pictures come out on request. */
import { readReport } from '../report/decode';
import { pathOf } from '../report/paths';
import type { ReportTables, StageTables } from '../report/tables';
import { assemble } from './assemble';
import type { VisibleBox } from './grouping';
import { endsSideBySide, Outline, visibleGraph } from './grouping';
import { writeDot } from './dot';
import { DARK, LIGHT } from './look';
import type { Plan } from './place';
import { place } from './place';
import type { SceneRequest } from './scene';
import { Scene } from './scene';
import { drawScene } from './shapes';
import { closedSize, HEADER_HEIGHT, openWidth } from './sizes';
import { writeNotice, writeSvg } from './svg';
import { pictureTexts } from './texts';

const PINS: { [kind: string]: number } = { input: 1, constant: 1, output: 2 };

export class Engine {
  private report: ReportTables | null = null;
  private readonly outlines = new Map<string, Outline>();

  /** Reads a document's text; later requests are about it. */
  open(json: string): ReportTables {
    return this.use(readReport(json));
  }

  /** Takes a report that has been read already. */
  use(report: ReportTables): ReportTables {
    this.report = report;
    this.outlines.clear();
    return report;
  }

  /** Lets go of the report. */
  close(): void {
    this.report = null;
    this.outlines.clear();
  }

  scene(request: SceneRequest): Scene {
    const outline = this.outlineOf(request);
    const graph = visibleGraph(outline, request);
    const edges = Int32Array.from(graph.flows.flatMap(flow => [flow.from, flow.to]));
    return new Scene(assemble(outline, graph, place(planOf(graph.boxes, edges))));
  }

  /** A picture of a scene that stands alone. */
  svg(request: SceneRequest, theme: 'light' | 'dark'): string {
    const palette = theme === 'dark' ? DARK : LIGHT;
    // Each output shows a picture, also that of a cell that traced nothing.
    if (this.report?.programs.length === 0) {
      return writeNotice(pictureTexts(request.language).noProgram, palette);
    }
    const { report, stage, program, texts } = this.outlineOf(request);
    const drawing = drawScene(this.scene(request), row => pathOf(report, stage, row));
    return writeSvg(drawing, palette, texts.title(report.programs[program].name, stage.count));
  }

  /** A scene for Graphviz. */
  dot(request: SceneRequest): string {
    const { report, program } = this.outlineOf(request);
    return writeDot(this.scene(request), report.programs[program].name);
  }

  private outlineOf(request: SceneRequest): Outline {
    const { report } = this;
    if (report === null) throw new Error('No report is open.');
    const stage: StageTables | undefined = report.programs[request.program]?.stages[request.stage];
    if (stage === undefined)
      throw new Error(`The report has no stage ${request.stage} of a program ${request.program}.`);
    const { program, grouping, plumbing, language } = request;
    const many = endsSideBySide(request.budget);
    const key = [program, request.stage, grouping, plumbing, language, many].join(' ');
    let outline = this.outlines.get(key);
    if (outline === undefined) {
      outline = new Outline(report, program, stage, grouping, plumbing, pictureTexts(language), many);
      this.outlines.set(key, outline);
    }
    return outline;
  }
}

function planOf(visible: readonly VisibleBox[], edges: Int32Array): Plan {
  const count = visible.length;
  const plan: Plan = {
    parent: new Int32Array(count),
    width: new Float64Array(count),
    height: new Float64Array(count),
    header: new Float64Array(count),
    pin: new Uint8Array(count),
    edges
  };
  visible.forEach(({ node, parent, open }, k) => {
    const size = open ? { width: openWidth(node), height: HEADER_HEIGHT } : closedSize(node);
    plan.parent[k] = parent;
    plan.width[k] = size.width;
    plan.height[k] = size.height;
    plan.header[k] = open ? HEADER_HEIGHT : 0;
    plan.pin[k] = PINS[node.kind] ?? 0;
  });
  return plan;
}
