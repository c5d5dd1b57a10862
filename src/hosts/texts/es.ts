import type { en } from './en';

export const es: typeof en = {
  noAnswer: 'Ningún kernel responde: ejecute la celda.'
};
