/** One `KernelLink` a document; a document that shares its kernel uses the link of the one that has the comms. */
import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISessionContext } from '@jupyterlab/apputils';
import { KernelLink } from './kernelLink';

/** A notebook, a console: whatever has a session. */
export interface WithSession {
  readonly sessionContext: ISessionContext;
}

const AREAS = ['main', 'left', 'right', 'down'];

export class KernelLinks {
  constructor(private readonly _shell: JupyterFrontEnd.IShell) {}

  /**
   * The link that speaks to a document's kernel.
   *
   * JupyterLab lets one connection of a kernel handle comms: the one that was made first.
   */
  linkFor(document: WithSession): KernelLink {
    const { sessionContext } = document;
    const kernel = sessionContext.session?.kernel;
    if (!kernel || kernel.handleComms) return this._own(sessionContext);
    for (const other of this._sessions()) {
      const speaker = other.session?.kernel;
      if (speaker && speaker.id === kernel.id && speaker.handleComms) return this._own(other);
    }
    return this._own(sessionContext);
  }

  private _own(context: ISessionContext): KernelLink {
    let link = this._links.get(context);
    if (link === undefined || link.isDisposed) {
      link = new KernelLink(context);
      this._links.set(context, link);
      context.disposed.connect(() => this._links.get(context)?.dispose());
    }
    return link;
  }

  private *_sessions(): Iterable<ISessionContext> {
    for (const area of AREAS) {
      for (const widget of this._widgets(area)) {
        const { sessionContext } = widget as Partial<WithSession>;
        // One that is being closed still has its kernel, and tells us of its end first.
        if (sessionContext !== undefined && !sessionContext.isDisposed) yield sessionContext;
      }
    }
  }

  private _widgets(area: string): Iterable<unknown> {
    try {
      return this._shell.widgets(area);
    } catch {
      return []; // Notebook 7 has fewer areas
    }
  }

  private readonly _links = new WeakMap<ISessionContext, KernelLink>();
}
