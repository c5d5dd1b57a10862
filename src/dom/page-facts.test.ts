// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { pageTheme } from './page-facts';

describe('pageTheme', () => {
  let element: HTMLElement;
  beforeEach(() => {
    document.body.replaceChildren((element = document.createElement('div')));
    for (const owner of [document.documentElement, document.body]) {
      for (const name of owner.getAttributeNames()) owner.removeAttribute(name);
    }
  });

  it.each([
    ['body', 'data-jp-theme-light', 'false', 'dark'],
    ['body', 'data-jp-theme-light', 'true', 'light'],
    ['body', 'data-vscode-theme-kind', 'vscode-dark', 'dark'],
    ['body', 'data-vscode-theme-kind', 'vscode-light', 'light'],
    ['body', 'data-vscode-theme-kind', 'vscode-high-contrast', 'dark'],
    ['body', 'data-vscode-theme-kind', 'vscode-high-contrast-light', 'light'],
    ['html', 'theme', 'dark', 'dark'],
    ['html', 'data-theme', 'light', 'light']
  ])('believes <%s %s="%s">: %s', (owner, name, value, theme) => {
    document.querySelector(owner)!.setAttribute(name, value);
    expect(pageTheme(element)).toBe(theme);
  });

  it('believes the nearest first', () => {
    document.body.setAttribute('data-jp-theme-light', 'true');
    const near = document.createElement('section');
    near.dataset.theme = 'dark';
    document.body.append(near);
    near.append(element);
    expect(pageTheme(element)).toBe('dark');
  });

  it('does not believe what it does not know', () => {
    document.documentElement.setAttribute('data-theme', 'sepia');
    expect(pageTheme(element)).toBe('light');
  });
});
