/**
 * Every text that a picture says itself, besides names of the program and of its source. Terms of the field that
 * Spanish keeps (jit, scan, carry, forward, backward) stand in no catalogue.
 */
export interface PictureTexts {
  /** Short: it stands in the second line of a box. */
  equations(count: number): string;
  line(line: number): string;
  lines(first: number, last: number): string;
  round(number: number): string;
  part(number: number): string;
  /** The `number`th of `count` calls of one jaxpr. */
  call(number: number, count: number): string;
  values(count: number): string;
  readonly batched: string;
  /** What a whole picture shows. */
  title(program: string, equations: number): string;
  readonly noProgram: string;
  branch(index: string): string;
  /** Names of nested jaxprs and of what goes in and out of them; a report says them in English. */
  readonly names: {
    readonly argument: string;
    readonly body: string;
    readonly condition: string;
    readonly constant: string;
    readonly continue: string;
    readonly 'false branch': string;
    readonly 'input ref': string;
    readonly kernel: string;
    readonly operand: string;
    readonly 'output ref': string;
    readonly result: string;
    readonly scratch: string;
    readonly 'true branch': string;
  };
}
