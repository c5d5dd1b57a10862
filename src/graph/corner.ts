/** What says where in a large drawing the window is: the small map, and a sentence for those who do not see it. */
import type { Store } from '../dom/store';
import type { Rect, Size } from './camera';
import { hint } from './figures';
import type { Inks } from './inks';
import type { LargeDrawing } from './large';
import type { Marks } from './marks';
import { Minimap } from './minimap';

export interface CornerOptions {
  /** Says which share of a large drawing is in the window. */
  readonly inSight: (share: number) => string;
  readonly minimapTitle: string;
  /** Whether a large drawing shows itself small in the corner. */
  readonly minimap: Store<boolean>;
}

export class Corner {
  readonly sentence: HTMLElement;
  private readonly map: Minimap;
  private seen: Rect = { x: 0, y: 0, width: 0, height: 0 };
  private world: Size | null = null;

  constructor(
    id: string,
    private readonly options: CornerOptions,
    goTo: (x: number, y: number) => void,
    signal: AbortSignal
  ) {
    this.sentence = hint(id, '');
    this.map = new Minimap(options.minimapTitle, goTo, signal);
    options.minimap.watch(() => this.showMap(), signal);
  }

  get elements(): readonly HTMLElement[] {
    return [this.map.element, this.sentence];
  }

  /** Draws the map as far as there is one; null: nothing large is shown. */
  draw(large: LargeDrawing | null, marks: Marks | null, inks: Inks): void {
    const whole = large?.whole() ?? null;
    if (large === null || whole === null) this.clear();
    else this.map.draw({ ...whole, columns: large.columns }, marks, inks);
  }

  /** The window is elsewhere. */
  follow(seen: Rect, world: Size): void {
    this.seen = seen;
    this.world = world;
    this.showMap();
  }

  /** The window rests: what is read out may change. */
  tell(): void {
    this.sentence.textContent = this.world === null ? '' : this.options.inSight(this.showMap());
  }

  clear(): void {
    this.world = null;
    this.map.clear();
    this.tell();
  }

  private showMap(): number {
    return this.world === null ? 1 : this.map.follows(this.seen, this.world, this.options.minimap.value);
  }
}
