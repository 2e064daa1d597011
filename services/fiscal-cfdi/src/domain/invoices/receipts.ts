import { Decimal, inPlaceOf, receiptKey, itemAt } from '@timbre/fiscal';
import {
  resolveItems,
  type Item,
  type ItemInput,
  type ReceiptPart,
  type Taxability,
} from '@timbre/items';
import type { Customer, Draft, GlobalPeriod, PaymentInput } from '../drafting/draft';
import { genericUse, publicInGeneral } from '../drafting/receiver';
import { receiptUnit } from './global-period';

/*
 * Builds drafts of documents for sales receipts. The rules come from the SAT's guide of the global CFDI
 * (revision of 2023-03-08).
 */

/** The ClaveProdServ of a credit note's item, and the Descripcion of an item that is a sales receipt. */
const creditKey = '84111506';
const sale = 'Venta';
/**
 * The code of c_TipoRelacion for a credit note. The guide requires this code also for goods that were
 * returned and belong to a global invoice.
 */
const creditOf = '01';
/**
 * The maximum number of receipts in a global invoice. A receipt needs at most 735 bytes of XML, and PACs
 * accept 1 MB.
 */
export const receiptsMax = 1_250;

/** A part of a sales receipt, in the form in which commerce sends it. */
interface SentPart {
  amount: string;
  taxability?: string | undefined;
  taxRate?: string | undefined;
  taxes?: ItemInput['taxes'];
  quantity?: string | undefined;
}

interface GlobalReceipt {
  documentRef: string;
  folio: string;
  formCode: string;
  parts: SentPart[];
}

interface GlobalInvoice {
  key: string;
  placeOfIssue?: string | undefined;
  period: GlobalPeriod;
  periodEndedOn: string;
  receipts: GlobalReceipt[];
  seriesId?: string | undefined;
  /** The UUID of the canceled global invoice that the new invoice replaces. */
  replaced?: string | undefined;
}

/**
 * Builds the draft of a global invoice, with one concept for each receipt. The invoice is paid at once and
 * has the form of payment of its largest receipt.
 */
export function globalInvoiceDraft(request: GlobalInvoice): Draft {
  const { key, placeOfIssue, period, periodEndedOn, receipts, seriesId, replaced } = request;
  return {
    kind: 'income',
    input: {
      kind: 'income',
      items: [],
      cfdiUse: genericUse,
      payment: { timing: 'single_payment', formCode: formOfLargest(receipts) },
      globalPeriod: period,
      placeOfIssue,
      seriesId,
      ...(replaced !== undefined && { relations: inPlace(replaced) }),
    },
    customer: publicInGeneral,
    items: receipts.map(({ folio, parts }) => wholeItem(receiptKey, sale, folio, parts)),
    origin: { key, receipts: receipts.map(({ documentRef }) => documentRef), periodEndedOn },
  };
}

const inPlace = (uuid: string) => ({
  relatedDocuments: [{ relationship: inPlaceOf, documents: [uuid] }],
});

/**
 * Returns the FormaPago of the receipt with the largest amount. If several receipts have the largest
 * amount, the function uses the lowest FormaPago code.
 */
function formOfLargest(receipts: readonly GlobalReceipt[]): string {
  let largest = Decimal.zero;
  let form = '';
  for (const { formCode, parts } of receipts) {
    const amount = amountOf(parts);
    const isLower = amount.equals(largest) && formCode < form;
    if (form !== '' && !isLower && !amount.greaterThan(largest)) continue;
    largest = amount;
    form = formCode;
  }
  return form;
}

const amountOf = (parts: readonly SentPart[]): Decimal =>
  Decimal.sum(parts.map(({ amount }) => Decimal.parse(amount) ?? Decimal.zero));

/** Builds one concept for the charge of a receipt or of a part of a receipt. */
const wholeItem = (key: string, description: string, sku: string, parts: SentPart[]): Item => ({
  kind: 'custom',
  sku,
  description,
  satProductCode: key,
  satUnitCode: receiptUnit,
  quantity: '1',
  unitPrice: amountOf(parts).toString(),
  taxIncluded: true,
  parts: parts.map(partOf),
});

