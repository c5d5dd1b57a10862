/** Lines that stay in sight above the first one with equations: its `def`, most times. */
const LINES_ABOVE = 2;

/** Imports and other lines that made nothing may fill the window: starts where the equations do. */
export function scrollToLinked(list: HTMLElement, linked: readonly HTMLElement[]): void {
  const first = linked[0];
  const last = linked[linked.length - 1];
  if (first === undefined || last.offsetTop + last.offsetHeight <= list.clientHeight) return;
  let start = first;
  for (let k = 0; k < LINES_ABOVE && start.previousElementSibling instanceof HTMLElement; k += 1) {
    start = start.previousElementSibling;
  }
  list.scrollTop = start.offsetTop;
}
