import type { Language } from '../../report/host';
import type { Texts } from '../../views/texts';
import { en } from './en';
import { es } from './es';

const CATALOGUES: { readonly [language in Language]: Texts } = { en, es };

export function textsFor(language: Language): Texts {
  return CATALOGUES[language];
}
