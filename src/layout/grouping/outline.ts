/**
 * The outline of a stage: everything that may be drawn as one box, as a tree that is made as far as it is
 * looked at. It does not know what is open; ids and contents are the same in every scene.
 */
import { Dataflow } from '../../report/dataflow';
import type { ReportTables, StageTables } from '../../report/tables';
import { endNodes, inputPositions, MANY, outputPositions } from './terminals';
import type { Ends } from './terminals';
import { frameFinder, lineNumbers } from './frames';
import type { Group, Item } from './group';
import type { GroupSource } from './groups';
import { groupRegion } from './groups';
import type { GroupKeys } from './keys';
import { groupKeys } from './keys';
import { findPlumbing, findResults, foldMarks } from './plumbing';
import type { BoxKind, Grouping } from '../scene';
import type { PictureTexts } from '../texts';
import { pictureTexts } from '../texts';
import { Wording } from './wording';

export interface Node {
  id: string;
  kind: BoxKind;
  label: string;
  code: boolean;
  detail: string;
  badge: string;
  phase: number;
  batched: boolean;
  /** The equation that it is, else -1. */
  equation: number;
  /** The region that it is, else -1. */
  region: number;
  group: Group | null;
  ends: Ends | null;
  /** Rows of the region it lies in that are in it, without what is nested in them. */
  rows: readonly number[];
  /** Number of equations in it at any depth, its own included. */
  size: number;
  expandable: boolean;
}

/** Levels of more boxes than this are cut into parts; where no other groups are wanted, only what nobody can look over. */
const LONGEST = 80;
const LONGEST_PLAIN = 200;

export class Outline {
  readonly keys: GroupKeys;
  private readonly plumbing: Uint8Array;
  private readonly isResult: Uint8Array;
  /** Row after the last one nested in an equation; nested rows follow their holder. */
  private readonly nestedEnd: Int32Array;
  private readonly wording: Wording;
  private readonly source: GroupSource;
  readonly dataflow: Dataflow;
  private readonly contents = new Map<string, Node[]>();
  /** Default openings by budget, kept for `visibleGraph`. */
  readonly openings = new Map<number, ReadonlySet<string>>();
  private readonly trees = new Map<number, readonly Item[]>();

  constructor(
    readonly report: ReportTables,
    readonly program: number,
    readonly stage: StageTables,
    readonly grouping: Grouping,
    /** Plumbing equations are boxes of their own. */
    readonly showPlumbing: boolean,
    readonly texts: PictureTexts = pictureTexts(),
    /** Inputs or outputs of a region that have a box each; more are put together. */
    private readonly many = MANY
  ) {
    this.keys = groupKeys(report, stage, grouping);
    this.plumbing = findPlumbing(report, stage);
    this.isResult = findResults(stage);
    this.nestedEnd = findNestedEnds(stage);
    this.dataflow = new Dataflow(stage);
    this.wording = new Wording(report, stage, this.keys, this.plumbing, texts);
    const inCalls = grouping === 'calls';
    this.source = {
      stage,
      keys: this.keys,
      plumbing: this.plumbing,
      lines: inCalls,
      longest: grouping === 'regions' ? LONGEST_PLAIN : LONGEST,
      frameAt: frameFinder(report, stage),
      lineOf: lineNumbers(report)
    };
  }

  /** The boxes of the top level. */
  roots(): Node[] {
    return this.cached('', () => this.regionContents(0));
  }

  /** What is directly in an expandable node. */
  children(node: Node): Node[] {
    return this.cached(node.id, () => {
      if (node.ends !== null) return this.endParts(node.ends);
      if (node.group !== null) return this.itemNodes(node.group.children, node.id);
      if (node.region >= 0) return this.regionContents(node.region);
      const regions = this.regionsOf(node.equation);
      return regions.length === 1 ? this.regionContents(regions[0]) : regions.map(region => this.regionNode(region));
    });
  }

  /** Regions of an equation, in order. */
  regionsOf(row: number): number[] {
    const { equation_region_offsets: offsets, equation_regions: regions } = this.stage;
    return Array.from(regions.subarray(offsets[row], offsets[row + 1]));
  }

  /** All equations in a node, at any depth. */
  members(node: Node): Int32Array {
    const rows = new Int32Array(node.size);
    let k = 0;
    const own = node.region >= 0 ? this.regionRows(node.region) : node.rows;
    for (const row of own) for (let r = row; r < this.nestedEnd[row]; r++) rows[k++] = r;
    return rows;
  }

