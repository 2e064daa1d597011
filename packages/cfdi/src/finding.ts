/** The place of a finding in the model: `['conceptos', 0, 'importe']`. */
export type Path = readonly (string | number)[];

/** Something wrong with a document. */
export interface Finding {
  /** The SAT's code (`CFDI40108`, `CRP20217`, `NOM44`), or a PAC's (`301`, `302`, `401`). */
  readonly code: string;
  readonly path: Path;
  readonly message: string;
}

/** Malformed XML or not in the schema: the PAC's code for every structural fault. */
export const STRUCTURE = '301';
