import type { ActKind } from '@timbre/api';

/**
 * An operation that cannot be undone, or that moves money: what a person must know before it happens,
 * and what the limits of a credential count. Assistants prepare it first and do it once it is confirmed.
 */
export interface Act {
  /** The action in words, to be followed by the facts of the document. */
  act: string;
  consequence: string;
  /**
   * The operation that reads what is acted on; by the prefix of `documentRef` if absent. From a
   * list it takes the newest entry with the same argument, a UUID.
   */
  read?: { operation: string; argument: string };
  /** Nothing is read before it. */
  readsNothing?: true;
  /**
   * Where its amount is: of the document, of a payroll, in the request, or computed by the owner of the
   * document (target.ts asks it). Absent: it has none.
   */
  amount?: 'document' | 'payroll' | 'payment' | 'owner';
  /** The name of the amount that its owner computes. */
  computedName?: string;
  /**
   * Limits find everything in its arguments, unless it applies credit; otherwise the document only informs a person.
   */
  isInArguments?: true;
  /** The kind of its subject, unless the document says it. */
  kind?: ActKind;
  /** The argument that names the contact whom it is for, unless the document says it. */
  receiver?: string;
  /**
   * The receiver is chosen by the holder of its result, so it is none of the receivers that limits
   * name.
   */
  isForAnybody?: true;
  /** The member of the document that takes its place, where it has one. */
  pending?: string;
  /** The member of the document with the address that it sends to, unless this argument is false. */
  sendsTo?: { member: string; unless: string };
  /** The fiscal document that it stamps as well, if an argument has this value. */
  stamps?: { argument: string; value: unknown; kind: ActKind };
  /** The member of the document that says so instead of the arguments: the buyer has asked for it before. */
  asked?: string;
}

const cfdi = { operation: 'getCfdi', argument: 'documentRef' };
const receipt = { operation: 'getSalesReceipt', argument: 'documentRef' };
const withholding = { operation: 'getWithholding', argument: 'documentRef' };
const quote = { operation: 'getQuote', argument: 'documentRef' };
const quoteInvoice = { argument: 'invoiceRequested', value: true, kind: 'income' } as const;
const payrollRow = { operation: 'getPayrollRow', argument: 'rowId' };

