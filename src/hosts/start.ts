/** Stands behind a packed viewer in an output, an exported notebook or a site: starts it. */
import { startViewer } from './start-viewer';

void startViewer();
