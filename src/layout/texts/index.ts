/** The catalogues of pictures, one a language. */
import type { Language } from '../../report/host';
import { en } from './en';
import { es } from './es';
import type { PictureTexts } from './texts';

export type { PictureTexts } from './texts';

const CATALOGUES: { readonly [language in Language]: PictureTexts } = { en, es };

export function pictureTexts(language: Language = 'en'): PictureTexts {
  return CATALOGUES[language];
}

/** What a report calls a nested jaxpr or one of its ends, in the reader's language; other names as they are. */
export function nameIn(texts: PictureTexts, said: string): string {
  const branch = /^branch (\d+)$/.exec(said);
  if (branch !== null) return texts.branch(branch[1]);
  return Object.hasOwn(texts.names, said) ? texts.names[said as keyof PictureTexts['names']] : said;
}
