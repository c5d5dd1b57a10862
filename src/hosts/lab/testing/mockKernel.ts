/** For tests: a session whose kernel is played by the test. */
import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import type { Session } from '../kernelLink';
import { PROTOCOL } from '../../protocol';

interface Sent {
  readonly header: { readonly msg_type: string };
  readonly content: { readonly comm_id: string; readonly data: { readonly [name: string]: unknown } };
}

/** A kernel that refuses comms until `loaded`. */
export class MockKernel {
  loaded = false;
  protocol = PROTOCOL;
  language = 'python';
  handleComms = true;
  supportsSubshells = false;
  isDisposed = false;
  status: Kernel.Status = 'idle';
  readonly id = 'kernel';
  readonly username = '';
  readonly clientId = 'client';
  readonly asked: { readonly [name: string]: unknown }[] = [];
  readonly executed: string[] = [];
  reports: unknown[] = [];
  /** What the kernel says to `kernel_info`; a test may let it wait. */
  info: Promise<unknown> = Promise.resolve({ language_info: { name: 'python' } });
  announce: (() => void) | null = null;
  private comms: { commId: string; isDisposed: boolean; onMsg?(m: unknown): void; onClose?(): void }[] = [];

  speak(language: string): void {
    this.info = Promise.resolve({ language_info: { name: language } });
  }

  registerCommTarget(_target: string, callback: () => void): void {
    this.announce = callback;
  }

  createComm(): unknown {
    const comm = {
      commId: `comm-${this.comms.length}`,
      isDisposed: false,
      dispose(): void {
        comm.isDisposed = true;
      }
    };
    this.comms.push(comm);
    return comm;
  }

  requestExecute({ code }: { code: string }): { done: Promise<unknown> } {
    this.executed.push(code);
    this.loaded = true;
    this.announce?.();
    return { done: Promise.resolve({ content: { status: 'ok' } }) };
  }

  sendShellMessage(message: Sent): void {
    const { comm_id, data } = message.content;
    if (message.header.msg_type === 'comm_open') {
      if (this.loaded) this.say({ type: 'hello', protocol: this.protocol, version: '1' }, comm_id);
      else this.comms.find(one => one.commId === comm_id)?.onClose?.();
    } else if (message.header.msg_type === 'comm_msg') {
      this.asked.push(data);
      if (data['type'] === 'list') this.say({ id: data['id'], reports: this.reports }, comm_id);
    }
  }

  /** A message to the comm that was opened last, or to a given one. */
  say(data: unknown, commId?: string): void {
    const comm = commId === undefined ? this.comms.at(-1) : this.comms.find(one => one.commId === commId);
    comm?.onMsg?.({ content: { data } });
  }

  closeComm(): void {
    this.comms.at(-1)?.onClose?.();
  }
}

export class MockSession {
  session: { kernel: MockKernel } | null;
  isDisposed = false;
  readonly kernelChanged = new Signal<this, unknown>(this);
  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly connectionStatusChanged = new Signal<this, Kernel.ConnectionStatus>(this);

  constructor(kernel: MockKernel | null) {
    this.session = kernel === null ? null : { kernel };
  }

  status(status: Kernel.Status): void {
    if (this.session !== null) this.session.kernel.status = status;
    this.statusChanged.emit(status);
  }

  change(kernel: MockKernel | null): void {
    this.session = kernel === null ? null : { kernel };
    this.kernelChanged.emit(null);
  }

  get asSession(): Session {
    return this as unknown as Session;
  }
}

export const entry = (id: string): { readonly [name: string]: unknown } => ({
  id,
  name: id,
  equations: 3,
  created: '2026-01-01T00:00:00+00:00',
  cell: { execution_count: 2, id: null },
  complete: true,
  compilable: false
});
