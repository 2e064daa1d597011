import { isClabe, isCurp, isNss, isPersonRfc } from '@timbre/fiscal';
import { isGiven } from './employee';
import type { Employee } from './employee';
import { recurringItemPaths } from './given-items';
import type { RecurringItems } from './given-items';

/** A value of the record that cannot be right, whatever it is used for. */
export interface RecordIssue {
  readonly path: (string | number)[];
  readonly code: string;
  readonly message: string;
}

type Recorded = Pick<
  Employee,
  | 'rfc'
  | 'curp'
  | 'socialSecurityNumber'
  | 'bankAccount'
  | 'bankCode'
  | 'employmentStartedOn'
  | 'employmentEndedOn'
> &
  RecurringItems;

const clabeLength = 18;
const accountLengths: ReadonlySet<number> = new Set([10, 11, 16]);

/**
 * What is wrong with the data given, all at once. What is missing is no issue of the record:
 * readiness tells what a payroll would ask for.
 * - rfc_invalid: not the RFC of a natural person, or a generic one
 * - curp_invalid: not a CURP, or its check digit is another
 * - social_security_number_invalid: not eleven digits with the check digit of the IMSS
 * - bank_account_invalid: not 10, 11, 16 or 18 digits; a CLABE with a wrong check digit or a bank
 *   code beside it, another account without one (complement 1.2, NOM62 to NOM65)
 * - employment_dates_out_of_order: the last day employed is before the first
 * - recurring_item_invalid: a type that a calculation cannot be given, or no amount
 */
export function recordIssues(record: Recorded, today: string): RecordIssue[] {
  const issues: RecordIssue[] = [];
  const add = (path: (string | number)[], code: string, message: string) =>
    void issues.push({ path, code, message });
  if (isGiven(record.rfc) && !isPersonRfc(record.rfc)) {
    add(['rfc'], 'rfc_invalid', 'Not the RFC of a natural person.');
  }
  if (isGiven(record.curp) && !isCurp(record.curp)) {
    add(['curp'], 'curp_invalid', 'Not a CURP, or its check digit is wrong.');
  }
  if (isGiven(record.socialSecurityNumber) && !isNss(record.socialSecurityNumber)) {
    const message = 'Not a social security number, or its check digit is wrong.';
    add(['socialSecurityNumber'], 'social_security_number_invalid', message);
  }
  if (isGiven(record.bankAccount) && !isAccount(record.bankAccount, isGiven(record.bankCode))) {
    const message = 'A CLABE has a right check digit and no bank code; other accounts need one.';
    add(['bankAccount'], 'bank_account_invalid', message);
  }
  const { employmentStartedOn, employmentEndedOn } = record;
  if (isGiven(employmentStartedOn) && isGiven(employmentEndedOn)) {
    const message = 'The last day employed is before the first.';
    const isWrong = employmentEndedOn < employmentStartedOn;
    if (isWrong) add(['employmentEndedOn'], 'employment_dates_out_of_order', message);
  }
  for (const path of recurringItemPaths(record, today)) {
    add(path, 'recurring_item_invalid', 'A payroll cannot be given this type or amount.');
  }
  return issues;
}

function isAccount(account: string, hasBankCode: boolean): boolean {
  if (account.length === clabeLength) return isClabe(account) && !hasBankCode;
  return /^\d+$/.test(account) && accountLengths.has(account.length) && hasBankCode;
}
