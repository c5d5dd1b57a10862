/** What equations are grouped by: for each equation a path of keys, outermost first. */
import type { ReportTables, StageTables } from '../../report/tables';
import type { Grouping } from '../scene';

export interface GroupKeys {
  /** The keys of an equation's row. Equations with the same call stack share one array. */
  path(row: number): readonly number[];
  /** Function or scope name of a key. */
  name(key: number): string;
  /** Frame at which the called function of a key was called, -1 where unknown. */
  callSite(key: number): number;
  /** Whether the function of a key stands in the user's own code. */
  isUsers(key: number): boolean;
  /** Whether it is JAX's own, so that what happens in it has no frames. */
  isHidden(key: number): boolean;
}

export function groupKeys(report: ReportTables, stage: StageTables, grouping: Grouping): GroupKeys {
  switch (grouping) {
    case 'calls':
      return callKeys(report, stage);
    case 'scopes':
      return scopeKeys(report, stage);
    case 'phase':
      return phaseKeys(stage);
    case 'regions':
      return { path: () => NO_KEYS, name: () => '', callSite: () => -1, isUsers: () => true, isHidden: () => false };
  }
}

const NO_KEYS: readonly number[] = [];
export const PHASE_TEXT = ['', 'forward', 'backward', 'recompute'];

/**
 * A key is one call: the place it was called from, and the function. The last call may be one into JAX itself,
 * whose frames a report leaves out: its public function (`jax.nn.logsumexp`).
 */
function callKeys(report: ReportTables, stage: StageTables): GroupKeys {
  const { frames, stacks, files, strings } = report;
  const calls: { site: number; name: string; kind: 'users' | 'library' | 'hidden' }[] = [];
  const known = new Map<string, number>();
  const stackPaths = new Map<number, readonly number[]>();

  const keyOf = (site: number, name: string, file: number): number => {
    const text = `${site}:${file}:${name}`;
    let key = known.get(text);
    if (key === undefined) {
      key = calls.length;
      known.set(text, key);
      calls.push({ site, name, kind: file < 0 ? 'hidden' : files[file].kind === 'library' ? 'library' : 'users' });
    }
    return key;
  };
  const pathOfStack = (stack: number): readonly number[] => {
    const missing: number[] = [];
    let path = NO_KEYS;
    for (let at = stack; at >= 0; at = stacks.parent[at]) {
      const found = stackPaths.get(at);
      if (found !== undefined) {
        path = found;
        break;
      }
      missing.push(at);
    }
    for (let at = missing.pop(); at !== undefined; at = missing.pop()) {
      const parent = stacks.parent[at];
      const frame = stacks.frame[at];
      const site = parent < 0 ? -1 : stacks.frame[parent];
      path = [...path, keyOf(site, strings[frames.function[frame]], frames.file[frame])];
      stackPaths.set(at, path);
    }
    return path;
  };
  /** What a nested equation has from its holder (`lax.scan`) is no call in the nested jaxpr. */
  const ownVia = (row: number): number => {
    const { via, region } = stage.equations;
    const holder = stage.regions.equation[region[row]];
    return holder >= 0 && via[holder] === via[row] ? 0 : via[row];
  };
  const viaPaths = new Map<number, readonly number[]>();
  const paths = Array.from({ length: stage.count }, (_, row) => {
    const stack = stage.equations.stack[row];
    const via = ownVia(row);
    if (via === 0) return pathOfStack(stack);
    const both = (stack + 1) * strings.length + via;
    let path = viaPaths.get(both);
    if (path === undefined) {
      path = [...pathOfStack(stack), keyOf(stack < 0 ? -1 : stacks.frame[stack], strings[via], -1)];
      viaPaths.set(both, path);
    }
    return path;
  });
  return {
    path: row => paths[row],
    name: key => calls[key].name,
    callSite: key => calls[key].site,
    isUsers: key => calls[key].kind === 'users',
    isHidden: key => calls[key].kind === 'hidden'
  };
}

/** A key is a name scope in its enclosing ones. */
function scopeKeys(report: ReportTables, stage: StageTables): GroupKeys {
  const names: string[] = [];
  const known = new Map<string, number>();
  const paths = new Map<number, readonly number[]>();
  return {
    path: row => {
      const scopes = stage.equations.scopes[row];
      let path = paths.get(scopes);
      if (path === undefined) {
        const text = report.strings[scopes];
        const segments = text === '' ? [] : text.split('/');
        path = segments.map((segment, depth) => {
          const whole = segments.slice(0, depth + 1).join('/');
          let key = known.get(whole);
          if (key === undefined) {
            key = names.length;
            known.set(whole, key);
            names.push(segment);
          }
          return key;
        });
        paths.set(scopes, path);
      }
      return path;
    },
    name: key => names[key],
    callSite: () => -1,
    isUsers: () => true,
    isHidden: () => false
  };
}

/** A key is a phase. */
function phaseKeys(stage: StageTables): GroupKeys {
  const paths = PHASE_TEXT.map((_, phase) => (phase === 0 ? NO_KEYS : [phase]));
  return {
    path: row => paths[stage.equations.phase[row]],
    name: key => PHASE_TEXT[key],
    callSite: () => -1,
    isUsers: () => true,
    isHidden: () => false
  };
}
