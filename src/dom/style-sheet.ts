/** Styles as objects instead of elements: a content security policy that forbids inline styles allows these. */
import { html } from './elements';

const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root the style `css`; all roots with the same text share one sheet. */
export function adoptStyle(root: ShadowRoot, css: string): void {
  // Neither old browsers nor the document in which first paints are made have such sheets.
  if (
    !('adoptedStyleSheets' in root) ||
    typeof CSSStyleSheet === 'undefined' ||
    !('replaceSync' in CSSStyleSheet.prototype)
  ) {
    (root as ShadowRoot).append(html('style', {}, css));
    return;
  }
  let sheet = sheets.get(css);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
