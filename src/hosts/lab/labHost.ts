/** The part of `Host` that JupyterLab answers: its theme and its language. */
import type { IThemeManager } from '@jupyterlab/apputils';
import type { ITranslator } from '@jupyterlab/translation';
import type { Host, Language, Theme } from '../../report/host';

export function labHost(themes: IThemeManager | null, translator: ITranslator | null): Partial<Host> {
  return {
    get theme(): Theme {
      return currentTheme(themes);
    },
    get language(): Language {
      return translator?.languageCode.toLowerCase().startsWith('es') ? 'es' : 'en';
    },
    onThemeChange(callback: (theme: Theme) => void, signal: AbortSignal): void {
      if (!themes || signal.aborted) {
        return;
      }
      const changed = (): void => callback(currentTheme(themes));
      themes.themeChanged.connect(changed);
      signal.addEventListener('abort', () => themes.themeChanged.disconnect(changed), { once: true });
    }
  };
}

/** The same host for one viewer, whose marks go to the cells of its notebook. */
export function withMarks(host: Partial<Host>, cells: Pick<Host, 'mark'>): Partial<Host> {
  // Theme and language are getters: a copy would freeze them.
  return Object.create(host, {
    mark: { value: (...given: Parameters<Host['mark']>) => cells.mark(...given) }
  }) as Partial<Host>;
}

/** JupyterLab marks its body with the theme's kind; the manager knows it before the body does. */
function currentTheme(themes: IThemeManager | null): Theme {
  const name = themes?.theme;
  if (themes && name) {
    return themes.isLight(name) ? 'light' : 'dark';
  }
  return document.body.dataset['jpThemeLight'] === 'false' ? 'dark' : 'light';
}
