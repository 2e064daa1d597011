/** The fields of a receipt that the rules of a change read. */
export interface ReceiptState {
  status: 'open' | 'invoiced' | 'global_invoiced' | 'canceled';
}

/** The reason why a change is refused, with its message. */
export interface ReceiptRefusal {
  reason: string;
  message: string;
}

const canceled: ReceiptRefusal = {
  reason: 'receipt_canceled',
  message: 'The receipt is canceled.',
};

/**
 * The refusal to cancel a receipt, if any.
 * - receipt_canceled: it is canceled already
 * - has_fiscal_document: its sale is in a CFDI; cancel that, or refund the receipt
 * - has_refunds: a part was refunded; refund the rest
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
 * The refusal to refund a receipt, if any.
 * - receipt_canceled: nothing is left of it
 */
export const refundRefusal = ({ status }: ReceiptState): ReceiptRefusal | undefined =>
  status === 'canceled' ? canceled : undefined;
