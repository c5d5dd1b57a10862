import type { Language } from '../../../report/host';
import { en, type PanelTexts } from './en';
import { es } from './es';

export type { PanelTexts } from './en';

export function panelTexts(language: Language): PanelTexts {
  return language === 'es' ? es : en;
}
