/**
 * Where one piece of text is found. A hundred thousand equations share a few thousand strings, places and paths of
 * regions: each of those is looked at once, and an equation only asks for the answers.
 */
import { pathOf } from '../../report/paths';
import { PHASE_NAMES, type EquationReader } from '../../views/equation';
import { searchable } from './searchable';
import { holds, type TextField, type TextTerm } from './query';

/** What is known of a string, a frame or a region: nothing yet, no, yes. */
type Answers = Uint8Array;
const NO = 1;
const YES = 2;

export class TextHits {
  private readonly strings: Answers;
  private readonly frames: Answers;
  private readonly regions: Answers;
  private readonly prefixes: string[] = [];
  /** Texts that are put together for an equation may match where two parts meet. */
  private readonly joins: boolean;

  constructor(
    private readonly term: TextTerm,
    private readonly reader: EquationReader
  ) {
    const { report, stage } = reader;
    this.strings = new Uint8Array(report.strings.length);
    this.frames = new Uint8Array(report.frames.line.length);
    this.regions = new Uint8Array(stage.regions.equation.length);
    this.joins = /[ =]|^$/.test(term.text);
  }

  /** Whether the text is in one field of an equation. */
  in(field: TextField, row: number): boolean {
    const { equations, values, avals } = this.reader.stage;
    const { text } = this.term;
    switch (field) {
      case 'prim':
        return this.string(equations.primitive[row]);
      case 'name':
        return this.string(equations.name[row]);
      case 'scope':
        return this.string(equations.scopes[row]);
      case 'via':
        return this.string(equations.via[row]);
      case 'phase':
        return (PHASE_NAMES[equations.phase[row]] ?? '').includes(text);
      case 'source':
        return this.place(row);
      case 'path':
        return this.path(row);
      case 'aval': {
        if (this.joins) return this.slowly(field, row);
        const hit = (value: number): boolean =>
          this.string(avals.text[values.aval[value]]) || this.string(values.name[value]);
        return (
          some(equations.inputs, equations.input_offsets, row, hit) ||
          some(equations.outputs, equations.output_offsets, row, hit)
        );
      }
      case 'param': {
        if (this.joins) return this.slowly(field, row);
        const { param_names: names, param_values: texts, param_offsets: offsets } = equations;
        const hit = (string: number): boolean => this.string(string);
        return some(names, offsets, row, hit) || some(texts, offsets, row, hit);
      }
    }
  }

  private string(index: number): boolean {
    if (index < 0) return this.term.text === '';
    return asked(this.strings, index, () => this.has(this.reader.report.strings[index]));
  }

  private place(row: number): boolean {
    const frame = this.reader.stage.equations.source[row];
    if (frame < 0) return this.term.text === '';
    return asked(this.frames, frame, () => this.has(this.reader.sourceText(row)));
  }

  private path(row: number): boolean {
    const { text, field } = this.term;
    const { equations } = this.reader.stage;
    const region = equations.region[row];
    const prefix = this.prefixes[region] ?? (this.prefixes[region] = this.prefixOf(row));
    const whole = field === 'path';
    if (asked(this.regions, region, () => (whole ? prefix.startsWith(text) : prefix.includes(text)))) return true;
    // What the region's own path does not have ends in the equation's number, or does not go beyond it.
    if (whole ? !text.startsWith(prefix) : !/\d$/.test(text)) return false;
    return holds(this.term, prefix + String(equations.index[row]));
  }

  /** What the paths of all equations of a region begin with. */
  private prefixOf(row: number): string {
    const path = pathOf(this.reader.report, this.reader.stage, row);
    return path.slice(0, path.lastIndexOf('/') + 1).toLowerCase();
  }

  private slowly(field: TextField, row: number): boolean {
    return this.has(searchable(this.reader, row).text(field));
  }

  private has(text: string): boolean {
    return text.toLowerCase().includes(this.term.text);
  }
}

function asked(answers: Answers, index: number, answer: () => boolean): boolean {
  if (answers[index] === 0) answers[index] = answer() ? YES : NO;
  return answers[index] === YES;
}

function some(items: Int32Array, offsets: Int32Array, row: number, hit: (item: number) => boolean): boolean {
  for (let k = offsets[row]; k < offsets[row + 1]; k += 1) if (hit(items[k])) return true;
  return false;
}
