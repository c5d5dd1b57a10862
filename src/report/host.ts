/**
 * What the viewer may ask of whoever shows it. Hosts (a page, JupyterLab, a widget) implement it;
 * views get it from the viewer and import nothing of a host.
 */

/** Columns of one file that are marked in an editor outside the viewer. Lines from 1, columns from 0. */
export interface SourceMark {
  /** Row of the file in the report. */
  row: number;
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** Chosen, not only pointed at. */
  strong: boolean;
}

export type Theme = 'light' | 'dark';
export type Language = 'en' | 'es';

export interface Host {
  readonly theme: Theme;
  readonly language: Language;
  /** Calls back when the host's theme changes, until the signal aborts. */
  onThemeChange(callback: (theme: Theme) => void, signal: AbortSignal): void;
  /** Asks the kernel; rejects with a message for people where there is none. */
  request(request: { type: string; [field: string]: unknown }): Promise<unknown>;
  /**
   * Marks code in the host's own editors, in place of what was marked; does nothing where there are none.
   * `reveal`: the user chose it here and wants to see it there.
   */
  mark(marks: readonly SourceMark[], reveal: boolean): void;
  /** Offers a file to the user (a download in pages). */
  save(name: string, mimeType: string, data: string | Blob): void;
}
