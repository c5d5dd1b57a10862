/** The layout engine: a report goes in once, then scenes and pictures come out on request. */
import { readReport } from '../report/decode';
import { pathOf } from '../report/paths';
import type { ReportTables, StageTables } from '../report/tables';
import { assemble } from './assemble';
import { endsSideBySide, Outline, visibleGraph } from './grouping';
import { writeDot } from './dot';
import { DARK, LIGHT } from './look';
import { LevelCache } from './layered/level-cache';
import { place } from './place';
import { planOf } from './plan';
import type { SceneRequest } from './scene';
import { Scene } from './scene';
import { drawScene } from './shapes';
import { writeNotice, writeSvg } from './svg';
import { pictureTexts } from './texts';

export class Engine {
  private report: ReportTables | null = null;
  private readonly outlines = new Map<string, Outline>();
  private readonly levels = new LevelCache();

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
    return new Scene(assemble(outline, graph, place(planOf(graph.boxes, edges), this.levels)));
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
