/**
 * The viewer as JupyterLab loads it: the one file that pages and static pictures use too, byte for byte.
 *
 * The extension itself stays a few kilobytes; the viewer is fetched when the first report is shown.
 */
import type { mount, Viewer } from '../viewer';

export interface ViewerModule {
  readonly mount: typeof mount;
}

export type MountedViewer = Pick<Viewer, 'ready' | 'replace' | 'dispose' | 'files' | 'choosePlace'>;

// `?asset` (see webpack.config.cjs) emits the file as it is instead of compiling it in.
const VIEWER_URL = new URL('../../../jax_viz/static/viewer.js?asset', import.meta.url);

let loading: Promise<ViewerModule> | null = null;

/** Loads the viewer once for all outputs. After a failure the next output tries again. */
export function loadViewer(): Promise<ViewerModule> {
  loading ??= (import(/* webpackIgnore: true */ VIEWER_URL.href) as Promise<ViewerModule>).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
