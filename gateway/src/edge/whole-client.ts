import type { Lacking } from '@timbre/api';
import type { CallContext, Exact, RequestOf, ResponseOf } from '@timbre/kit';

/**
 * A client that takes requests with every member of their messages: what the public input of an
 * operation lacks does not compile, as what the message lacks does not (`Exact`).
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

/** An earning line as a run computes it; people give amounts. */
type Computed<Lines extends string> = `${Lines}.${'basis' | 'percent' | 'factor' | 'unitValue'}`;

/** A bank of a payment whose name the catalogue of banks gives, what other services draft, and shares of a sale. */
type OfDrafts =
  | `input.${'payrollSource' | 'items.charged'}`
  | `input.complement.${'' | 'additionalPayments.'}payeeBank.name`;

/** A simulated employee differs from a stored one: it has neither identity nor place of work. */
type OfStoredEmployee =
  | `employee.${'email' | 'curp' | 'rfc' | 'legalName' | 'taxSystem' | 'postalCode' | 'stateCode'}`
  | `employee.${'paymentFrequency' | 'employeeNumber' | 'socialSecurityNumber' | 'positionRisk'}`
  | `employee.${'bankAccount' | 'bankCode' | 'jobTitle' | 'department'}`;

/** Members that these messages have for other callers, so that no public input has them. */
interface NotPublic {
  createCfdi: OfDrafts;
  previewCfdi: OfDrafts;
  updateCfdi: OfDrafts;
  createEmployee: Computed<'fields.recurringEarnings'>;
  updateEmployee: Computed<'fields.recurringEarnings'>;
  updatePayrollRow: Computed<'incidents.otherEarnings'>;
  simulatePayroll:
    OfStoredEmployee | Computed<'employee.recurringEarnings'> | Computed<'incidents.otherEarnings'>;
  /** Money that a customer pays is certified by a complement; money to a supplier is not. */
  recordPayablePayment: `payment.${'complement' | 'exchangeRate' | 'complementDocumentRef' | 'received'}`;
  /** A patch changes these. */
  createExpenseCategory: 'fields.active';
  createWebhook: 'fields.status';
  /** No patch changes it. */
  updateExpense: 'fields.occurredAt';
  /** Payroll asks for its kind of documents; others ask for all. */
  getFiscalReadiness: 'kind';
}
