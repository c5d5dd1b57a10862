/**
 * Scrolls `list` so that `item` is in sight with `margin` pixels around it. `scrollIntoView` would scroll the
 * notebook or page around the viewer as well.
 */
export function scrollWithin(list: HTMLElement, item: HTMLElement, margin: number): void {
  const around = Math.min(margin, list.clientHeight / 4);
  const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const bottom = top + item.offsetHeight;
  if (top < around) list.scrollTop -= around - top;
  else if (bottom > list.clientHeight - around) list.scrollTop += bottom - list.clientHeight + around;
}
