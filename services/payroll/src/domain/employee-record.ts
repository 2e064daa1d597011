import {
  accountLengths,
  clabeLength,
  isClabe,
  isCurp,
  isCurpOfRfc,
  isNss,
  isPersonRfc,
} from '@timbre/fiscal';
import { isGiven } from './employee';
import type { Employee } from './employee';
import { recurringIssues } from './given-items';
import { pathOf } from './issues/issue';
import type { RecurringItems } from './given-items';

/** An issue about an invalid value in an employee record. */
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

/** A rule that validates one field or a combination of fields of an employee record. */
interface RecordRule {
  /**
   * The fields that the rule checks; the issue is reported at the first of these fields that the request
   * changes.
   */
  readonly fields: readonly Exclude<keyof Recorded, keyof RecurringItems>[];
  readonly code: string;
  readonly message: string;
  readonly isBroken: (record: Recorded) => boolean;
}

const rules: readonly RecordRule[] = [
  {
    fields: ['rfc'],
    code: 'rfc_invalid',
    message: 'Not the RFC of a natural person.',
    isBroken: ({ rfc }) => isGiven(rfc) && !isPersonRfc(rfc),
  },
  {
    fields: ['curp'],
    code: 'curp_invalid',
    message: 'Not a CURP, or its check digit is wrong.',
    isBroken: ({ curp }) => isGiven(curp) && !isCurp(curp),
  },
  {
    fields: ['curp', 'rfc'],
    code: 'curp_of_another_person',
    message: 'The CURP and the RFC are of two persons: date of birth or letters differ.',
    isBroken: ({ curp, rfc }) => isGiven(curp) && isGiven(rfc) && !isCurpOfRfc(curp, rfc),
  },
  {
    fields: ['socialSecurityNumber'],
    code: 'social_security_number_invalid',
    message: 'Not a social security number, or its check digit is wrong.',
    isBroken: ({ socialSecurityNumber: nss }) => isGiven(nss) && !isNss(nss),
  },
  {
    fields: ['bankAccount', 'bankCode'],
    code: 'bank_account_invalid',
    message:
      'A CLABE needs a correct check digit and no bank code; any other account needs a bank code.',
    isBroken: ({ bankAccount, bankCode }) =>
      isGiven(bankAccount) && !isAccount(bankAccount, isGiven(bankCode)),
  },
  {
    fields: ['employmentEndedOn', 'employmentStartedOn'],
    code: 'employment_dates_out_of_order',
    message: 'The last day employed is before the first.',
    isBroken: ({ employmentStartedOn, employmentEndedOn }) =>
      isGiven(employmentStartedOn) &&
      isGiven(employmentEndedOn) &&
      employmentEndedOn < employmentStartedOn,
  },
];

/**
 * Reports all issues of the employee data that a request changes. Unchanged data are not checked
 * again, because they were valid when they were stored. Readiness reports data that are missing or
 * that are no longer valid.
 * - rfc_invalid: the RFC is generic or is not the RFC of a natural person
 * - curp_invalid: the CURP does not have the form of a CURP, or its check digit is wrong
 * - curp_of_another_person: the CURP does not belong to the RFC, because the date of birth or the letters of
 *   the name differ
 * - social_security_number_invalid: the number does not have eleven digits that end with the check digit of
 *   the IMSS
 * - bank_account_invalid: the account must have 10, 11, 16 or 18 digits; a CLABE must have the right check
 *   digit and no bank code, and any other account must have a bank code (complement 1.2, NOM62 to NOM65)
 * - employment_dates_out_of_order: the last day of employment is before the first
 * - recurring_item_invalid: payroll does not accept the type, or the amount is missing
 */
export function recordIssues(
  record: Recorded,
  changed: Iterable<string>,
  today: string,
): RecordIssue[] {
  const names = new Set(changed);
  const broken = rules.flatMap(({ fields, code, message, isBroken }) => {
    const field = fields.find((name) => names.has(name));
    return field !== undefined && isBroken(record) ? [{ path: [field], code, message }] : [];
  });
  const items = recurringIssues(record, today)
    .map(pathOf)
    .filter(([list]) => names.has(String(list)));
  const message = 'Payroll does not accept this type or amount.';
  return [...broken, ...items.map((path) => ({ path, code: 'recurring_item_invalid', message }))];
}

function isAccount(account: string, hasBankCode: boolean): boolean {
  if (account.length === clabeLength) return isClabe(account) && !hasBankCode;
  return /^\d+$/.test(account) && accountLengths.has(account.length) && hasBankCode;
}
