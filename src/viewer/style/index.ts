/** All style of the viewer; each part stands beside what it is for. The narrow windows and paper come last, they overrule. */
import { drawingCss } from '../../layout/look';
import graph from '../../graph/graph.css';
import details from '../../views/details/details.css';
import program from '../../views/program/program.css';
import source from '../../views/source/source.css';
import tree from '../../views/tree/tree.css';
import colours from './colours.css';
import frame from './frame.css';
import narrow from './narrow.css';
import print from './print.css';

/** The drawing's own look comes first: what is chosen or found overrules it. */
export const STYLE = [
  colours,
  frame,
  program,
  source,
  drawingCss('.drawing'),
  graph,
  tree,
  details,
  narrow,
  print
].join('\n');
