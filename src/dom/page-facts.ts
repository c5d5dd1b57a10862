/** What the page around the viewer says about its looks and its language. */
import type { Language, Theme } from '../report/host';

export function pageLanguage(): Language {
  const wanted = document.documentElement.lang || navigator.language || 'en';
  return /^es\b/i.test(wanted) ? 'es' : 'en';
}

/** What the page says, each front end in its way, else what the system prefers. */
export function pageTheme(element: Element): Theme {
  const said = element.closest('[data-theme]')?.getAttribute('data-theme') ?? saidByPage();
  if (said === 'light' || said === 'dark') return said;
  return darkPreferred()?.matches === true ? 'dark' : 'light';
}

function saidByPage(): string | null | undefined {
  const { body, documentElement: page } = document;
  // JupyterLab and nbconvert.
  const lab = body.getAttribute('data-jp-theme-light');
  if (lab !== null) return lab === 'false' ? 'dark' : 'light';
  // VS Code, where a high contrast may be either.
  const code = body.getAttribute('data-vscode-theme-kind');
  if (code !== null) return /light/.test(code) ? 'light' : 'dark';
  // Colab, and sites and marimo.
  return page.getAttribute('theme') ?? page.getAttribute('data-theme');
}

export function watchPageTheme(element: Element, callback: (theme: Theme) => void, signal: AbortSignal): void {
  const tell = (): void => callback(pageTheme(element));
  darkPreferred()?.addEventListener('change', tell, { signal });
  const observer = new MutationObserver(tell);
  const attributeFilter = ['data-theme', 'data-jp-theme-light', 'data-vscode-theme-kind', 'theme'];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  observer.observe(document.body, { attributes: true, attributeFilter });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

function darkPreferred(): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
}
