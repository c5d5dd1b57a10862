/**
 * The panel's conversation with one kernel: a comm that is opened again after whatever ends it.
 *
 * JupyterLab takes a restart's comms away without telling them; a kernel that lacks our extension closes the comm at
 * once, and announces itself when `%load_ext jax_viz` has run. Nothing is ever run in the user's kernel unasked.
 */
import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import { Signal, type ISignal } from '@lumino/signaling';
import { PanelComm } from './panelComm';
import { PROTOCOL } from '../protocol';
import { ANNOUNCE, readEntries, readMessage, type Entry, type Incoming } from './messages';

export type LinkState =
  | 'no-kernel'
  | 'connecting'
  | 'not-loaded'
  | 'connected'
  | 'restarting'
  | 'dead'
  /** The kernel speaks another protocol. */
  | 'skew'
  | 'not-python'
  /** Another document's connection has this kernel's comms. */
  | 'elsewhere';

/** The part of JupyterLab's session context that is used here. */
export type Session = Pick<
  ISessionContext,
  'session' | 'kernelChanged' | 'statusChanged' | 'connectionStatusChanged' | 'isDisposed'
>;

/** Milliseconds after which an idle kernel that has not answered is asked anew. */
const PATIENCE = 3_000;

interface Waiting {
  resolve(fields: { readonly [name: string]: unknown }): void;
  reject(error: Error): void;
}

export class KernelLink implements IDisposable {
  constructor(readonly session: Session) {
    session.kernelChanged.connect(this._onKernel, this);
    session.statusChanged.connect(this._onStatus, this);
    session.connectionStatusChanged.connect(this._onConnection, this);
    void this._connect();
  }

  get state(): LinkState {
    return this._state;
  }

  /**
   * Whether something waits for a kernel that runs something else, or has only begun to run.
   *
   * A page that was reloaded meanwhile knows no more than that: the status comes with the answer.
   */
  get busy(): boolean {
    const waits = this._state === 'connecting' || (this._state === 'connected' && this._waiting.size > 0);
    return waits && this._kernel !== null && this._kernel.status !== 'idle';
  }

  /** The kernel's reports, newest first. */
  get entries(): readonly Entry[] {
    return this._entries;
  }

  /** Another number for each life of a kernel. */
  get life(): number {
    return this._life;
  }

  /** What the kernel said of itself. */
  get version(): { readonly protocol: number; readonly version: string } | null {
    return this._version;
  }

  /** The state, the kernel's business or the list has changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** A report, or a section of it, has come; with what went wrong, if anything. */
  get arrived(): ISignal<this, { readonly id: string; readonly error: string | null }> {
    return this._arrived;
  }

  get disposed(): ISignal<this, void> {
    return this._disposed;
  }

  /** Asks the kernel; rejects with its message, or when the conversation ends. */
  request(type: 'list' | 'get' | 'compile' | 'cancel', report?: string): Promise<{ readonly [name: string]: unknown }> {
    const comm = this._comm;
    if (comm === null || this._state !== 'connected') return Promise.reject(new Error('not connected'));
    const id = String((this._number += 1));
    return new Promise((resolve, reject) => {
      this._waiting.set(id, { resolve, reject });
      comm.send({ id, type, protocol: PROTOCOL, ...(report === undefined ? {} : { report }) });
      this._changed.emit();
    });
  }

