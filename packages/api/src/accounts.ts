import { z } from 'zod';
import { settlementTerms } from './cfdi-input';
import { cfdiRef } from './collections';
import { issue } from './issue';
import { pageFields, queryOf } from './page';
import {
  date,
  decimal,
  documentRef,
  filterRef,
  shownFreeText,
  givenRef,
  identifier,
  instant,
  satCode,
  text,
} from './values';

export const transactionKind = z.enum([
  'invoice',
  'cancellation',
  'complement',
  'credit_note',
  'expense',
  'settlement',
  'payment',
  'credit_application',
  'receipt',
  'refund',
  'reversal',
  'assignment',
  'correction',
]);

const side = z.enum(['receivable', 'payable']);

const { cursor, limit, query: words, dateFrom, dateTo } = pageFields;

/**
 * The query of GET /v1/accounts/transactions. The filters dateFrom and dateTo apply to occurredOn.
 */
export const transactionFilters = queryOf({
  cursor,
  limit,
  dateFrom,
  dateTo,
  side: side.optional(),
  contactId: identifier.optional(),
  documentRef: filterRef().optional().meta({
    description: 'Only transactions that belong to this document or changed its balance.',
  }),
  kind: transactionKind.optional(),
});

/**
 * The payment complement that was requested together with a payment: the draft, or the reason why
 * there is no draft.
 */
const madeComplement = z.strictObject({
  status: z
    .enum(['not_needed', 'processing', 'drafted', 'stamped', 'canceled', 'deleted', 'failed'])
    .meta({
      description:
        'not_needed: no covered invoice needs one. processing: Timbre is still making it. failed: the payment is recorded without it.',
    }),
  issues: z.array(issue).optional().meta({
    description: 'Problems that prevent the draft or the stamp; paths as in POST /v1/cfdi.',
  }),
  nextStep: z.string().optional(),
});

/**
 * A change in the balance of a customer or supplier. A recorded transaction is immutable.
 */
export const accountTransaction = z
  .strictObject({
    transactionId: z.string().min(1),
    kind: transactionKind,
    side,
    occurredOn: z.iso.date(),
    recordedAt: instant,
    documentRef: documentRef().optional().meta({
      description:
        'Document that caused the transaction, or the single document that a payment covers.',
    }),
    currency: z.string(),
    amount: z
      .number()
      .meta({ description: 'A positive amount raises the balance, a negative one lowers it.' }),
    entries: z.array(
      z.strictObject({
        account: z.string(),
        debit: z.number().optional(),
        credit: z.number().optional(),
      }),
    ),
    formCode: z.string().optional(),
    reference: z.string().optional(),
    applications: z
      .array(z.strictObject({ documentRef: documentRef(), amount: z.number() }))
      .optional()
      .meta({ description: 'Documents that the payment covers; the rest is credit.' }),
    complementDocumentRef: documentRef('cfdi').optional().meta({
      description:
        'Payment complement made for this payment, or the only complement that matches it.',
    }),
    complement: madeComplement.optional().meta({
      description: 'Outcome of the requested payment complement.',
    }),
    creditTransactionId: z
      .string()
      .optional()
      .meta({ description: 'Transaction of the credit that was applied with this payment.' }),
    reverses: z.string().optional(),
    reason: z.string().optional().meta({ description: 'Reason of the reversal.' }),
    reversedBy: z.string().optional(),
    contactId: z.string().optional(),
    counterpartyRfc: z
      .string()
      .optional()
      .meta({ description: 'RFC of the other party, if it is not a contact.' }),
  })
  .meta({ id: 'AccountTransaction' });

const amount = decimal({ decimals: 4, positive: true });

const application = z.strictObject({ documentRef: givenRef(), amount });

/** The maximum number of documents that one payment can pay. */
const applicationsMax = 100;

const payment = {
  amount: amount.meta({
    description: 'Amount in `currency`; the excess over the documents becomes credit.',
  }),
  currency: satCode('c_Moneda').default('MXN'),
  formCode: satCode('c_FormaPago').optional().meta({
    description:
      'A code of c_FormaPago other than 99. Required for money; absent for credit (`FormaPago`).',
  }),
  paidOn: date,
  reference: text(100).optional(),
  source: z
    .enum(['money', 'credit'])
    .default('money')
    .meta({ description: 'money: a payment. credit: applies the credit balance of the contact.' }),
  applications: z.array(application).min(1).max(applicationsMax).optional().meta({
    description: 'Documents to pay, each with its amount; by default the oldest first.',
  }),
  useCredit: z.boolean().default(false).meta({
    description: 'Whether credit of the contact pays the rest of the documents.',
  }),
};

