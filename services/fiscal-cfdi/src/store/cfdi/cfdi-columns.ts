import type { Comprobante } from '@timbre/cfdi';
import { fold } from '@timbre/fiscal';
import { pricedItems } from '@timbre/items';
import { documentTaxes } from '../../domain/drafting/document-taxes';
import { comprobanteOf } from '../../domain/drafting/comprobante-of';
import { cfdiTypes, type Customer, type Draft } from '../../domain/drafting/draft';
import { pendingImpact } from '../../domain/drafting/inventory-impact';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import { paymentFacts } from '../../domain/payments/payment-facts';
import { complementFacts } from '../../domain/payments/payments-of';
import { payrollFacts } from '../../domain/receipts/payroll';
import type { PayrollSource } from '../../domain/receipts/payroll-input';
import type { Series } from '../set-up/series';

/**
 * Returns the values of the database columns for a draft without issues.
 * @param today is the current date at the place of issue
 */
export function draftColumns(draft: Draft, profile: Profile, today: string) {
  return documentColumns(
    draft,
    comprobanteOf(draft, profile, { fecha: `${today}T12:00:00` }),
    today,
  );
}

/** Returns the column values of `draftColumns` for a document whose amounts are already calculated. */
export function documentColumns(draft: Draft, document: Comprobante, today: string) {
  const { kind, input } = draft;
  return {
    kind,
    cfdiType: cfdiTypes[kind],
    input,
    items: pricedItems(draft.items, document),
    currency: document.moneda,
    exchangeRate: document.tipoCambio?.toString() ?? null,
    subtotal: document.subTotal.toString(),
    discount: document.descuento?.toString() ?? null,
    total: document.total.toString(),
    taxes: documentTaxes(document),
    ...paymentFacts(draft),
    complement: complementFacts(input, draft.paidDocuments),
    payroll: payrollFacts(document),
    paidDocuments: draft.paidDocuments ? [...draft.paidDocuments] : null,
    placeOfIssue: document.lugarExpedicion,
    exportation: document.exportacion,
    datedOn: today,
    refreshed: null,
    origin: draft.origin ?? null,
    inventoryImpact: pendingImpact(draft),
    ...counterpartyColumns(draft.customer ?? null, input.payrollSource),
  };
}

/**
 * Returns the values of the columns that depend on the customer or, in a payroll document, on the employee.
 */
export function counterpartyColumns(customer: Customer | null, employee?: PayrollSource) {
  const { legalName, rfc } = customer ?? employee ?? {};
  return {
    customer,
    customerId: customer?.customerId ?? null,
    counterpartyRfc: rfc ?? null,
    counterpartyName: legalName ?? null,
    counterpartyText: fold(`${legalName ?? ''} ${rfc ?? ''}`.trim()),
  };
}

/**
 * Returns the values of the series columns for a draft. If the draft has no series, sealing uses the
 * default series of its kind.
 */
export const seriesColumns = (series: Series | undefined) => ({
  seriesId: series?.id ?? null,
  series: series?.code ?? null,
});
