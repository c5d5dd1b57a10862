/**
 * Text that shows what it holds: characters that cannot be seen become their numbers.
 *
 * A report quotes code, names and messages of anybody. Direction marks let code read otherwise than it runs
 * (CVE-2021-42574), characters without width make two names look like one. Wherever a person reads a report's text,
 * such a character stands as `[U+202E]`. The document itself keeps the text as it is; columns of source lines count
 * its characters, so a line is made visible only where it is shown. The twin of `jax_viz/document/visible.py`.
 */
import type { ReportTables } from './tables';

/** Characters that are not seen, or change how others are. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x08], // control characters but tab and line feed
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f],
  [0x61c, 0x61c], // direction marks
  [0x115f, 0x1160], // fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e], // line and paragraph separators, embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, isolates
  [0x2800, 0x2800], // looks like a space and is a letter
  [0x3164, 0x3164],
  [0xd800, 0xdfff], // half a character
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xe0000, 0xe0fff] // tags
];

const hex = (code: number): string => `\\u{${code.toString(16)}}`;
const UNSEEN = RANGES.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('');
// Joiners are part of some scripts and of emoji, and are left between such; beside ASCII they only hide.
const JOINERS = '(?<![^\\0-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\0-\\x7f])';
const ANY = new RegExp(`[${UNSEEN}]|${JOINERS}`, 'gu');
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** `text` with every character that cannot be seen as `[U+202E]`; tabs and line ends stay. */
export function visible(text: string): string {
  return text.replace(ANY, sign => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** Whether a text holds letters of a right-to-left script: its pieces then need isolating to stand in their order. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** A report whose texts can be shown as they stand, but for the lines of its sources (see above). */
export function withVisibleTexts(report: ReportTables): ReportTables {
  const { strings, files, programs } = report;
  return {
    ...report,
    created: visible(report.created),
    producer: visibleFields(report.producer),
    strings: strings.map(visible),
    files: files.map(file => ({ ...file, name: visible(file.name) })),
    programs: programs.map(program => ({
      ...program,
      name: visible(program.name),
      signature: visible(program.signature),
      arguments: program.arguments.map(visibleFields),
      results: program.results.map(visibleFields),
      constants: program.constants.map(visibleFields),
      static_arguments: visibleEntries(program.static_arguments),
      stages: program.stages.map(stage => ({
        ...stage,
        transform: stage.transform === null ? null : visible(stage.transform),
        options: visibleEntries(stage.options)
      }))
    })),
    faults: report.faults.map(visibleFields)
  };
}

/** A record with its own texts made visible; what is no text stays. */
function visibleFields<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? visible(value) : (value as unknown)
  ]);
  return Object.fromEntries(entries) as Fields;
}

function visibleEntries(texts: { [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [visible(name), visible(text)]));
}
