/** `#path` links of pages: `#3/branches.1/0` selects that equation. */
import { rowAt } from '../report/paths';
import { shownStage, type ViewContext } from '../views/context';
import { EquationReader } from '../views/equation';

/** The row that the page's address names, -1 if it names none of this stage. */
export function linkedRow(context: ViewContext): number {
  const path = decoded(location.hash.slice(1));
  return path === '' ? -1 : rowAt(context.report, shownStage(context), path);
}

/** The text behind percent signs; empty where they are not UTF-8, as of an address that was cut. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The page's address with the path of a row, or without one. */
export function linkTo(context: ViewContext, row: number): string {
  const base = location.href.split('#')[0];
  return row < 0 ? base : `${base}#${new EquationReader(context.report, shownStage(context)).path(row)}`;
}
