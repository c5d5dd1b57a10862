/** Every text that the viewer says itself. One catalogue a language stands in `viewer/texts`. */
export interface Texts {
  readonly language: 'en' | 'es';
  equations(count: number): string;
  uniqueEquations(unique: number): string;
  drawnOf(drawn: number, count: number): string;
  readonly trace: string;
  readonly lower: string;
  readonly compile: string;
  readonly cached: string;
  readonly timingsTitle: string;
  /** Instead of all three. */
  readonly allCached: string;
  readonly allCachedTitle: string;
  readonly search: string;
  readonly searchTitle: string;
  /** The most useful of it, in one line. */
  readonly searchHint: string;
  /** Where a word was found; `field` is the search's own name for it. */
  foundIn(counts: readonly (readonly [field: string, count: number])[]): string;
  found(position: number, count: number): string;
  readonly foundNone: string;
  /** Of a regular expression. */
  slowSearch: string;
  badSearch(message: string): string;
  readonly fit: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly menu: string;
  /** `long`: that takes seconds. */
  openAll(equations: number, long: boolean): string;
  readonly openLess: string;
  openAllAgain(equations: number): string;
  openingAll(equations: number): string;
  readonly minimap: string;
  readonly minimapTitle: string;
  /** `share` is the part of the drawing that is in the window, 0 to 1. */
  inSight(share: number): string;
  readonly on: string;
  readonly off: string;
  readonly saveSvg: string;
  readonly savePng: string;
  readonly saveDot: string;
  readonly saveJson: string;
  readonly copyLink: string;
  readonly linkCopied: string;
  readonly keys: string;
  readonly close: string;
  readonly languageName: string;
  readonly theme: string;
  readonly themeAuto: string;
  readonly themeLight: string;
  readonly themeDark: string;
  readonly program: string;
  readonly stages: string;
  readonly stageAsGiven: string;
  readonly group: string;
  readonly groupings: {
    readonly calls: string;
    readonly scopes: string;
    readonly phase: string;
    readonly regions: string;
  };
  readonly plumbing: string;
  plumbingFolded(count: number): string;
  readonly plumbingTitle: string;
  readonly picture: string;
  readonly tree: string;
  readonly showAs: string;
  readonly panes: string;
  readonly source: string;
  readonly graph: string;
  readonly details: string;
  readonly views: string;
  readonly viewNames: { readonly program: string };
  graphLabel(program: string, equations: number): string;
  readonly graphHint: string;
  treeLabel(program: string): string;
  readonly noSource: string;
  readonly files: string;
  line(place: number | string): string;
  /** `calls` are equations that come from inside what the line calls; `continued`: the expression began above. */
  lineLabel(
    line: number,
    text: string,
    equations: { readonly own: number; readonly calls: number; readonly continued: boolean }
  ): string;
  readonly loading: string;
  failed(what: string, message: string): string;
  readonly phases: { readonly forward: string; readonly backward: string; readonly recompute: string };
  readonly phaseColours: string;
  readonly noPhase: string;
  readonly batched: string;
  readonly primitive: string;
  readonly functionName: string;
  readonly via: string;
  readonly inputs: string;
  readonly outputs: string;
  readonly params: string;
  readonly scopes: string;
  readonly effects: string;
  readonly path: string;
  readonly callStack: string;
  readonly regions: string;
  regionOf(equations: number, trips: number): string;
  readonly literal: string;
  readonly argument: string;
  readonly arguments: string;
  readonly staticArguments: string;
  readonly results: string;
  readonly result: string;
  readonly constants: string;
  readonly faults: string;
  readonly madeBy: string;
  readonly selection: string;
  readonly count: string;
  readonly total: string;
  more(count: number): string;
  readonly noKernel: string;
  readonly emptyReport: string;
  readonly bytesOut: string;
  readonly weakType: string;
  readonly bytes: string;
  readonly yes: string;
  readonly producer: string;
  readonly readBy: string;
  readonly primitives: string;
  /** What the codes in `Equations.hint` mean. */
  readonly hints: { readonly [code: string]: string | undefined };
  /** What the number keys do. */
  readonly viewKeys: string;
  readonly keyList: readonly (readonly [string, string])[];
}