  /** Own equations of a region. */
  regionRows(region: number): Int32Array {
    const { region_equation_offsets: offsets, region_equations: rows } = this.stage;
    return rows.subarray(offsets[region], offsets[region + 1]);
  }

  private cached(id: string, make: () => Node[]): Node[] {
    let nodes = this.contents.get(id);
    if (nodes === undefined) this.contents.set(id, (nodes = make()));
    return nodes;
  }

  private regionContents(region: number): Node[] {
    let tree = this.trees.get(region);
    if (tree === undefined) {
      this.trees.set(region, (tree = groupRegion(this.source, Array.from(this.regionRows(region)))));
    }
    return [
      ...this.endParts({ region, side: 'in', positions: inputPositions(this.report, this.stage, region) }),
      ...this.itemNodes(tree, ''),
      ...this.endParts({ region, side: 'out', positions: outputPositions(this.report, this.stage, region) })
    ];
  }

  private endParts(ends: Ends): Node[] {
    const { report, stage, texts, many } = this;
    return endNodes({ report, program: report.programs[this.program], stage, texts, many }, ends);
  }

  private itemNodes(items: readonly Item[], holder: string): Node[] {
    const nodes: Node[] = [];
    const folded: number[] = [];
    for (const item of items) {
      if (typeof item !== 'number') nodes.push(this.groupNode(item, holder));
      else if (this.plumbing[item] === 1 && !this.showPlumbing) folded.push(item);
      else nodes.push(this.equationNode(item));
    }
    folded.sort((a, b) => a - b);
    for (const rows of foldMarks(this.stage, this.isResult, folded)) nodes.push(this.markNode(rows));
    return nodes;
  }

  private groupNode(group: Group, holder: string): Node {
    // A group's first row alone does not name it: an enclosing group may begin with the same row.
    const depth = holder.startsWith('g') ? Number(holder.split('.')[1]) + 1 : 0;
    const id = `g${this.grouping[0]}${group.rows[0]}.${depth}`;
    const size = this.sizeOf(group.rows);
    return this.node({
      id,
      kind: 'group',
      group,
      rows: group.rows,
      size,
      expandable: true,
      ...this.wording.group(group, size)
    });
  }

  private equationNode(row: number): Node {
    const size = this.nestedEnd[row] - row;
    const words = this.wording.equation(row);
    return this.node({
      id: `e${row}`,
      kind: 'equation',
      equation: row,
      rows: [row],
      size,
      expandable: size > 1,
      ...words
    });
  }

  private markNode(rows: number[]): Node {
    const words = this.wording.mark(rows);
    return this.node({ id: `m${rows[0]}`, kind: 'mark', rows, size: rows.length, expandable: false, ...words });
  }

  private regionNode(region: number): Node {
    const size = this.sizeOf(this.regionRows(region));
    const words = this.wording.region(region, size);
    return this.node({ id: `r${region}`, kind: 'region', region, rows: [], size, expandable: size > 0, ...words });
  }

  private node(
    given: Partial<Node> & Pick<Node, 'id' | 'kind' | 'label' | 'detail' | 'badge' | 'rows' | 'size'>
  ): Node {
    const own = given.region !== undefined && given.region >= 0 ? this.regionRows(given.region) : given.rows;
    return {
      equation: -1,
      region: -1,
      group: null,
      ends: null,
      code: false,
      expandable: false,
      phase: commonValue(this.stage.equations.phase, own),
      batched: commonValue(this.stage.equations.batched, own) === 1,
      ...given
    };
  }

  private sizeOf(rows: ArrayLike<number>): number {
    let size = 0;
    for (let k = 0; k < rows.length; k++) size += this.nestedEnd[rows[k]] - rows[k];
    return size;
  }
}

/** The value that a column has in all rows, 0 where it differs or there are none. */
function commonValue(column: Int32Array, rows: ArrayLike<number>): number {
  if (rows.length === 0) return 0;
  const first = column[rows[0]];
  for (let k = 1; k < rows.length; k++) if (column[rows[k]] !== first) return 0;
  return first;
}

function findNestedEnds(stage: StageTables): Int32Array {
  const { equations, regions, count } = stage;
  const ends = new Int32Array(count);
  for (let row = count - 1; row >= 0; row--) {
    if (ends[row] === 0) ends[row] = row + 1;
    const holder = regions.equation[equations.region[row]];
    if (holder >= 0) ends[holder] = Math.max(ends[holder], ends[row]);
  }
  return ends;
}
