/** What the panel shows, without its elements: which notebook's kernel, which report, and what is wrong with it. */
import type { IDisposable } from '@lumino/disposable';
import { Signal, type ISignal } from '@lumino/signaling';
import { readEnvelope, type Envelope } from './envelope';
import type { KernelLink, LinkState } from './kernelLink';
import { readEntry, type Entry } from './messages';

export type PanelState = LinkState | 'no-notebook' | 'busy';

/** A report as the kernel gave it. */
export interface ShownReport {
  readonly envelope: Envelope;
  readonly entry: Entry;
  /** Which life of which kernel made it. */
  readonly link: KernelLink;
  readonly life: number;
}

/** What is remembered for each notebook while another one is in front. */
interface Shelf {
  /** The report that the user chose; null: always the newest. */
  chosen: string | null;
  shown: ShownReport | null;
}

export class PanelModel implements IDisposable {
  /** The link of the notebook in front. */
  get link(): KernelLink | null {
    return this._link;
  }

  get state(): PanelState {
    if (this._link === null) return 'no-notebook';
    return this._link.busy ? 'busy' : this._link.state;
  }

  /** Newest first; a report that is shown though its kernel is gone comes last. */
  get entries(): readonly Entry[] {
    const entries = this._link?.entries ?? [];
    const { shown } = this;
    return shown === null || entries.some(entry => entry.id === shown.entry.id) ? entries : [...entries, shown.entry];
  }

  get chosen(): string | null {
    return this._shelf.chosen;
  }

  get shown(): ShownReport | null {
    return this._shelf.shown;
  }

  /** The list's newest word about the report that is shown. */
  get entry(): Entry | null {
    const { shown } = this;
    return this._link?.entries.find(entry => entry.id === shown?.entry.id) ?? shown?.entry ?? null;
  }

  /** Whether the kernel that made the shown report no longer answers for it. */
  get stale(): boolean {
    const { shown } = this;
    if (shown === null) return false;
    return shown.link !== this._link || shown.life !== shown.link.life || this._link.state !== 'connected';
  }

  /** The last thing that went wrong, for people. */
  get fault(): string | null {
    return this._fault;
  }

  /** Whether compiling was asked for and is not done. */
  get compiling(): boolean {
    const { entry } = this;
    return entry !== null && !this.stale && (!entry.complete || this._compiling.has(entry.id));
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Reports are fetched only while somebody looks. */
  set active(active: boolean) {
    this._active = active;
    this._refresh();
  }

  /** Turns to another notebook; `notebook` is what its choice is remembered by. */
  follow(notebook: object | null, link: KernelLink | null): void {
    if (this._link !== link) {
      this._link?.changed.disconnect(this._onLink, this);
      this._link?.arrived.disconnect(this._onArrived, this);
      this._link = link;
      link?.changed.connect(this._onLink, this);
      link?.arrived.connect(this._onArrived, this);
    }
    if (this._notebook !== notebook) {
      this._notebook = notebook;
      this._fault = null;
      const known = notebook === null ? undefined : this._shelves.get(notebook);
      this._shelf = known ?? { chosen: null, shown: null };
      if (notebook !== null) this._shelves.set(notebook, this._shelf);
    }
    this._refresh();
    this._changed.emit();
  }

  /** Shows one report until the next choice; null: the newest, from now on. */
  choose(id: string | null): void {
    this._shelf.chosen = id;
    this._failed = null;
    this._fault = null;
    this._refresh();
    this._changed.emit();
  }

  load(): Promise<void> {
    return this._try(() => this._link?.load());
  }

  async compile(): Promise<void> {
    const { entry } = this;
    if (entry === null) return;
    this._compiling.add(entry.id);
    this._changed.emit();
    await this._try(() => this._link?.request('compile', entry.id));
    if (this._fault !== null) this._compiling.delete(entry.id);
    this._changed.emit();
  }

  async cancel(): Promise<void> {
    const { entry } = this;
    if (entry === null) return;
    await this._try(async () => {
      const answer = await this._link?.request('cancel', entry.id);
      if (answer?.['cancelled'] === true) this._compiling.delete(entry.id);
      else if (typeof answer?.['reason'] === 'string') this._fault = answer['reason'];
    });
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) return;
    this._isDisposed = true;
    this.follow(null, null);
    Signal.clearData(this);
  }

  private _onLink(): void {
    this._refresh();
    this._changed.emit();
  }

  private _onArrived(_: unknown, { id, error }: { readonly id: string; readonly error: string | null }): void {
    this._compiling.delete(id);
    if (this._failed === id) this._failed = null;
    if (error !== null && id === this.shown?.entry.id) this._fault = error;
    if (id === this.shown?.entry.id) this._outdated = id;
    this._refresh();
  }

  /** Fetches what should be shown and is not. */
  private _refresh(): void {
    const link = this._link;
    if (!this._active || link === null || link.state !== 'connected') return;
    const wanted = this._shelf.chosen ?? link.entries[0]?.id;
    if (wanted === undefined || !link.entries.some(entry => entry.id === wanted)) return;
    const current = this.shown?.entry.id === wanted && this._outdated !== wanted && !this._isOfOldLife();
    if (current || this._fetching?.id === wanted || this._failed === wanted) return;
    const fetching = { id: wanted, shelf: this._shelf, life: link.life };
    this._fetching = fetching;
    this._outdated = null;
    void link
      .request('get', wanted)
      .then(answer => {
        const envelope = readEnvelope(answer['report']);
        const entry = readEntry(answer['entry']);
        if (envelope === null || entry === null) throw new Error(`The kernel's answer is not a jax_viz report.`);
        fetching.shelf.shown = { envelope, entry, link, life: fetching.life };
        if (this._fetching === fetching) this._fault = null;
      })
      .catch((error: unknown) => {
        // A conversation that ended is told by the state.
        if (link.state !== 'connected' || this._fetching !== fetching) return;
        this._fault = reason(error);
        this._failed = wanted;
      })
      .finally(() => {
        const last = this._fetching === fetching;
        if (last) this._fetching = null;
        // Something newer may have come meanwhile.
        this._refresh();
        this._changed.emit();
      });
  }

  private _isOfOldLife(): boolean {
    const { shown } = this;
    return shown !== null && (shown.link !== this._link || shown.life !== shown.link.life);
  }

  private async _try(action: () => Promise<unknown> | undefined): Promise<void> {
    this._fault = null;
    try {
      await action();
    } catch (error) {
      this._fault = reason(error);
    }
    this._changed.emit();
  }

  private _link: KernelLink | null = null;
  private _notebook: object | null = null;
  private _shelf: Shelf = { chosen: null, shown: null };
  private _active = false;
  private _fault: string | null = null;
  private _fetching: { readonly id: string } | null = null;
  /** A report of which a newer version is in the kernel. */
  private _outdated: string | null = null;
  /** A report that the kernel could not give: only the user, or a newer version, asks for it again. */
  private _failed: string | null = null;
  private _isDisposed = false;
  private readonly _compiling = new Set<string>();
  private readonly _shelves = new WeakMap<object, Shelf>();
  private readonly _changed = new Signal<this, void>(this);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
