/** What is remembered while the page lives on. Storage may be forbidden, then nothing is. */

export function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(`jaxviz:${key}`, value);
  } catch {
    // Forbidden or full: the viewer works without.
  }
}

export function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(`jaxviz:${key}`);
  } catch {
    return null;
  }
}
