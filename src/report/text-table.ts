/**
 * Many short texts as one long one with offsets. Handed from the worker to the page it costs one copy of memory, where
 * as many strings would be made one by one; a text is cut out when somebody asks for it.
 */

export interface TextTable {
  /** All texts, one after the other. */
  readonly text: string;
  /** Text k lies from `offsets[k]` to `offsets[k + 1]`, in UTF-16 code units. */
  readonly offsets: Int32Array;
}

export function tableOf(texts: readonly string[]): TextTable {
  const offsets = new Int32Array(texts.length + 1);
  for (let k = 0; k < texts.length; k++) offsets[k + 1] = offsets[k] + texts[k].length;
  return { text: texts.join(''), offsets };
}

export function textAt({ text, offsets }: TextTable, index: number): string {
  return text.slice(offsets[index], offsets[index + 1]);
}

export function allTexts(table: TextTable): string[] {
  return Array.from({ length: table.offsets.length - 1 }, (_, index) => textAt(table, index));
}

/** Collects texts for a table; equal texts that come through `once` share a row. */
export class TextCollector {
  private readonly texts: string[] = [];
  private readonly rows = new Map<string, number>();

  add(text: string): number {
    return this.texts.push(text) - 1;
  }

  once(text: string): number {
    let row = this.rows.get(text);
    if (row === undefined) this.rows.set(text, (row = this.add(text)));
    return row;
  }

  table(): TextTable {
    return tableOf(this.texts);
  }
}
