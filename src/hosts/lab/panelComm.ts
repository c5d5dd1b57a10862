/**
 * The panel's comm, on a subshell of its own where the kernel has subshells, so that it is answered while a cell runs.
 *
 * JupyterLab can do that for comms by itself. But it is a setting there that users turn off, and after a restart its
 * comms of one target may wait for ever for the subshell of a kernel that is gone. So it only delivers here what comes.
 */
import { KernelMessage, type Kernel } from '@jupyterlab/services';
import { TARGET } from './messages';

/** Milliseconds that a subshell may take to start; then the comm goes over the main shell. */
const SUBSHELL_PATIENCE = 5_000;

type Data = { readonly [name: string]: string | number };

/** What every message says. */
interface Common {
  readonly channel: 'shell';
  readonly username: string;
  readonly session: string;
  readonly subshellId?: string;
}

export class PanelComm {
  onMessage: (data: unknown) => void = () => undefined;
  /** The kernel closed the comm: it does not know us. */
  onClose: () => void = () => undefined;

  constructor(private readonly _kernel: Kernel.IKernelConnection) {
    this._comm = _kernel.createComm(TARGET);
    // Not part of the public type. At once: it begins to start its subshell in the next microtask.
    (this._comm as { commsOverSubshells?: string }).commsOverSubshells = 'disabled';
    this._comm.onMsg = message => this.onMessage(message.content.data);
    this._comm.onClose = () => {
      const tell = !this._closed;
      this._end(true);
      if (tell) this.onClose();
    };
  }

  /** Settles when there is a subshell, or when it is clear that there will be none. */
  async startSubshell(): Promise<void> {
    if (!this._kernel.supportsSubshells) return;
    const started = this._kernel.requestCreateSubshell({}).done.then(
      reply => reply.content.subshell_id ?? null,
      () => null
    );
    let timer = 0;
    const patience = new Promise<null>(resolve => {
      timer = window.setTimeout(resolve, SUBSHELL_PATIENCE, null);
    });
    this._subshell = await Promise.race([started, patience]);
    window.clearTimeout(timer);
  }

  open(data: Data): void {
    const content = { comm_id: this._comm.commId, target_name: TARGET, data: { ...data } };
    this._deliver(common => KernelMessage.createMessage({ ...common, msgType: 'comm_open', content }));
    this._opened = true;
  }

  send(data: Data): void {
    const content = { comm_id: this._comm.commId, data: { ...data } };
    this._deliver(common => KernelMessage.createMessage({ ...common, msgType: 'comm_msg', content }));
  }

  /** Ends the conversation, and tells the kernel. */
  close(): void {
    if (this._closed) return;
    const content = { comm_id: this._comm.commId, data: {} };
    if (this._opened) {
      this._deliver(common => KernelMessage.createMessage({ ...common, msgType: 'comm_close', content }));
    }
    this._end(true);
  }

  /** The kernel is gone: there is nobody to tell. */
  forget(): void {
    this._end(false);
  }

  private _end(alive: boolean): void {
    if (this._closed) return;
    this._closed = true;
    const subshell = this._subshell;
    if (alive && subshell !== null && !this._kernel.isDisposed && this._kernel.status !== 'dead') {
      this._kernel.requestDeleteSubshell({ subshell_id: subshell }, true);
    }
    if (!this._comm.isDisposed) this._comm.dispose();
  }

  /** What a comm would send itself; it knows only JupyterLab's own subshells. */
  private _deliver(make: (options: Common) => KernelMessage.IShellMessage): void {
    if (this._closed || this._kernel.isDisposed) return;
    const { username, clientId } = this._kernel;
    const options = { channel: 'shell', username, session: clientId } as const;
    const message = make(this._subshell === null ? options : { ...options, subshellId: this._subshell });
    this._kernel.sendShellMessage(message, false, true);
  }

  private readonly _comm: Kernel.IComm;
  private _subshell: string | null = null;
  private _opened = false;
  private _closed = false;
}
