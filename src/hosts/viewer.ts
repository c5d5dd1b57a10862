/** Entry of the one bundle. Every host loads this file and calls `mount`, or `showReport` where it has a model. */
import { mount } from './mount';
import { boot } from './page';
import { showReport } from './widget';

export type { Payload } from '../layout/protocol';
export type { Host, Language, SourceMark, Theme } from '../report/host';
export type { Viewer, ViewerOptions } from '../viewer/viewer';
export type { PageHandle } from './mount';
export { mount, showReport };

/** The bundle is an anywidget module too: for hosts that have no kernel and give the report with the model. */
export default { render: showReport };

if (typeof window !== 'undefined') {
  window.jaxVizMount = mount;
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => boot(document, mount), { once: true });
  else boot(document, mount);
}
