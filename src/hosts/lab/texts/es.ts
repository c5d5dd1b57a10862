/** Spanish texts of the panel. */
import type { PanelTexts } from './en';

export const es: PanelTexts = {
  panel: 'jax_viz',
  open: 'Mostrar el panel de jax_viz',
  states: {
    'no-notebook': 'No hay ningún notebook abierto. Abra uno: el panel muestra los informes de su kernel.',
    'no-kernel': 'Este notebook no tiene kernel. Inicie uno desde el menú Kernel.',
    connecting: 'Conectando con el kernel…',
    busy: 'El kernel está ocupado. El panel sigue en cuanto responda.',
    'not-loaded': 'jax_viz no está cargado en este kernel.',
    connected: 'Conectado.',
    restarting: 'El kernel se está reiniciando.',
    dead: 'El kernel ya no existe. Reinícielo desde el menú Kernel.',
    'not-python': 'Este kernel no ejecuta Python. Elija un kernel de Python para este notebook.',
    elsewhere: 'Otro documento recibe los mensajes de este kernel. Ábralo o recargue la página.'
  },
  newerKernel: (kernel, panel) =>
    `jax_viz en el kernel (protocolo ${kernel}) es más nuevo que este panel (protocolo ${panel}). ` +
    'Ejecute pip install -U jupyterlab-jax-viz donde está instalado JupyterLab y recargue la página.',
  olderKernel: (kernel, panel) =>
    `jax_viz en el kernel (protocolo ${kernel}) es más antiguo que este panel (protocolo ${panel}). ` +
    'Ejecute %pip install -U jupyterlab-jax-viz en el notebook y reinicie el kernel.',
  load: 'Cargarlo',
  loadTitle: 'Ejecutar %load_ext jax_viz en el kernel',
  report: 'Informe',
  newest: 'El más reciente',
  equations: count => (count === 1 ? '1 ecuación' : `${count} ecuaciones`),
  cell: count => `celda [${count}]`,
  noReport: 'ningún programa',
  earlierKernel: 'kernel anterior',
  none: 'Aún no hay informes. Ponga %%jaxviz al comienzo de una celda y ejecútela, o llame a jax_viz.trace(f)(x).',
  stale:
    'El kernel que hizo este informe ya no existe. Lo que hay aquí sigue funcionando; ' +
    'ejecute la celda otra vez para obtener uno nuevo.',
  compile: 'Compilar',
  compileTitle: 'Bajar y compilar este programa en el kernel',
  compileStale: 'Solo el kernel que trazó el programa puede compilarlo, y ese kernel no responde.',
  compiling: 'Compilando…',
  stop: 'Detener',
  edited: cells => `Editado desde entonces: ${cells}. Ejecútelo otra vez para enlazar sus líneas.`,
  viewerFailed: reason => `No se pudo cargar el visor (${reason}). Recargue la página.`,
  loadFailed: reason =>
    `${reason}. Si jax_viz no está instalado para este kernel, ejecute %pip install jupyterlab-jax-viz en el notebook.`
};
