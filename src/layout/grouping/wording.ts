/** What boxes say: labels, details and badges. */
import type { ReportTables, StageTables } from '../../report/tables';
import type { PictureTexts } from '../texts';
import { nameIn } from '../texts';
import { lineText } from './frames';
import type { Group } from './group';
import type { GroupKeys } from './keys';
import { PHASE_TEXT } from './keys';

export interface Words {
  label: string;
  detail: string;
  badge: string;
  /** The label is a piece of the user's source. */
  code?: boolean;
}

/** Names that say nothing where there is another. */
const PLAIN = new Set(['<lambda>', '<module>', '<listcomp>', '<genexpr>', '<dictcomp>', '<setcomp>']);
const NAMES_IN_LABEL = 3;

export class Wording {
  /** How many equations call each definition, and which of them is the first, second, … */
  private readonly calls: Map<number, number[]>;
  /** The number of a line alone does not say which line it is. */
  private readonly severalFiles: boolean;

  constructor(
    private readonly report: ReportTables,
    private readonly stage: StageTables,
    private readonly keys: GroupKeys,
    private readonly plumbing: Uint8Array,
    private readonly texts: PictureTexts
  ) {
    this.calls = callsByDefinition(stage);
    this.severalFiles = report.files.filter(file => file.excerpts.length > 0).length > 1;
  }

  equation(row: number): Words {
    const { equations } = this.stage;
    const primitive = this.text(equations.primitive[row]);
    const name = this.text(equations.name[row]);
    const outputs = this.avals(equations.outputs, equations.output_offsets[row], equations.output_offsets[row + 1]);
    const detail = name === '' ? outputs : [shortPrimitive(primitive), outputs].filter(text => text !== '').join(' · ');
    return { label: name === '' ? primitive : readable(name), detail, badge: this.equationBadge(row) };
  }

  group(group: Group, size: number): Words {
    const phase = this.phaseText(group.rows);
    const count = this.texts.equations(size);
    const badge = group.number > 1 ? `×${group.number}` : '';
    switch (group.type) {
      case 'calls': {
        const label = this.callLabel(group.keys);
        return { label, detail: joined(this.callSite(group.keys), label === phase ? '' : phase, count), badge };
      }
      case 'loop':
        return { label: this.contentLabel(group), detail: joined(this.rowsLine(group.rows), count), badge };
      case 'line': {
        const code = lineText(this.report, group.frame);
        const label = code === '' ? this.contentLabel(group) : code;
        return { label, detail: joined(this.lineWords(group.frame), count), badge, code: code !== '' };
      }
      case 'round':
        return { label: this.texts.round(group.number), detail: count, badge: '' };
      case 'part':
        return this.partWords(group, joined(phase, count));
    }
  }

  mark(rows: readonly number[]): Words {
    const names = rows.map(row => this.text(this.stage.equations.primitive[row]));
    return { label: String(rows.length), detail: Array.from(new Set(names)).join(', '), badge: '' };
  }

  region(region: number, size: number): Words {
    const { regions } = this.stage;
    const label = this.text(regions.label[region]) || this.text(regions.parameter[region]);
    return { label: nameIn(this.texts, label), detail: this.texts.equations(size), badge: '' };
  }

  private equationBadge(row: number): string {
    const { equation_region_offsets: offsets, equation_regions, regions } = this.stage;
    for (let k = offsets[row]; k < offsets[row + 1]; k++) {
      const trips = regions.trips[equation_regions[k]];
      if (trips >= 0) return `×${trips}`;
    }
    if (offsets[row] === offsets[row + 1]) return '';
    const calls = this.calls.get(regions.definition[equation_regions[offsets[row]]]) ?? [];
    return calls.length > 1 ? this.texts.call(calls.indexOf(row) + 1, calls.length) : '';
  }

  /** `loss › predict`: the user's functions of a chain of calls; of a chain in a library the last. */
  private callLabel(keys: readonly number[]): string {
    const named = keys.filter(key => !PLAIN.has(this.keys.name(key)));
    const some = named.length > 0 ? named : keys;
    const users = some.filter(key => this.keys.isUsers(key));
    const shown = users.length > 0 ? users.slice(-NAMES_IN_LABEL) : some.slice(-1);
    return shown.map(key => readable(this.keys.name(key))).join(' › ');
  }