const partOf = ({ amount, taxability, taxRate, taxes, quantity }: SentPart): ReceiptPart => ({
  amount,
  ...(taxability !== undefined && { taxability: taxability as Taxability }),
  ...(taxRate !== undefined && { taxRate }),
  ...(taxes && { taxes: taxes.entries, quantity }),
});

interface ReceiptInvoice {
  key: string;
  placeOfIssue?: string | undefined;
  receiptRefs: string[];
  customer?: Customer | undefined;
  cfdiUse: string;
  payment?: PaymentInput | undefined;
  lines: ItemInput[];
  seriesId?: string | undefined;
  addendaValues?: Readonly<Record<string, string>> | undefined;
}

/**
 * Builds the draft of an invoice of sales receipts for a named customer, with the sold goods at the charged
 * prices.
 */
export function receiptInvoiceDraft(request: ReceiptInvoice): Draft {
  const { key, placeOfIssue, receiptRefs, customer, cfdiUse, payment, lines, seriesId } = request;
  const { addendaValues = {} } = request;
  return {
    kind: 'income',
    input: {
      kind: 'income',
      customerId: customer?.customerId,
      items: [],
      cfdiUse,
      payment,
      placeOfIssue,
      seriesId,
      ...(Object.keys(addendaValues).length > 0 && { complements: { addendaValues } }),
    },
    customer: customer ?? null,
    items: soldItems(lines),
    origin: { key, receipts: receiptRefs },
  };
}

/**
 * Returns the items for the sold goods. The unit price of the items is calculated from the charge for the
 * whole quantity.
 */
const soldItems = (lines: readonly ItemInput[]): Item[] =>
  resolveItems(lines.map(customLine), [], 'latest').items.map((item, index) => {
    const { productId } = itemAt(lines, index);
    return productId === undefined ? item : { ...item, productId };
  });

function customLine({ charged = '0', quantity, ...line }: ItemInput): ItemInput {
  const unitPrice = Decimal.from(charged).dividedBy(Decimal.from(quantity), priceDecimals);
  return {
    ...line,
    kind: 'custom',
    quantity,
    charged,
    taxIncluded: true,
    unitPrice: unitPrice.trimmed().toString(),
    discount: undefined,
  };
}

const priceDecimals = 6;

/** A stamped document that a credit note credits. */
export interface Credited {
  uuid: string;
  placeOfIssue: string;
  customer: Customer | null;
}

interface GlobalCreditNote {
  key: string;
  receiptRef: string;
  folio: string;
  formCode: string;
  description: string;
  parts: SentPart[];
}

/**
 * Builds the draft of a credit note for a receipt, or for a part of a receipt, that credits the global
 * invoice.
 */
export function globalCreditNoteDraft(request: GlobalCreditNote, global: Credited): Draft {
  const { key, receiptRef, folio, formCode, description, parts } = request;
  return {
    ...creditNoteOf(global, formCode),
    customer: publicInGeneral,
    items: [wholeItem(creditKey, description, folio, parts)],
    origin: { key, receipts: [receiptRef] },
  };
}

interface ReceiptCreditNote {
  key: string;
  receiptRef: string;
  formCode: string;
  lines: ItemInput[];
}

/**
 * Builds the draft of a credit note for refunded goods, which credits the invoice of their receipt and has
 * the same receiver.
 */
export function receiptCreditNoteDraft(request: ReceiptCreditNote, invoice: Credited): Draft {
  const { key, receiptRef, formCode, lines } = request;
  return {
    ...creditNoteOf(invoice, formCode),
    customer: invoice.customer,
    items: soldItems(lines),
    origin: { key, receipts: [receiptRef] },
  };
}

const creditNoteOf = ({ uuid, placeOfIssue, customer }: Credited, formCode: string) => ({
  kind: 'credit_note' as const,
  input: {
    kind: 'credit_note',
    customerId: customer?.customerId,
    items: [],
    creditNote: {
      formCode,
      relatedDocuments: [{ relationship: creditOf, documents: [uuid] }],
    },
    placeOfIssue,
  },
});
