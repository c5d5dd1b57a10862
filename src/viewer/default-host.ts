/** A page without a kernel. */
import { textsFor } from './texts';
import type { Host, Language, Theme } from '../report/host';

/** The host of a plain page, with whatever `given` does better. */
export function completeHost(element: HTMLElement, given: Partial<Host>): Host {
  const language = given.language ?? pageLanguage();
  return {
    get theme() {
      return given.theme ?? pageTheme(element);
    },
    language,
    onThemeChange: given.onThemeChange?.bind(given) ?? ((callback, signal) => watchTheme(element, callback, signal)),
    request: given.request?.bind(given) ?? (() => Promise.reject(new Error(textsFor(language).noKernel))),
    mark: given.mark?.bind(given) ?? (() => undefined),
    save: given.save?.bind(given) ?? download
  };
}

function pageLanguage(): Language {
  const wanted = document.documentElement.lang || navigator.language || 'en';
  return /^es\b/i.test(wanted) ? 'es' : 'en';
}

/** What the page says by `data-theme` or `data-jp-theme-light`, else what the system prefers. */
function pageTheme(element: Element): Theme {
  const said = element.closest('[data-theme]')?.getAttribute('data-theme');
  if (said === 'light' || said === 'dark') return said;
  const lab = document.body.getAttribute('data-jp-theme-light');
  if (lab !== null) return lab === 'false' ? 'dark' : 'light';
  return darkPreferred()?.matches === true ? 'dark' : 'light';
}

function darkPreferred(): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
}

function watchTheme(element: Element, callback: (theme: Theme) => void, signal: AbortSignal): void {
  const tell = (): void => callback(pageTheme(element));
  darkPreferred()?.addEventListener('change', tell, { signal });
  const observer = new MutationObserver(tell);
  const attributeFilter = ['data-theme', 'data-jp-theme-light'];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  observer.observe(document.body, { attributes: true, attributeFilter });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
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
