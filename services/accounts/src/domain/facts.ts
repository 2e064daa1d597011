import { creditRelationships, documentRef, inPlaceOf } from '@timbre/fiscal';
import type { Side } from './open-item';

/** The facts that the ledger reads from an event of a document. */
export interface Facts {
  ref: string;
  version: number;
  role: 'invoice' | 'complement' | 'credit_note' | 'expense' | 'receipt';
  side: Side;
  isValid: boolean;
  /**
   * The reference of the open item that this document opened; null for complements and credit
   * notes, which never open an open item.
   */
  openItem: string | null;
  /**
   * For an expense with a linked received invoice: the reference of the open item of that invoice,
   * which records the debt.
   */
  supports: string | null;
  /**
   * For a receipt on credit: the reference of the invoice that took over the receipt's debt. The
   * reference is null until accounts has stored the invoice. For a refund, the reference of the
   * invoice that its credit note corrects.
   */
  owedBy: string | null;
  /**
   * Whether the document adds no debt, because its sales receipts already record the debt or are
   * paid.
   */
  isCovered: boolean;
  contact: string;
  /** The RFC of the customer or supplier; null for an expense. */
  rfc: string | null;
  name: string | null;
  currency: string;
  total: string;
  isDeferred: boolean;
  /** The date of issue or business date of the document. */
  occurredOn: string;
  dueOn: string | null;
  /** The `settlementTerms` of the document in the event. */
  terms: object | null;
  uuid: string | null;
  folio: string | null;
  exchangeRate: string | null;
  /** The UUIDs of the complements that this document replaces. A replaced complement pays no invoice. */
  replaces: string[];
  claims: Claim[];
  /**
   * Whether the document is a refund of a sales receipt. The part of the refund that exceeds the open
   * balance of the receipt is paid back as money.
   */
  isMoneyBack: boolean;
}

/**
 * The amount by which a document lowers the balance of an open item. The flag `uncertain` means
 * that the claim comes from a credit note whose amount for this open item is not known.
 */
export interface Claim {
  openItem: string;
  kind: 'payment' | 'credit' | 'uncertain';
  currency: string;
  amount: string;
}

/** A CFDI in an event of fiscal-cfdi. */
export interface AnnouncedCfdi {
  cfdiId: string;
  version: number;
  kind: string;
  status: string;
  direction: string;
  uuid?: string | undefined;
  customerId?: string | undefined;
  counterpartyRfc?: string | undefined;
  counterpartyName?: string | undefined;
  series?: string | undefined;
  folio?: string | undefined;
  currency: string;
  total: string;
  methodCode?: string | undefined;
  dueDate?: string | undefined;
  settlementTerms?: object | undefined;
  exchangeRate?: string | undefined;
  issuedLocalDateTime?: string | undefined;
  paidDocuments: { uuid: string; currency: string; amount: string }[];
  relatedDocuments: { relationship: string; documents: string[] }[];
  origin?: object | undefined;
}

const roles: Readonly<Record<string, Facts['role']>> = {
  income: 'invoice',
  credit_note: 'credit_note',
  payment_complement: 'complement',
};

/** The key of an invoice's open item, from its direction and UUID. */
const openItemOfCfdi = (direction: string, uuid: string): string =>
  `${direction}:${uuid.toLowerCase()}`;

/**
 * Returns the facts of a CFDI. Returns undefined for drafts, for kinds that cause no debt, and for old
 * events without a direction.
 */
export function factsOfCfdi(cfdi: AnnouncedCfdi): Facts | undefined {
  const { uuid, direction, counterpartyRfc, issuedLocalDateTime } = cfdi;
  const role = roles[cfdi.kind];
  if (!role || !uuid || !direction || !counterpartyRfc || !issuedLocalDateTime) return undefined;
  const openItemOf = (id: string) => openItemOfCfdi(direction, id);
  const isValid = cfdi.status === 'valid';
  const isDeferred = cfdi.methodCode === 'PPD';
  return {
    ref: documentRef('cfdi', cfdi.cfdiId),
    version: cfdi.version,
    role,
    side: direction === 'issued' ? 'receivable' : 'payable',
    isValid,
    openItem: role === 'invoice' ? openItemOf(uuid) : null,
    supports: null,
    owedBy: null,
    isCovered: cfdi.origin !== undefined && !isDeferred,
    contact: cfdi.customerId ?? counterpartyRfc,
    rfc: counterpartyRfc,
    name: cfdi.counterpartyName ?? null,
    currency: cfdi.currency,
    total: cfdi.total,
    isDeferred,
    occurredOn: issuedLocalDateTime.slice(0, 10),
    dueOn: cfdi.dueDate ?? null,
    terms: cfdi.settlementTerms ?? null,
    uuid,
    folio: folioOf(cfdi),
    exchangeRate: cfdi.exchangeRate ?? null,
    replaces: role === 'complement' && isValid ? replacedBy(cfdi.relatedDocuments) : [],
    claims: isValid ? claimsOf(role, cfdi, openItemOf) : [],
    isMoneyBack: false,
  };
}

const folioOf = ({ series, folio }: AnnouncedCfdi): string | null =>
  [series, folio].filter((part) => part !== undefined).join('-') || null;

