/** A page without a kernel. */
import { textsFor } from './texts';
import { pageLanguage, pageTheme, watchPageTheme } from '../dom/page-facts';
import type { Host } from '../report/host';

/** The host of a plain page, with whatever `given` does better. */
export function completeHost(element: HTMLElement, given: Partial<Host>): Host {
  const language = given.language ?? pageLanguage();
  return {
    get theme() {
      return given.theme ?? pageTheme(element);
    },
    language,
    onThemeChange:
      given.onThemeChange?.bind(given) ?? ((callback, signal) => watchPageTheme(element, callback, signal)),
    request: given.request?.bind(given) ?? (() => Promise.reject(new Error(textsFor(language).noKernel))),
    mark: given.mark?.bind(given) ?? (() => undefined),
    save: given.save?.bind(given) ?? download
  };
}

function download(name: string, mimeType: string, data: string | Blob): void {
  const blob = typeof data === 'string' ? new Blob([data], { type: mimeType }) : data;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
