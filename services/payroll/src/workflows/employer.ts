import type { payroll } from '@timbre/contract';
import { isEmployerRegistration } from '@timbre/fiscal';
import { invalid, type CallContext, type Issue, type Reader, type Transaction } from '@timbre/kit';
import { recordIssues } from '../domain/employee-record';
import { isGiven } from '../domain/employee';
import type { EmployerFacts } from '../domain/employer-record';
import type { FiscalIdentity } from '../domain/ports';
import { EmployerRecord, storedEmployer, type StoredEmployer } from '../store/employers';

/** The providers of operations that read the employer data. */
export interface EmployerProviders {
  fiscal: FiscalIdentity<CallContext>;
}

/** Reads the employer settings of the organization, with the RFC from fiscal-cfdi. */
export const readEmployer = async (read: Reader): Promise<EmployerFacts> =>
  factsOf(await storedEmployer(read));

/** Reads the employer settings like `readEmployer`, but inside a transaction. */
export const employerIn = async (tx: Transaction): Promise<EmployerFacts> =>
  factsOf(await tx.findBy(EmployerRecord, {}));

function factsOf(stored: StoredEmployer | undefined): EmployerFacts {
  if (!stored) return { settings: {} };
  const { registrations, curp, stateCode, minimumWageZone, settings } = stored;
  const [first] = registrations;
  return { registration: first?.registration, curp, stateCode, minimumWageZone, settings };
}

/**
 * Returns the employer data with the values that a request states. Values that the request does not state
 * are not changed.
 */
export function employerWith(
  known: EmployerFacts,
  given: EmployerFacts | payroll.EmployerFields = {},
): EmployerFacts {
  const settings = { ...known.settings, ...givenOf(given.settings ?? {}) };
  return { ...known, ...(givenOf(given) as Partial<EmployerFacts>), settings };
}

const givenOf = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));

/**
 * Reports invalid data of an employer in a request or in the settings.
 * - employer_registration_invalid: the text is not an employer's registration with a social security
 *   institution
 * - curp_invalid: the CURP does not have the form of a CURP, or its check digit is wrong
 */
export function employerIssues({
  registration,
  curp,
}: Pick<payroll.EmployerFields, 'registration' | 'curp'>): Issue[] {
  const issues: Issue[] = recordIssues({ curp }, ['curp'], '');
  if (registration === undefined || isEmployerRegistration(registration)) return issues;
  const message =
    'Not the registration of an employer: IMSS gives a letter or digit and ten digits.';
  const path = ['registration'];
  return [{ path, code: 'employer_registration_invalid', message }, ...issues];
}

/** @throws Refusal validation_error with the path of the request's `employer` */
export function refuseWrongEmployer(given: payroll.EmployerFields | undefined): void {
  const issues = employerIssues(given ?? {});
  if (issues.length === 0) return;
  throw invalid(issues.map((issue) => ({ ...issue, path: ['employer', ...issue.path] })));
}
