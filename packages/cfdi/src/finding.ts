/** The path of a finding in the model, for example `['conceptos', 0, 'importe']`. */
export type Path = readonly (string | number)[];

/** A fault that was found in a document. */
export interface Finding {
  /**
   * The SAT's code (`CFDI40108`, `CRP20217`, `NOM44`, `Reten20131`), or a PAC's code (`301`, `302`, `401`).
   */
  readonly code: string;
  readonly path: Path;
  readonly message: string;
}

/**
 * The maximum number of findings, after which reading and validation stop. The limit is high enough,
 * because a person cannot correct more findings at once. A hostile document of 5 MB can have 700,000
 * findings, which take seconds and hundreds of megabytes.
 */
export const FINDINGS_MAX = 1000;

/** The PAC's code for every structural fault: malformed XML, or a violation of the schema. */
export const STRUCTURE = '301';

/**
 * The code for a version of a SAT document that this package cannot read. This code is then the only
 * finding of the document.
 */
export const UNREAD_VERSION = 'unread_version';

class EnoughFindings extends Error {}

/**
 * Adds a finding. At the limit, the function throws, and `collectFindings` returns the findings up to that
 * point.
 */
export function addFinding(findings: Finding[], finding: Finding): void {
  findings.push(finding);
  if (findings.length >= FINDINGS_MAX) throw new EnoughFindings();
}

/** Returns the findings that `work` adds, up to the limit. */
export function collectFindings(work: (findings: Finding[]) => void): Finding[] {
  const findings: Finding[] = [];
  try {
    work(findings);
  } catch (error) {
    if (!(error instanceof EnoughFindings)) throw error;
  }
  return findings;
}
