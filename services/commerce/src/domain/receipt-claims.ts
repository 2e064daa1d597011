import type { Decimal } from '@timbre/fiscal';

/**
 * A claim of a fiscal document on a receipt. `sale` means the first document of the sale.
 * `after_global` means an invoice to a customer after a global invoice.
 */
export interface Claim {
  slot: 'sale' | 'after_global';
  kind: 'invoice' | 'global';
  /** `credited` means that a credit note has removed the receipt from its global invoice. */
  state: 'claimed' | 'in_force' | 'credited';
}

export type ReceiptStatus = 'open' | 'invoiced' | 'global_invoiced' | 'canceled';

/**
 * Returns the status of a receipt, which is determined by its claims. A canceled receipt stays
 * canceled.
 */
export function statusOf(claims: readonly Claim[]): Exclude<ReceiptStatus, 'canceled'> {
  const sale = claims.find(({ slot }) => slot === 'sale');
  const after = claims.find(({ slot }) => slot === 'after_global');
  if (!sale || sale.state === 'claimed') return 'open';
  if (sale.kind === 'invoice') return 'invoiced';
  if (sale.state === 'in_force') return 'global_invoiced';
  // A credit note has removed the receipt from the global invoice, so the later invoice determines
  // the status.
  if (!after) return 'open';
  return after.state === 'in_force' ? 'invoiced' : 'global_invoiced';
}

/** The data that determines whether a receipt can be invoiced. */
export interface Invoiceable {
  folio: string;
  status: ReceiptStatus;
  saleType: 'paid' | 'credit' | 'courtesy';
  left: Decimal;
  claims: readonly Claim[];
}

interface Refused {
  reason: string;
  message: string;
}

/** Returns the refusal for a request that changes or invoices a receipt that is part of a draft. */
export const beingInvoiced = (folio: string): Refused => ({
  reason: 'being_invoiced',
  message: `The receipt ${folio} is in the draft of a CFDI; stamp or delete that first.`,
});

/**
 * Returns the reason why a receipt cannot be invoiced to a customer; undefined if it can be
 * invoiced.
 *
 * - receipt_canceled
 * - nothing_to_invoice: there is nothing to invoice, because the sale is a courtesy or was refunded
 *   in full
 * - being_invoiced: the receipt is already in a draft invoice
 * - already_invoiced: the receipt is already in a CFDI; cancel that CFDI before you invoice the
 *   receipt again
 */
export function invoiceRefusal(receipt: Invoiceable): Refused | undefined {
  const { status, folio, claims } = receipt;
  if (status === 'canceled') {
    return { reason: 'receipt_canceled', message: `The receipt ${folio} is canceled.` };
  }
  if (receipt.saleType === 'courtesy' || !receipt.left.isPositive()) {
    const message = `Nothing of the receipt ${folio} is left to invoice.`;
    return { reason: 'nothing_to_invoice', message };
  }
  if (claims.some(({ state, slot }) => state === 'claimed' || slot === 'after_global')) {
    return beingInvoiced(folio);
  }
  if (status !== 'invoiced') return undefined;
  const message = `The receipt ${folio} is in a CFDI; cancel that to invoice it again.`;
  return { reason: 'already_invoiced', message };
}
