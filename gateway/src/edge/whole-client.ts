import type { Lacking } from '@timbre/api';
import type { CallContext, Exact, RequestOf, ResponseOf } from '@timbre/kit';

/**
 * A client that requires requests with every member of their messages. A member of the message that the
 * public input lacks does not compile, and neither does a member that the message lacks (`Exact`).
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

/**
 * The members of an earning line that only a payroll run computes. People enter only the amounts of
 * a line.
 */
type Computed<Lines extends string> = `${Lines}.${'basis' | 'percent' | 'factor' | 'unitValue'}`;

/**
 * Members that no public input has: the bank name of a payment, which comes from the catalogue of
 * banks, and fields that only other services set.
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
 * For each rpc, the members of its message that only other services send, so that the public input
 * does not have them.
 */
interface NotPublic {
  createCfdi: OfDrafts;
  previewCfdi: OfDrafts;
  updateCfdi: OfDrafts;
  createEmployee: Computed<'fields.recurringEarnings'>;
  updateEmployee: Computed<'fields.recurringEarnings'>;
  updatePayrollRow: Computed<'incidents.otherEarnings'>;
  simulatePayroll:
    OfStoredEmployee | Computed<'employee.recurringEarnings'> | Computed<'incidents.otherEarnings'>;
  /** A complement can be part of a customer's payment, but not of a payment to a supplier. */
  recordPayablePayment: `payment.${'complement' | 'exchangeRate' | 'complementDocumentRef' | 'received'}`;
  /** Only a patch can change these members. */
  createExpenseCategory: 'fields.active';
  createWebhook: 'fields.status';
  /** No patch can change this member. */
  updateExpense: 'fields.occurredAt';
  /** Payroll requests only its own kind of documents. Every other caller requests all kinds. */
  getFiscalReadiness: 'kind';
}