  /** Runs `%load_ext jax_viz`: the user asked for it. Rejects with the kernel's error. */
  async load(): Promise<void> {
    const kernel = this._kernel;
    if (kernel === null) return;
    const reply = await kernel.requestExecute({ code: '%load_ext jax_viz', store_history: false }).done;
    if (reply.content.status === 'error') throw new Error(`${reply.content.ename}: ${reply.content.evalue}`);
    if (this._state === 'not-loaded') await this._connect();
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) return;
    this._isDisposed = true;
    this.session.kernelChanged.disconnect(this._onKernel, this);
    this.session.statusChanged.disconnect(this._onStatus, this);
    this.session.connectionStatusChanged.disconnect(this._onConnection, this);
    this._turn += 1;
    window.clearTimeout(this._watching);
    this._drop();
    this._disposed.emit();
    Signal.clearData(this);
  }

  private get _kernel(): Kernel.IKernelConnection | null {
    return this.session.session?.kernel ?? null;
  }

  private _onKernel(): void {
    this._life += 1;
    this._entries = [];
    void this._connect();
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (status === 'restarting' || status === 'autorestarting' || status === 'dead') {
      if (this._state !== 'restarting' && this._state !== 'dead') this._life += 1;
      this._turn += 1;
      this._entries = [];
      // JupyterLab disposes of the comms itself, without a word to them.
      this._comm?.forget();
      this._comm = null;
      this._refuse('the kernel is gone');
      this._set(status === 'dead' ? 'dead' : 'restarting');
    } else if (status === 'idle' && this._state === 'restarting') {
      void this._connect();
    } else {
      this._changed.emit();
    }
  }

  private _onConnection(_: unknown, status: Kernel.ConnectionStatus): void {
    // What the kernel said in between is lost: ask again.
    if (status === 'connected' && this._state === 'connected') {
      this._refuse('the connection was lost for a while');
      void this._list();
    } else if (status === 'connected' && this._state === 'connecting') {
      void this._connect();
    }
    this._changed.emit();
  }

  private async _connect(): Promise<void> {
    const turn = (this._turn += 1);
    this._drop();
    const kernel = this._kernel;
    if (kernel === null) return this._set('no-kernel');
    if (!kernel.handleComms) return this._set('elsewhere');
    this._set('connecting');
    this._watch(turn);
    try {
      // Goes over the main shell: a page that is reloaded while the kernel is busy waits here.
      const info = await kernel.info;
      if (turn !== this._turn) return;
      if (info.language_info.name !== 'python') return this._set('not-python');
      kernel.registerCommTarget(ANNOUNCE, () => {
        // The kernel closes this comm itself. It may announce itself while ours still waits for an answer.
        if (this._kernel === kernel && this._state !== 'connected') void this._connect();
      });
      await this._open(kernel, turn);
    } catch (error) {
      // The kernel was disposed of meanwhile: whoever comes next connects.
      if (turn === this._turn) this._set(error instanceof Error && this._kernel === null ? 'no-kernel' : 'connecting');
    }
  }

  private async _open(kernel: Kernel.IKernelConnection, turn: number): Promise<void> {
    const comm = new PanelComm(kernel);
    this._comm = comm;
    comm.onMessage = data => this._onMessage(comm, data);
    comm.onClose = () => {
      if (this._comm !== comm) return;
      this._comm = null;
      this._refuse('the kernel closed the conversation');
      this._set('not-loaded');
    };
    await comm.startSubshell();
    if (turn !== this._turn) comm.close();
    else comm.open({ protocol: PROTOCOL });
  }

  /** A restart can swallow what is asked while it goes on, and the promise of an answer with it. */
  private _watch(turn: number): void {
    window.clearTimeout(this._watching);
    this._watching = window.setTimeout(() => {
      if (turn !== this._turn || this._state !== 'connecting') return;
      if (this._kernel?.status === 'idle') void this._connect();
      else this._watch(turn);
    }, PATIENCE);
  }

  private _onMessage(comm: PanelComm, data: unknown): void {
    if (comm !== this._comm) return;
    const incoming = readMessage(data);
    if (incoming === null) return;
    switch (incoming.kind) {
      case 'hello':
        this._greet(incoming);
        break;
      case 'report':
        this._entries = [incoming.entry, ...this._entries.filter(entry => entry.id !== incoming.entry.id)];
        this._arrived.emit({ id: incoming.entry.id, error: null });
        this._changed.emit();
        break;
      case 'section': {
        const { id, entry, error } = incoming;
        if (entry !== null) this._entries = this._entries.map(one => (one.id === id ? entry : one));
        this._arrived.emit({ id, error });
        this._changed.emit();
        break;
      }
      default: {
        const waiting = this._waiting.get(incoming.id);
        this._waiting.delete(incoming.id);
        if (incoming.kind === 'answer') waiting?.resolve(incoming.fields);
        else waiting?.reject(new Error(incoming.message));
        this._changed.emit();
      }
    }
  }

  private _greet(hello: Incoming & { readonly kind: 'hello' }): void {
    this._version = hello;
    if (hello.protocol !== PROTOCOL) return this._set('skew');
    this._set('connected');
    void this._list();
  }

  private async _list(): Promise<void> {
    const turn = this._turn;
    try {
      const answer = await this.request('list');
      if (turn !== this._turn) return;
      // What came while the answer was on its way is newer than the answer.
      const listed = readEntries(answer['reports']);
      const known = new Set(listed.map(entry => entry.id));
      this._entries = [...this._entries.filter(entry => !known.has(entry.id)), ...listed];
      this._changed.emit();
    } catch {
      // The conversation ended: the next one asks again.
    }
  }

  private _drop(): void {
    const comm = this._comm;
    this._comm = null;
    this._refuse('the kernel is gone');
    comm?.close();
  }

  private _refuse(reason: string): void {
    const waiting = [...this._waiting.values()];
    this._waiting.clear();
    for (const one of waiting) one.reject(new Error(reason));
  }

  private _set(state: LinkState): void {
    if (this._isDisposed) return;
    this._state = state;
    this._changed.emit();
  }

  private _state: LinkState = 'no-kernel';
  private _comm: PanelComm | null = null;
  private _watching = 0;
  private _entries: readonly Entry[] = [];
  private _version: { readonly protocol: number; readonly version: string } | null = null;
  /** Raised by whatever makes an attempt to connect out of date. */
  private _turn = 0;
  private _life = 0;
  private _number = 0;
  private _isDisposed = false;
  private readonly _waiting = new Map<string, Waiting>();
  private readonly _changed = new Signal<this, void>(this);
  private readonly _arrived = new Signal<this, { readonly id: string; readonly error: string | null }>(this);
  private readonly _disposed = new Signal<this, void>(this);
}
