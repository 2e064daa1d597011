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
 * The members of an earning line that a run computes. People enter only the amounts of an earning
 * line.
 */
type Computed<Lines extends string> = `${Lines}.${'basis' | 'percent' | 'factor' | 'unitValue'}`;

/**
 * Members that no public input has: the bank name of a payment (from the catalogue of banks), fields of
 * drafts from other services, and shares of a sale.
 */
type OfDrafts =
  | `input.${'payrollSource' | 'items.charged'}`
  | `input.complement.${'' | 'additionalPayments.'}payeeBank.name`;

/** Members that a simulated employee does not have: identity and place of work. */
type OfStoredEmployee =
  | `employee.${'email' | 'curp' | 'rfc' | 'legalName' | 'taxSystem' | 'postalCode' | 'stateCode'}`
  | `employee.${'paymentFrequency' | 'employeeNumber' | 'socialSecurityNumber' | 'positionRisk'}`
  | `employee.${'bankAccount' | 'bankCode' | 'jobTitle' | 'department'}`;

/** Members of the messages that only other callers send, so that no public input has them. */
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
