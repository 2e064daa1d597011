/** The place of a finding in the model: `['conceptos', 0, 'importe']`. */
export type Path = readonly (string | number)[];

/** Something wrong with a document. */
export interface Finding {
  /** The SAT's code (`CFDI40108`, `CRP20217`, `NOM44`, `Reten20131`), or a PAC's (`301`, `302`, `401`). */
  readonly code: string;
  readonly path: Path;
  readonly message: string;
}

/**
 * Reading and validation stop at this many findings. A person cannot correct more at once, and a hostile
 * document of 5 MB has 700,000, which take seconds and hundreds of megabytes.
 */
export const FINDINGS_MAX = 1000;

/** Malformed XML or not in the schema: the PAC's code for every structural fault. */
export const STRUCTURE = '301';

/** A document of the SAT in a version that this engine does not read; its only finding. */
export const UNREAD_VERSION = 'unread_version';

class EnoughFindings extends Error {}

/** Adds a finding. The last one that the bound allows ends `collectFindings`. */
export function addFinding(findings: Finding[], finding: Finding): void {
  findings.push(finding);
  if (findings.length >= FINDINGS_MAX) throw new EnoughFindings();
}

/** The findings that `work` adds up to the bound. */
export function collectFindings(work: (findings: Finding[]) => void): Finding[] {
  const findings: Finding[] = [];
  try {
    work(findings);
  } catch (error) {
    if (!(error instanceof EnoughFindings)) throw error;
  }
  return findings;
}
