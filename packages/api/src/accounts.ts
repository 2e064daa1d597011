import { z } from 'zod';
import { settlementTerms } from './cfdi-input';
import { cfdiRef } from './collections';
import { issue } from './issue';
import { pageFields, queryOf } from './page';
import { date, decimal, freeText, identifier, instant, satCode, text } from './values';

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

const { cursor, limit, dateFrom, dateTo } = pageFields;

/** GET /v1/accounts/transactions; the days are those of occurredOn. */
export const transactionFilters = queryOf({
  cursor,
  limit,
  dateFrom,
  dateTo,
  side: side.optional(),
  contactId: identifier.optional(),
  documentRef: identifier.optional().meta({
    description: 'What the document caused, and what changed what is owed of it.',
  }),
  kind: transactionKind.optional(),
});

/** What became of the payment complement that a payment asked for. */
const madeComplement = z.strictObject({
  status: z
    .enum(['not_needed', 'processing', 'drafted', 'stamped', 'canceled', 'deleted', 'failed'])
    .meta({
      description:
        'not_needed: the payment covers no invoice that waits for one. processing: it goes on by itself. failed: the payment is recorded without it.',
    }),
  issues: z.array(issue).optional().meta({
    description: 'Why it is not drafted or not stamped; the paths are those of POST /v1/cfdi.',
  }),
  nextStep: z.string().optional().meta({ description: 'What to do about the issues.' }),
});

/** What happened to what customers owe, or what is owed to suppliers; it is never changed. */
export const accountTransaction = z
  .strictObject({
    transactionId: z.string().min(1),
    kind: transactionKind,
    side,
    occurredOn: z.string(),
    recordedAt: instant,
    documentRef: z.string().optional().meta({
      description: 'The document that caused it, or the only one that a payment covers.',
    }),
    currency: z.string(),
    amount: z.number().meta({ description: 'Positive raises what is owed.' }),
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
      .array(z.strictObject({ documentRef: z.string(), amount: z.number() }))
      .optional()
      .meta({ description: 'The documents that a payment covers; its rest is credit.' }),
    complementDocumentRef: z.string().optional().meta({
      description:
        'The payment complement that was made of this payment, or else the only one that certifies it.',
    }),
    complement: madeComplement.optional().meta({
      description: 'Of a payment that asked for its complement.',
    }),
    creditTransactionId: z
      .string()
      .optional()
      .meta({ description: 'Credit that was applied together with this payment.' }),
    reverses: z.string().optional(),
    reason: z.string().optional().meta({ description: 'Of a reversal.' }),
    reversedBy: z.string().optional(),
    contactId: z.string().optional(),
    counterpartyRfc: z.string().optional().meta({ description: 'Of who is no contact.' }),
  })
  .meta({ id: 'AccountTransaction' });

const amount = decimal({ decimals: 4, positive: true });

const application = z.strictObject({ documentRef: identifier, amount });

/** More documents are paid by several payments. */
const applicationsMax = 100;

const payment = {
  amount: amount.meta({
    description: 'In the currency; the rest that no document needs is credit.',
  }),
  currency: satCode('c_Moneda').default('MXN'),
  formCode: satCode('c_FormaPago')
    .optional()
    .meta({ description: 'Required of money, and not 99; credit has none.' }),
  paidOn: date,
  reference: text(100).optional(),
  source: z
    .enum(['money', 'credit'])
    .default('money')
    .meta({ description: 'credit: applies what the contact has beyond what it owes.' }),
  applications: z.array(application).min(1).max(applicationsMax).optional().meta({
    description: 'What covers which document; the oldest debt first if absent.',
  }),
  useCredit: z.boolean().default(false).meta({
    description: 'Credit of the contact covers what the money leaves open.',
  }),
};

/** POST /v1/accounts/receivables/{customerId}/payments */
export const receivablePaymentInput = z.strictObject({
  ...payment,
  complement: z.enum(['none', 'draft', 'stamp']).default('none').meta({
    description:
      'The payment complement (CFDI P) of the invoices that the money covers: all in one document. stamp also needs invoices:manage.',
  }),
  complementDocumentRef: cfdiRef.optional().meta({
    description:
      'The stamped complement that is the paper of this money already: the payment is linked to it and counts once. Without it, money that is recorded after its complement is other money.',
  }),
  exchangeRate: decimal({ decimals: 6, positive: true }).optional().meta({
    description:
      'Pesos for one unit of the currency in which the money came; for a complement of money that is not pesos.',
  }),
  received: z
    .strictObject({ currency: satCode('c_Moneda'), amount })
    .optional()
    .meta({
      description:
        'What came, if it was another currency than that of the invoices; amount is then what it pays of them.',
    }),
});

