import type { payroll } from '@timbre/contract';
import { invalid, type CallContext, type Reader, type Transaction } from '@timbre/kit';
import { recordIssues } from '../domain/employee-record';
import type { EmployerFacts } from '../domain/employer-record';
import type { FiscalIdentity } from '../domain/ports';
import { EmployerRecord } from '../store/employers';

/** The providers of operations that read the employer. */
export interface EmployerProviders {
  fiscal: FiscalIdentity<CallContext>;
}

type Stored = Pick<
  EmployerRecord,
  'registration' | 'curp' | 'stateCode' | 'minimumWageZone' | 'settings'
>;

const selected = `select r.registration, r.curp, r.state_code as "stateCode",
  r.minimum_wage_zone as "minimumWageZone", r.settings from employers r`;

/** The current employer. The caller gets `rfc` from fiscal-cfdi beforehand. */
export async function readEmployer(read: Reader, rfc: string | undefined): Promise<EmployerFacts> {
  const [stored] = await read.rows<Stored>(`${selected} where r.org_id = :org`);
  return { rfc, ...(stored ?? { settings: {} }) };
}

/** Merges the employer data of a request into the stored data, and stores the result. */
export async function rememberEmployer(
  tx: Transaction,
  given: payroll.EmployerFields | undefined,
  rfc: string | undefined,
): Promise<EmployerFacts> {
  const stored = await tx.findBy(EmployerRecord, {});
  const facts = merged(stored, given);
  refuseWrongCurp(facts.curp);
  if (given && stored) Object.assign(stored, facts, { updatedAt: tx.now });
  if (given && !stored) tx.add(EmployerRecord, { ...facts, version: 1, updatedAt: tx.now });
  return { rfc, ...facts };
}

function merged(stored: Stored | undefined, given: payroll.EmployerFields | undefined): Stored {
  return {
    registration: given?.registration ?? stored?.registration ?? null,
    curp: given?.curp ?? stored?.curp ?? null,
    stateCode: given?.stateCode ?? stored?.stateCode ?? null,
    minimumWageZone:
      (given?.minimumWageZone as Stored['minimumWageZone']) ?? stored?.minimumWageZone ?? null,
    settings: { ...stored?.settings, ...definedOf(given?.settings ?? {}) },
  };
}

function definedOf<T extends object>(values: T): T {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as T;
}

function refuseWrongCurp(curp: string | null | undefined): void {
  const [issue] = recordIssues({ curp }, ['curp'], '');
  if (issue) throw invalid([{ ...issue, path: ['employer', ...issue.path] }]);
}
