import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { Decimal, documentRef, taxCodes } from '@timbre/fiscal';
import { includedTaxes } from '@timbre/items';
import { Computed, type CompletedEvent, type DomainEvent } from '@timbre/kit';
import type { SalesReceiptRefund } from './sales-receipt-refunds';
import type { SalesReceipt, SalesReceiptLine } from './sales-receipts';

/**
 * The maximum length of a line description in an event. Many lines with long descriptions would
 * exceed the maximum size of an event.
 */
const descriptionMax = 100;

/** The names of receipt events. */
export type ReceiptHappened =
  'created' | 'refunded' | 'canceled' | 'invoiced' | 'global_invoiced' | 'reopened';

/** Creates an event of a receipt, with the state of the receipt after the event. */
export const receiptEvent = (
  happened: ReceiptHappened,
  receipt: commerce.SalesReceipt,
): DomainEvent => ({
  subject: `commerce.sales_receipt.${happened}`,
  aggregate: 'sales_receipt',
  aggregateId: receipt.receiptId,
  aggregateVersion: receipt.version,
  payload: commerce.SalesReceipt.encode(receipt).finish(),
});

const emptyReceipt = commerce.SalesReceipt.decode(new Uint8Array());

/** The protobuf tag of the field `folio`, which precedes the length and the text. */
const folioTag = Buffer.from(commerce.SalesReceipt.encode({ ...emptyReceipt, folio: '0' }).finish())
  .subarray(0, -2)
  .toString('hex');

/**
 * Creates the same event as `receiptEvent`, but the database appends the encoded folio to the
 * message. The concatenation is valid, because two concatenated parts of an encoded protobuf
 * message are an encoding of the whole message. The length needs one byte, because a folio is
 * shorter than 128 bytes.
 */
export function receiptEventWithFolio(
  happened: ReceiptHappened,
  receipt: commerce.SalesReceipt,
  folio: string,
): CompletedEvent {
  const { payload, ...event } = receiptEvent(happened, receipt);
  const sql = `$ || '\\x${folioTag}'::bytea || set_byte('\\x00', 0, octet_length(${folio}))
    || convert_to(${folio}, 'UTF8')`;
  return { ...event, payload: new Computed(sql, 'bytea', Buffer.from(payload)) };
}

type Row = Omit<SalesReceipt, 'organizationId' | 'searchText' | 'updatedAt'>;
type LineRow = Omit<SalesReceiptLine, 'organizationId' | 'receiptId' | 'position' | 'isStocked'>;
type RefundRow = Pick<
  SalesReceiptRefund,
  'id' | 'businessDate' | 'total' | 'method' | 'restocked' | 'lines' | 'taxes'
>;

/**
 * Converts a receipt to a proto message.
 * @param timeZone is the time zone of the receipt's location
 */
export function receiptMessage(
  receipt: Row,
  lines: readonly LineRow[],
  timeZone: string | undefined,
): commerce.SalesReceipt {
  const given = <Value>(value: Value | null | undefined) => value ?? undefined;
  return {
    receiptId: receipt.id,
    version: receipt.version,
    status: receipt.status,
    saleType: receipt.saleType,
    folio: receipt.folio,
    businessDate: receipt.businessDate,
    createdAt: receipt.createdAt.toISOString(),
    total: plain(receipt.total),
    refundedTotal: plain(receipt.refundedTotal),
    locationId: given(receipt.locationId),
    customerId: given(receipt.customerId),
    customerName: given(receipt.customerName),
    paymentForm: given(receipt.paymentForm),
    payments: receipt.payments,
    settlementTerms: given(receipt.settlementTerms),
    paymentDueDate: given(receipt.paymentDueDate),
    invoiceRequested: receipt.invoiceRequested,
    lines: lines.map(lineMessage),
    taxes: receipt.taxes,
    cancelReason: given(receipt.cancelReason),
    locationName: given(receipt.locationName),
    timeZone,
    seller: given(receipt.seller),
  };
}

function lineMessage(line: LineRow): commerce.SalesReceiptLine {
  return {
    lineRef: line.id,
    productId: line.productId ?? undefined,
    description: line.description.slice(0, descriptionMax),
    quantity: plain(line.quantity),
    unitPrice: plain(line.unitPrice),
    discount: line.discount == null ? undefined : plain(line.discount),
    lineTotal: plain(line.lineTotal),
    refundedQuantity: plain(line.refundedQuantity),
    refundedAmount: plain(line.refundedAmount),
    leftTax: leftTaxOf(line),
    unitCost: line.unitCost == null ? undefined : plain(line.unitCost),
  };
}

/** Returns the IVA in the unrefunded amount of a line; undefined without IVA. */
function leftTaxOf({ item, lineTotal, refundedAmount }: LineRow): string | undefined {
  const amount = Decimal.from(lineTotal).minus(Decimal.from(refundedAmount));
  const tax = includedTaxes([{ ...item, amount }]).find((one) => one.tax === taxCodes.IVA);
  return tax?.amount === undefined ? undefined : plain(tax.amount);
}

/** Converts a refund to a part of its receipt's proto message. */
export function refundMessage({ id, total, ...refund }: RefundRow): commerce.SalesReceiptRefund {
  return { ...refund, refundId: id, total: plain(total), invoiceCfdiId: undefined };
}

const plain = (decimal: string): string => Decimal.from(decimal).trimmed().toString();

export const publicReceipt = publicForm('commerce.sales_receipt', commerce.SalesReceipt, {
  type: (happened: ReceiptHappened) => `sales_receipt.${happened}`,
  data: ({ refund, lines, payments, ...receipt }) => ({
    ...receipt,
    documentRef: documentRef('sales_receipt', receipt.receiptId),
    total: { amount: receipt.total, currency: 'MXN' },
    payments: payments.length ? payments : undefined,
    items: lines,
    refund: refund && {
      ...refund,
      documentRef: documentRef('sales_receipt_refund', refund.refundId),
    },
  }),
});
