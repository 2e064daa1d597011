import type { Lacking } from '@timbre/api';
import type { CallContext, Exact, RequestOf, ResponseOf } from '@timbre/kit';

/**
 * A client type that requires every member of a message in each request. It is a compile error if
 * the public input lacks a member of the message, or if the message lacks a given member (`Exact`).
 */
export type WholeClient<Definition> = {
  [Name in keyof Definition]: <Given extends RequestOf<Definition[Name]>>(
    request: Given &
      Exact<Given, RequestOf<Definition[Name]>> &
      Whole<
        Exclude<Lacking<Given, RequestOf<Definition[Name]>>, NotPublic[Name & keyof NotPublic]>
      >,
    context: CallContext,
  ) => Promise<ResponseOf<Definition[Name]>>;
} & { close(): void };

type Whole<Names> = [Names] extends [never] ? unknown : { lacks: Names };

/** The members of a payroll item that only deductions have, or that only earnings have. */
type OfItems<Earnings extends string, Deductions extends string> =
  `${Earnings}.${'basis' | 'percent' | 'factor' | 'unitValue'}` | `${Deductions}.shares`;
type OfRecurring<At extends string> =
  | OfItems<`${At}.recurringEarnings`, `${At}.recurringDeductions`>
  | `${At}.recurringEarnings.shares`;
type OfIncidents = OfItems<'incidents.otherEarnings', 'incidents.deductions'>;

/**
 * Members that the public input of a draft does not have: the bank name of a payment, which comes
 * from the catalogue of banks, and fields that only other services set.
 */
type OfDrafts =
  | `input.${'payrollSource' | 'items.charged'}`
  | `input.complement.${'' | 'additionalPayments.'}payeeBank.name`;

/** Members that a simulated employee does not have: identity and place of work. */
type OfStoredEmployee =
  | `employee.${'email' | 'curp' | 'rfc' | 'legalName' | 'taxSystem' | 'postalCode' | 'stateCode'}`
  | `employee.${'paymentFrequency' | 'employeeNumber' | 'socialSecurityNumber' | 'positionRisk'}`
  | `employee.${'bankAccount' | 'bankCode' | 'jobTitle' | 'department'}`;

/**
 * For each rpc, the message members that only other services send, so that the public input does
 * not have them.
 */
interface NotPublic {
  createCfdi: OfDrafts;
  previewCfdi: OfDrafts;
  updateCfdi: OfDrafts;
  createEmployee: OfRecurring<'fields'>;
  updateEmployee: OfRecurring<'fields'>;
  updatePayrollRow: OfIncidents;
  simulatePayroll: OfStoredEmployee | OfRecurring<'employee'> | OfIncidents;
  /** A complement can be part of a customer's payment, but not of a payment to a supplier. */
  recordPayablePayment: `payment.${'complement' | 'exchangeRate' | 'complementDocumentRef' | 'received'}`;
  /** Only a patch can change these members. */
  createExpenseCategory: 'fields.active';
  createWebhook: 'fields.status';
  /** No patch can change this member. */
  updateExpense: 'fields.occurredAt';
  /** Only payroll requests its own kind of documents. Every other caller requests all kinds. */
  getFiscalReadiness: 'kind';
}