/** POST /v1/accounts/payables/{supplierId}/payments */
export const payablePaymentInput = z.strictObject(payment);

/** POST /v1/accounts/transactions/{transactionId}/reverse */
export const reversalInput = z.strictObject({ reason: freeText(200).trim().min(1) });

const buckets = z.strictObject({
  current: z.number(),
  d1to30: z.number(),
  d31to60: z.number(),
  d61to90: z.number(),
  over90: z.number(),
});

const owed = {
  currency: z.string(),
  total: z.number().meta({ description: 'What is really owed: recorded payments count.' }),
  buckets: buckets.meta({ description: 'The total by the days that it is past due.' }),
  credit: z.number().meta({ description: 'What was paid beyond what is owed.' }),
  applicableCredit: z.number().optional().meta({
    description:
      'What of the credit can cover what is owed now: record a payment with source credit, or with useCredit beside money.',
  }),
  openDocuments: z.int(),
  oldestDueOn: z.string().optional(),
};

const nextDue = z.strictObject({
  documentRef: z.string(),
  dueOn: z.string(),
  currency: z.string(),
  open: z.number(),
});

const counterpartyRfc = z.string().optional().meta({ description: 'Of who is no contact.' });

/** What a customer owes in one currency. */
export const receivable = z
  .strictObject({
    customerId: z.string().meta({ description: '`unassigned` for who is no contact.' }),
    customerName: z.string().optional(),
    counterpartyRfc,
    ...owed,
  })
  .meta({ id: 'Receivable' });

/** What a customer owes, by currency, and what is to be paid next. */
export const receivableDetail = z
  .strictObject({
    customerId: z.string(),
    customerName: z.string().optional(),
    counterpartyRfc,
    balances: z.array(z.strictObject(owed)),
    nextDue: z.array(nextDue),
  })
  .meta({ id: 'ReceivableDetail' });

/** What is owed to a supplier in one currency. */
export const payable = z
  .strictObject({
    supplierId: z.string().meta({ description: '`unassigned` for who is no contact.' }),
    supplierName: z.string().optional(),
    counterpartyRfc,
    ...owed,
  })
  .meta({ id: 'Payable' });

/** What is owed to a supplier, by currency, and what is to be paid next. */
export const payableDetail = z
  .strictObject({
    supplierId: z.string(),
    supplierName: z.string().optional(),
    counterpartyRfc,
    balances: z.array(z.strictObject(owed)),
    nextDue: z.array(nextDue),
  })
  .meta({ id: 'PayableDetail' });

/** GET /v1/accounts/receivables and /v1/accounts/payables */
export const owedFilters = z.strictObject({ cursor, limit });

/** GET /v1/accounts/receivables/{customerId}/invoices; the days are transaction dates. */
export const receivableInvoiceFilters = queryOf({
  cursor,
  limit,
  dateFrom,
  dateTo,
  status: z.enum(['open', 'overdue', 'settled']).optional(),
});

/** A document that a customer owes or has paid. */
export const receivableInvoice = z
  .strictObject({
    documentRef: z.string(),
    category: z.enum(['cfdi', 'sales_receipt']),
    folio: z.string().optional(),
    uuid: z.string().optional(),
    transactionDate: z.string(),
    currency: z.string(),
    total: z.number(),
    remainingBalance: z.number().meta({ description: 'Total less valid complements.' }),
    effectiveRemainingBalance: z.number().meta({
      description: 'What is really owed: credit notes and recorded payments count.',
    }),
    paymentDueDate: z.string().optional(),
    receivablePlanId: z.string().optional(),
    settlementTerms: settlementTerms.optional(),
    overdue: z.boolean(),
    overdueAmount: z.number(),
    canceled: z
      .literal(true)
      .optional()
      .meta({ description: 'The document was canceled: nothing is owed of it.' }),
    manualAdjustmentNeedsReview: z.boolean().optional(),
  })
  .meta({ id: 'ReceivableInvoice' });