/** POST /v1/accounts/receivables/{customerId}/payments */
export const receivablePaymentInput = z.strictObject({
  ...payment,
  complement: z.enum(['none', 'draft', 'stamp']).default('none').meta({
    description:
      'Payment complement (CFDI P) of the covered invoices. stamp also needs invoices:manage.',
  }),
  complementDocumentRef: cfdiRef.optional().meta({
    description:
      'Stamped payment complement that already certifies this money. If absent, the payment counts as new money.',
  }),
  exchangeRate: decimal({ decimals: 6, positive: true }).optional().meta({
    description:
      'Pesos for one unit of the currency received; needed for a complement in another currency.',
  }),
  received: z
    .strictObject({ currency: satCode('c_Moneda'), amount })
    .optional()
    .meta({
      description:
        'Money in another currency than the invoices. `amount` is then the paid part of the invoices.',
    }),
});

/** POST /v1/accounts/payables/{supplierId}/payments */
export const payablePaymentInput = z.strictObject(payment);

/** POST /v1/accounts/transactions/{transactionId}/reverse */
export const reversalInput = z.strictObject({ reason: shownFreeText(200) });

const buckets = z.strictObject({
  current: z.number(),
  d1to30: z.number(),
  d31to60: z.number(),
  d61to90: z.number(),
  over90: z.number(),
});

const owed = {
  currency: z.string(),
  total: z.number().meta({ description: 'Open balance after recorded payments, stamped or not.' }),
  buckets: buckets.meta({ description: 'Open balance by days past due.' }),
  credit: z.number().meta({ description: 'Credit balance: money paid beyond the open documents.' }),
  applicableCredit: z.number().optional().meta({
    description:
      'Part of the credit balance that can cover open documents now: record a payment with source credit, or with useCredit beside money.',
  }),
  openDocuments: z.int(),
  oldestDueOn: z.iso.date().optional(),
};

const nextDue = z.strictObject({
  documentRef: documentRef(),
  dueOn: z.iso.date(),
  currency: z.string(),
  open: z.number(),
});

const counterpartyRfc = z
  .string()
  .optional()
  .meta({ description: 'RFC of the other party, if it is not a contact.' });

/** The balance of a customer in one currency. */
export const receivable = z
  .strictObject({
    customerId: z.string().meta({
      description: 'Identifier of the contact; `unassigned` for all parties that are not contacts.',
    }),
    customerName: z.string().optional(),
    counterpartyRfc,
    ...owed,
  })
  .meta({ id: 'Receivable' });

/** The balances of a customer, one balance per currency, and the next due payments. */
export const receivableDetail = z
  .strictObject({
    customerId: z.string(),
    customerName: z.string().optional(),
    counterpartyRfc,
    balances: z.array(z.strictObject(owed)),
    nextDue: z.array(nextDue),
  })
  .meta({ id: 'ReceivableDetail' });

/** The balance of a supplier in one currency. */
export const payable = z
  .strictObject({
    supplierId: z.string().meta({
      description: 'Identifier of the contact; `unassigned` for all parties that are not contacts.',
    }),
    supplierName: z.string().optional(),
    counterpartyRfc,
    ...owed,
  })
  .meta({ id: 'Payable' });

/** The balances of a supplier, one balance per currency, and the next due payments. */
export const payableDetail = z
  .strictObject({
    supplierId: z.string(),
    supplierName: z.string().optional(),
    counterpartyRfc,
    balances: z.array(z.strictObject(owed)),
    nextDue: z.array(nextDue),
  })
  .meta({ id: 'PayableDetail' });

/** The query of GET /v1/accounts/receivables and /v1/accounts/payables */
export const owedFilters = z.strictObject({
  cursor,
  limit,
  query: words.optional().meta({ description: 'Words of the name or RFC.' }),
  sort: z
    .enum(['name', 'total', 'oldestDueOn'])
    .optional()
    .meta({ description: 'total: the greatest first.' }),
});

/**
 * The query of GET /v1/accounts/receivables/{customerId}/invoices. The filters dateFrom and dateTo
 * apply to the transaction date of a document.
 */
export const receivableInvoiceFilters = queryOf({
  cursor,
  limit,
  dateFrom,
  dateTo,
  status: z.enum(['open', 'overdue', 'settled']).optional(),
});

/** A document that a customer still owes or has already paid. */
export const receivableInvoice = z
  .strictObject({
    documentRef: documentRef(),
    category: z.enum(['cfdi', 'sales_receipt']),
    folio: z.string().optional(),
    uuid: z.string().optional(),
    transactionDate: z.iso.date(),
    currency: z.string(),
    total: z.number(),
    remainingBalance: z
      .number()
      .meta({ description: 'Fiscal balance: total less stamped payment complements.' }),
    effectiveRemainingBalance: z.number().meta({
      description: 'Effective balance: total less credit notes and all payments, stamped or not.',
    }),
    paymentDueDate: z.iso.date().optional(),
    receivablePlanId: z.string().optional(),
    settlementTerms: settlementTerms.optional(),
    overdue: z.boolean(),
    overdueAmount: z.number(),
    canceled: z
      .literal(true)
      .optional()
      .meta({ description: 'Present if the document was canceled; its balance is zero.' }),
    manualAdjustmentNeedsReview: z.boolean().optional(),
  })
  .meta({ id: 'ReceivableInvoice' });
