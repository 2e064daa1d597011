/** The fields of a receipt that determine whether it can change. */
export interface ReceiptState {
  status: 'open' | 'invoiced' | 'global_invoiced' | 'canceled';
}

/** The reason for a refusal, with its message. */
export interface ReceiptRefusal {
  reason: string;
  message: string;
}

const canceled: ReceiptRefusal = {
  reason: 'receipt_canceled',
  message: 'The receipt is canceled.',
};

/**
 * Returns the reason why a receipt cannot be canceled; undefined if it can be canceled.
 *
 * - receipt_canceled: the receipt is already canceled
 * - has_fiscal_document: the sale is in a CFDI; cancel the CFDI first, or refund the receipt
 * - has_refunds: a part of the receipt was refunded, so it cannot be canceled; refund the rest
 *   instead
 */
export function cancelRefusal(
  { status }: ReceiptState,
  hasRefunds: boolean,
): ReceiptRefusal | undefined {
  if (status === 'canceled') return canceled;
  if (status !== 'open') {
    const message = 'The sale is in a CFDI: cancel the CFDI, or refund the receipt.';
    return { reason: 'has_fiscal_document', message };
  }
  if (!hasRefunds) return undefined;
  const message =
    'Part of this receipt has been refunded, so it cannot be canceled; refund the rest instead.';
  return { reason: 'has_refunds', message };
}

/**
 * Returns the reason why a receipt cannot be refunded; undefined if it can be refunded.
 *
 * - receipt_canceled: nothing is left to refund
 */
export const refundRefusal = ({ status }: ReceiptState): ReceiptRefusal | undefined =>
  status === 'canceled' ? canceled : undefined;