  /** `line 16`: where the user's code makes the call; with the file's name in a library, or where there are several. */
  private callSite(keys: readonly number[]): string {
    for (const key of keys) {
      const words = this.lineWords(this.keys.callSite(key));
      if (words !== '') return words;
    }
    return '';
  }

  private lineWords(frame: number): string {
    const { frames, files } = this.report;
    if (frame < 0 || frames.line[frame] === 0) return '';
    const file = files[frames.file[frame]];
    const name = file.name.slice(file.name.lastIndexOf('/') + 1);
    const line = frames.line[frame];
    if (file.kind === 'cell') return this.severalFiles ? `${name} ${this.texts.line(line)}` : this.texts.line(line);
    return file.kind === 'library' || this.severalFiles ? `${name}:${line}` : this.texts.line(line);
  }

  /** `line 31` where all rows are shown at one line. */
  private rowsLine(rows: readonly number[]): string {
    const lines = new Set(rows.map(row => this.lineWords(this.stage.equations.source[row])));
    const [line] = lines;
    return lines.size === 1 ? line : '';
  }

  /** `lines 12–40`, where the part is of several lines of one file of the user's. */
  private partWords({ rows, number }: Group, rest: string): Words {
    const { frames, files } = this.report;
    const part = this.texts.part(number);
    let first = Infinity;
    let last = 0;
    let file = -1;
    for (const row of rows) {
      const frame = this.stage.equations.source[row];
      if (frame < 0 || files[frames.file[frame]].kind === 'library') continue;
      if (file >= 0 && frames.file[frame] !== file) return { label: part, detail: rest, badge: '' };
      file = frames.file[frame];
      first = Math.min(first, frames.line[frame]);
      last = Math.max(last, frames.line[frame]);
    }
    if (first >= last) return { label: part, detail: rest, badge: '' };
    return { label: this.texts.lines(first, last), detail: joined(part, rest), badge: '' };
  }

  /** `mul · sub`: what is in a group that has no name. */
  private contentLabel(group: Group): string {
    const names: string[] = [];
    const first = group.type === 'loop' ? group.children[0] : group;
    const items =
      typeof first === 'number' ? [first] : first.type === 'round' || first === group ? first.children : [first];
    for (const item of items) {
      if (typeof item === 'number' && this.plumbing[item] === 1) continue;
      const name = typeof item === 'number' ? this.equation(item).label : this.group(item, 0).label;
      if (!names.includes(name)) names.push(name);
    }
    return names.length > NAMES_IN_LABEL ? `${names.slice(0, NAMES_IN_LABEL).join(' · ')} …` : names.join(' · ');
  }

  private phaseText(rows: readonly number[]): string {
    const { phase, batched } = this.stage.equations;
    const same = rows.every(row => phase[row] === phase[rows[0]]);
    return joined(
      same ? PHASE_TEXT[phase[rows[0]]] : '',
      rows.every(row => batched[row] === 1) ? this.texts.batched : ''
    );
  }

  private avals(list: Int32Array, start: number, end: number): string {
    const { values, avals } = this.stage;
    if (start === end) return '';
    const first = this.text(avals.text[values.aval[list[start]]]);
    return end - start === 1 ? first : `${first} +${end - start - 1}`;
  }

  private text(row: number): string {
    return this.report.strings[row];
  }
}

function joined(...parts: string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}

/** `jax.nn.logsumexp` → `logsumexp`, `Block.__call__` → `Block`, `<lambda>` → `lambda`. */
export function readable(name: string): string {
  const own = name.endsWith('.__call__') ? name.slice(0, -'.__call__'.length) : name;
  return own.slice(own.lastIndexOf('.') + 1).replace(/^<(.*)>$/, '$1');
}

function shortPrimitive(primitive: string): string {
  return primitive.replace(/_call(_jaxpr)?$/, '');
}

/** Equations of each jaxpr that several of them call, in program order. */
function callsByDefinition(stage: StageTables): Map<number, number[]> {
  const { regions, equation_region_offsets: offsets, equation_regions, count } = stage;
  const calls = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    if (offsets[row] === offsets[row + 1]) continue;
    const definition = regions.definition[equation_regions[offsets[row]]];
    const rows = calls.get(definition);
    if (rows === undefined) calls.set(definition, [row]);
    else rows.push(row);
  }
  return calls;
}
