import type { Decimal } from '@timbre/fiscal';

/** A claim of a receipt: `sale` by its first document, `after_global` by a named invoice after that. */
export interface Claim {
  slot: 'sale' | 'after_global';
  /** Of the document. */
  kind: 'invoice' | 'global';
  /** `credited`: a credit note has taken the receipt off its global invoice. */
  state: 'claimed' | 'in_force' | 'credited';
}

export type ReceiptStatus = 'open' | 'invoiced' | 'global_invoiced' | 'canceled';

/** The status of a receipt by its claims; a canceled receipt has none. */
export function statusOf(claims: readonly Claim[]): Exclude<ReceiptStatus, 'canceled'> {
  const sale = claims.find(({ slot }) => slot === 'sale');
  const after = claims.find(({ slot }) => slot === 'after_global');
  if (!sale || sale.state === 'claimed') return 'open';
  if (sale.kind === 'invoice') return 'invoiced';
  if (sale.state === 'in_force') return 'global_invoiced';
  // The receipt has left the global invoice; the document that replaces it decides.
  if (!after) return 'open';
  return after.state === 'in_force' ? 'invoiced' : 'global_invoiced';
}

/** The conditions for a receipt to get into a document. */
export interface Invoiceable {
  folio: string;
  status: ReceiptStatus;
  saleType: 'paid' | 'credit' | 'courtesy';
  left: Decimal;
  claims: readonly Claim[];
}

/** Why a receipt is refused. */
interface Refused {
  reason: string;
  message: string;
}

/** Why a receipt that a draft counts on cannot be changed, or get into another document. */
export const beingInvoiced = (folio: string): Refused => ({
  reason: 'being_invoiced',
  message: `The receipt ${folio} is in the draft of a CFDI; stamp or delete that first.`,
});

/**
 * Why a receipt cannot be invoiced to a customer now, if so.
 * - receipt_canceled
 * - nothing_to_invoice: a courtesy, or everything was refunded
 * - already_invoiced
 * - being_invoiced: a document of it is a draft
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
