/** Paths: how an equation is named in links and in `data-path`. `3/branches.1/0`: a step is `parameter.index`. */
import type { ReportTables, StageTables } from './tables';

/** The path text of an equation's row. */
export function pathOf(report: ReportTables, stage: StageTables, row: number): string {
  const { equations, regions } = stage;
  const steps: string[] = [String(equations.index[row])];
  let region = equations.region[row];
  while (regions.equation[region] >= 0) {
    const holder = regions.equation[region];
    steps.push(`${report.strings[regions.parameter[region]]}.${regions.index[region]}`);
    steps.push(String(equations.index[holder]));
    region = equations.region[holder];
  }
  return steps.reverse().join('/');
}

/** The row of the equation at a path text, -1 where there is none. */
export function rowAt(report: ReportTables, stage: StageTables, path: string): number {
  const steps = path.split('/');
  let region = 0;
  for (let k = 0; ; k += 2) {
    if (!/^\d+$/.test(steps[k] ?? '')) return -1;
    const row = equationAt(stage, region, Number(steps[k]));
    if (row < 0 || k + 1 >= steps.length) return row;
    region = regionAt(report, stage, row, steps[k + 1]);
    if (region < 0) return -1;
  }
}

function equationAt(stage: StageTables, region: number, index: number): number {
  const first = stage.region_equation_offsets[region];
  const row = first + index;
  return row < stage.region_equation_offsets[region + 1] ? stage.region_equations[row] : -1;
}

function regionAt(report: ReportTables, stage: StageTables, holder: number, step: string): number {
  const { regions, equation_regions, equation_region_offsets } = stage;
  for (let k = equation_region_offsets[holder]; k < equation_region_offsets[holder + 1]; k++) {
    const region = equation_regions[k];
    if (`${report.strings[regions.parameter[region]]}.${regions.index[region]}` === step) return region;
  }
  return -1;
}