function claimsOf(
  role: Facts['role'],
  { paidDocuments, relatedDocuments, currency, total }: AnnouncedCfdi,
  openItemOf: (uuid: string) => string,
): Claim[] {
  if (role === 'complement') {
    return paidDocuments.map((paid) => ({
      openItem: openItemOf(paid.uuid),
      kind: 'payment' as const,
      currency: paid.currency,
      amount: paid.amount,
    }));
  }
  if (role !== 'credit_note') return [];
  const lowered = named(relatedDocuments, creditRelationships);
  const kind = lowered.length === 1 ? ('credit' as const) : ('uncertain' as const);
  return lowered.map((uuid) => ({ openItem: openItemOf(uuid), kind, currency, amount: total }));
}

const replacedBy = (related: AnnouncedCfdi['relatedDocuments']): string[] =>
  named(related, [inPlaceOf]);

/**
 * Returns the UUIDs of the related documents that have one of these relationships (c_TipoRelacion), each
 * UUID once.
 */
const named = (related: AnnouncedCfdi['relatedDocuments'], under: readonly string[]): string[] => [
  ...new Set(
    related
      .filter(({ relationship }) => under.includes(relationship))
      .flatMap(({ documents }) => documents.map((uuid) => uuid.toLowerCase())),
  ),
];

/** An expense in an event of commerce. */
export interface AnnouncedExpense {
  expenseId: string;
  version: number;
  settlementMode: string;
  total: string;
  supplierId?: string | undefined;
  supplierName?: string | undefined;
  businessDate: string;
  dueOn?: string | undefined;
  settledAmount: string;
  cfdiUuid?: string | undefined;
  deleted: boolean;
}

/** The party key for sales and expenses that were paid at once and name no contact. */
export const unassigned = 'unassigned';

const notCfdi = {
  rfc: null,
  terms: null,
  uuid: null,
  folio: null,
  exchangeRate: null,
  owedBy: null,
  supports: null,
  isCovered: false,
  isMoneyBack: false,
  currency: 'MXN',
};

/** Returns the facts of an expense. The settlements of an expense lower the balance of the expense. */
export function factsOfExpense(expense: AnnouncedExpense): Facts {
  const ref = documentRef('expense', expense.expenseId);
  const isDeferred = expense.settlementMode === 'credit';
  const settled = { openItem: ref, kind: 'payment' as const, currency: 'MXN' };
  return {
    ...notCfdi,
    ref,
    version: expense.version,
    role: 'expense',
    side: 'payable',
    isValid: !expense.deleted,
    openItem: ref,
    supports: expense.cfdiUuid ? openItemOfCfdi('received', expense.cfdiUuid) : null,
    contact: expense.supplierId ?? unassigned,
    name: expense.supplierName ?? null,
    total: expense.total,
    isDeferred,
    occurredOn: expense.businessDate,
    dueOn: expense.dueOn ?? null,
    replaces: [],
    claims: isDeferred && !expense.deleted ? [{ ...settled, amount: expense.settledAmount }] : [],
  };
}

/** A sales receipt in an event of commerce. */
export interface AnnouncedReceipt {
  receiptId: string;
  version: number;
  status: string;
  saleType: string;
  folio: string;
  total: string;
  customerId?: string | undefined;
  customerName?: string | undefined;
  businessDate: string;
  paymentDueDate?: string | undefined;
  settlementTerms?: object | undefined;
  invoiceCfdiId?: string | undefined;
}

/**
 * Returns the facts of a receipt.
 * @param owedBy the reference of the stored invoice that owes the receipt's debt; used if the event
 * names no invoice
 */
export function factsOfReceipt(receipt: AnnouncedReceipt, owedBy: string | null): Facts {
  const ref = documentRef('sales_receipt', receipt.receiptId);
  const { invoiceCfdiId, status, saleType } = receipt;
  const invoice = invoiceCfdiId ? documentRef('cfdi', invoiceCfdiId) : owedBy;
  return {
    ...notCfdi,
    ref,
    version: receipt.version,
    role: 'receipt',
    side: 'receivable',
    isValid: status !== 'canceled',
    openItem: ref,
    owedBy: status === 'invoiced' && saleType === 'credit' ? invoice : null,
    contact: receipt.customerId ?? unassigned,
    name: receipt.customerName ?? null,
    total: receipt.total,
    isDeferred: saleType === 'credit',
    occurredOn: receipt.businessDate,
    dueOn: receipt.paymentDueDate ?? null,
    terms: receipt.settlementTerms ?? null,
    folio: receipt.folio,
    replaces: [],
    claims: [],
  };
}

/** A refund of a receipt in an event of commerce; a refund never changes. */
export interface AnnouncedRefund {
  refundId: string;
  businessDate: string;
  total: string;
  method: string;
}

/**
 * Returns the facts of a refund.
 * @param invoice the invoice that was made from the receipt before the refund; its total includes
 * the refunded amount
 */
export function factsOfRefund(
  refund: AnnouncedRefund,
  receipt: Facts,
  invoice: string | null,
): Facts {
  const claim = { openItem: receipt.ref, currency: 'MXN', amount: refund.total };
  return {
    ...notCfdi,
    ref: documentRef('sales_receipt_refund', refund.refundId),
    version: 1,
    role: 'credit_note',
    side: 'receivable',
    isValid: true,
    openItem: null,
    isDeferred: false,
    dueOn: null,
    replaces: [],
    contact: receipt.contact,
    name: receipt.name,
    total: refund.total,
    owedBy: receipt.isDeferred ? invoice : null,
    isMoneyBack: refund.method === 'cash_back',
    occurredOn: refund.businessDate,
    claims: [{ ...claim, kind: 'credit' }],
  };
}
