/** English texts of the panel: the catalogue that fixes the keys. */
export const en = {
  panel: 'jax_viz',
  open: 'Show the jax_viz panel',
  states: {
    'no-notebook': 'No notebook is open. Open one: the panel shows the reports of its kernel.',
    'no-kernel': 'This notebook has no kernel. Start one from the Kernel menu.',
    connecting: 'Connecting to the kernel…',
    busy: 'The kernel is busy. The panel goes on as soon as it answers.',
    'not-loaded': 'jax_viz is not loaded in this kernel.',
    connected: 'Connected.',
    restarting: 'The kernel is restarting.',
    dead: 'The kernel is gone. Restart it from the Kernel menu.',
    'not-python': 'This kernel does not run Python. Choose a Python kernel for this notebook.',
    elsewhere: 'Another document has this kernel’s messages. Open that one, or reload the page.'
  },
  newerKernel: (kernel: number, panel: number): string =>
    `jax_viz in the kernel (protocol ${kernel}) is newer than this panel (protocol ${panel}). ` +
    'Run pip install -U jupyterlab-jax-viz where JupyterLab is installed and reload the page.',
  olderKernel: (kernel: number, panel: number): string =>
    `jax_viz in the kernel (protocol ${kernel}) is older than this panel (protocol ${panel}). ` +
    'Run %pip install -U jupyterlab-jax-viz in the notebook and restart the kernel.',
  load: 'Load it',
  loadTitle: 'Run %load_ext jax_viz in the kernel',
  report: 'Report',
  newest: 'Newest',
  equations: (count: number): string => (count === 1 ? '1 equation' : `${count} equations`),
  cell: (count: number): string => `cell [${count}]`,
  noReport: 'no program',
  earlierKernel: 'earlier kernel',
  none: 'No report yet. Put %%jaxviz above a cell and run it, or call jax_viz.trace(f)(x).',
  stale: 'The kernel that made this report is gone. What is here keeps working; run the cell again for a new one.',
  compile: 'Compile',
  compileTitle: 'Lower and compile this program in the kernel',
  compileStale: 'Only the kernel that traced the program can compile it, and that kernel does not answer.',
  compiling: 'Compiling…',
  stop: 'Stop',
  edited: (cells: string): string => `Edited since: ${cells}. Run it again to link its lines.`,
  viewerFailed: (reason: string): string => `The viewer could not be loaded (${reason}). Reload the page.`,
  loadFailed: (reason: string): string =>
    `${reason}. If jax_viz is not installed for this kernel, run %pip install jupyterlab-jax-viz in the notebook.`
};

export type PanelTexts = typeof en;
