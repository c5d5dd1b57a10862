/** Moving elements from where they were to where they are now. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** `from`: the old place relative to the new one; null: the element is new and fades in. */
export interface Move {
  readonly element: SVGElement;
  readonly from: Spot | null;
}

const DURATION = 150;

export function glide(moves: readonly Move[]): void {
  if (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const { element, from } of moves) {
    if (typeof element.animate !== 'function') return;
    const frames =
      from === null
        ? [{ opacity: 0 }, { opacity: 1 }]
        : [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: 'none' }];
    element.animate(frames, { duration: DURATION, easing: 'ease-out' });
  }
}