/** Every act, by operation. A write that is no act can be taken back: drafts, contacts, prices. */
export const acts: Record<string, Act> = {
  stampCfdi: {
    act: 'Stamp this draft as a fiscal document',
    consequence:
      'The SAT registers it and a stamp is spent. Afterwards it can only be canceled, never changed.',
    read: cfdi,
    amount: 'document',
  },
  cancelCfdi: {
    act: 'Ask the SAT to cancel this fiscal document',
    consequence: 'A cancellation cannot be taken back. The receiver may have to accept it.',
    read: cfdi,
    amount: 'document',
  },
  answerCancellationRequest: {
    act: 'Answer the cancellation request of a document that you received',
    consequence: 'The SAT keeps the answer; it cannot be changed.',
    read: { operation: 'listCancellationRequests', argument: 'uuid' },
    amount: 'document',
  },
  stampWithholding: {
    act: 'Stamp this withholding document',
    consequence: 'The SAT registers it and a stamp is spent.',
    read: withholding,
    amount: 'document',
    kind: 'withholding',
  },
  cancelWithholding: {
    act: 'Ask the SAT to cancel this withholding document',
    consequence: 'A cancellation cannot be taken back.',
    read: withholding,
    amount: 'document',
    kind: 'withholding',
  },
  stampPayrollRun: {
    act: 'Stamp every ready receipt of this payroll run',
    consequence: 'The SAT registers each receipt and a stamp is spent for each.',
    read: { operation: 'getPayrollRun', argument: 'runId' },
    amount: 'payroll',
    kind: 'payroll',
  },
  restampPayrollRow: {
    act: 'Calculate this rejected receipt again and stamp it',
    consequence: 'The SAT registers the receipt and a stamp is spent.',
    read: payrollRow,
    amount: 'payroll',
    kind: 'payroll',
  },
  cancelPayrollRow: {
    act: 'Ask the SAT to cancel the receipt of this payroll row',
    consequence: 'A cancellation cannot be taken back.',
    read: payrollRow,
    amount: 'payroll',
    kind: 'payroll',
  },
  cancelSalesReceipt: {
    act: 'Cancel this sales receipt',
    consequence: 'Its products return to stock and it cannot be invoiced any more.',
    read: receipt,
    amount: 'document',
  },
  refundSalesReceipt: {
    act: 'Refund this sales receipt',
    consequence:
      'The money counts as returned; an invoice of the receipt gets a credit note. It cannot be taken back.',
    read: receipt,
    amount: 'owner',
    computedName: 'Refunded now',
    stamps: { argument: 'stamp', value: true, kind: 'credit_note' },
  },
  createSelfInvoiceLink: {
    act: 'Let the buyer of this sales receipt make its invoice',
    consequence:
      'Whoever has the link can do it: the SAT registers the invoice and a stamp is spent.',
    read: receipt,
    amount: 'document',
    kind: 'income',
    isForAnybody: true,
  },
  sendDocument: {
    act: 'Send this document by e-mail',
    consequence: 'A mail that was sent cannot be called back.',
  },
  publishQuote: {
    act: 'Publish this quote',
    consequence:
      'The customer sees it on the page of its link and can accept it. With an e-mail address the customer gets it as a mail, unless sendEmail is false; a mail that was sent cannot be called back.',
    read: quote,
    pending: 'pendingRevision',
    sendsTo: { member: 'customerEmail', unless: 'sendEmail' },
  },
  acceptQuote: {
    act: 'Accept this quote for its customer',
    consequence:
      'Its totals and fiscal data are frozen. With settlement terms it is sold on credit at once, with an invoice if one is requested: the SAT registers it and a stamp is spent.',
    read: quote,
    amount: 'payment',
    stamps: quoteInvoice,
  },
  recordReceivablePayment: {
    act: 'Record a payment of this customer',
    consequence:
      'It covers what the customer owes, the oldest debt first unless documents are named.',
    read: { operation: 'getReceivable', argument: 'customerId' },
    amount: 'payment',
    kind: 'payment',
    receiver: 'customerId',
    isInArguments: true,
    stamps: { argument: 'complement', value: 'stamp', kind: 'payment_complement' },
  },
  recordPayablePayment: {
    act: 'Record a payment to this supplier',
    consequence:
      'It covers what is owed to the supplier, the oldest debt first unless documents are named.',
    read: { operation: 'getPayable', argument: 'supplierId' },
    amount: 'payment',
    kind: 'payment',
    receiver: 'supplierId',
    isInArguments: true,
  },
  reverseAccountTransaction: {
    act: 'Reverse this transaction of the accounts',
    consequence: 'What it covered is owed again.',
    read: { operation: 'getAccountTransaction', argument: 'transactionId' },
    amount: 'document',
    kind: 'payment',
  },
  recordQuotePayment: {
    act: 'Record the payment of this quote',
    consequence: 'The quote becomes a sales receipt, and an invoice if the buyer asked for one.',
    read: quote,
    amount: 'payment',
    asked: 'acceptance',
    stamps: quoteInvoice,
  },
  retryQuotePayment: {
    act: 'Apply the payment of this quote again',
    consequence: 'The quote becomes a sales receipt, and an invoice if the buyer asked for one.',
    read: quote,
    amount: 'payment',
    asked: 'acceptance',
    stamps: quoteInvoice,
  },
  settleExpense: {
    act: 'Record that this expense was paid, or a part of it',
    consequence: 'The money counts as spent.',
    read: { operation: 'getExpense', argument: 'documentRef' },
    amount: 'payment',
  },
  startSatSync: {
    act: 'Start a synchronization with the SAT, signed with your FIEL',
    consequence: 'The SAT allows a limited number of requests a day; this one counts.',
    readsNothing: true,
  },
};
