import { formToBeDefined } from '@timbre/fiscal';
import { z } from 'zod';
import { addendaValues } from './complements/raw';
import { eitherOf, excludes, needs, only, rules, when } from './field-rules';
import { prosePattern } from './patterns';
import { customItem, pesos, productItem, settlementTerms } from './cfdi-input';
import { issue } from './issue';
import { shownDetails } from './item-details';
import {
  date,
  decimal,
  documentRef,
  givenRef,
  freeText,
  identifier,
  instant,
  money,
  recordOf,
  satCode,
  shape,
  text,
  withCode,
} from './values';

const ofSale = {
  discount: pesos()
    .optional()
    .meta({ description: 'Discount on the whole line; it includes taxes if the price does.' }),
};

/** An item of a receipt or a quote. */
const saleItem = z
  .discriminatedUnion('kind', [
    productItem
      .extend({
        ...ofSale,
        unitPrice: decimal().optional().meta({ description: 'The resolved price if absent.' }),
      })
      .meta(rules({ taxIncluded: needs('unitPrice') })),
    customItem.extend(ofSale),
  ])
  .meta({ id: 'SaleItemInput' });

/**
 * The maximum number of lines in a receipt or a quote. The number is limited, because the event of
 * a receipt contains all lines.
 */
const linesMax = 200;

export const saleItems = z.array(saleItem).min(1).max(linesMax);

/** The maximum number of partial payments of a sale. */
const paymentsMax = 10;

/** The form of payment, a code of c_FormaPago. */
export const paymentForm = satCode('c_FormaPago')
  .refine(
    (code) => code !== formToBeDefined,
    withCode('form_code_not_allowed', 'Give the form in which it was paid; 99 is not allowed.'),
  )
  .meta({ ...shape('SatFormaPagoKnown'), 'x-sat-except': [formToBeDefined] });

const fieldValue = z.union([
  z.string().min(1).max(300).meta({ pattern: prosePattern }),
  decimal({ signed: true }),
]);

/** POST /v1/sales-receipts */
export const salesReceiptInput = z
  .strictObject({
    saleType: z.enum(['paid', 'credit', 'courtesy']),
    items: saleItems,
    locationId: identifier.optional().meta({ description: 'The default location if absent.' }),
    customerId: identifier.optional(),
    customerName: text(300)
      .optional()
      .meta({ description: 'Name of a buyer who is not a contact.' }),
    paymentForm: paymentForm.optional().meta({
      description: 'Form of payment of a paid sale, a code of c_FormaPago; or use `payments`.',
    }),
    payments: z
      .array(z.strictObject({ paymentForm, amount: pesos({ positive: true }) }))
      .min(1)
      .max(paymentsMax)
      .optional()
      .meta({
        description: 'The parts of a sale paid in several forms; they add up to its total.',
      }),
    settlementTerms: settlementTerms
      .optional()
      .meta({ description: 'Installments of a sale on credit.' }),
    paymentDueDate: date.optional().meta({
      description:
        'Due day of a sale on credit without settlementTerms; by the terms of the customer if absent.',
    }),
    businessDate: date.optional().meta({ description: 'Today at the location if absent.' }),
    invoiceRequested: z.boolean().default(false),
    notes: freeText(1_000).optional(),
    fields: recordOf(fieldValue, {
      code: 'field_unknown',
      message: 'Your organization has no field of this name on its receipts.',
    })
      .optional()
      .meta({ description: 'Values of the fields of putSalesReceiptFields, by key.' }),
  })
  .meta({
    ...when(
      'saleType',
      'paid',
      eitherOf('paymentForm', 'payments'),
      excludes('paymentForm', 'payments'),
    ),
    ...rules({
      saleType: when(
        'saleType',
        'credit',
        needs('customerId'),
        excludes('settlementTerms', 'paymentDueDate'),
      ),
      customerId: excludes('customerName'),
      settlementTerms: excludes('paymentDueDate'),
      invoiceRequested: when('saleType', 'courtesy', only('invoiceRequested', false)),
    }),
  });

const status = z.enum(['open', 'invoiced', 'global_invoiced', 'canceled']);

/**
 * The fields of a receipt line. Prices and amounts include all transferred taxes; withheld taxes
 * are not deducted.
 */
const line = {
  lineRef: z.string().min(1),
  description: z.string(),
  quantity: z.number(),
  refundableQuantity: z.number(),
  unitPrice: z.number(),
  lineTotal: z.number(),
  refundableAmount: z.number(),
  productId: z.string().optional(),
  discount: z.number().optional(),
};

const shown = {
  category: z.literal('sales_receipt'),
  documentRef: documentRef('sales_receipt'),
  folio: z.string(),
  status,
  saleType: z.enum(['paid', 'credit', 'courtesy']),
  total: money.meta({
    description: 'The sum of the lines, less the taxes that the buyer withholds.',
  }),
  invoiceRequested: z.boolean(),
  createdAt: instant,
  businessDate: z.iso.date(),
  customerName: z.string().optional(),
  locationName: z.string().optional(),
  paymentForm: z.string().optional(),
  settlementTerms: settlementTerms.optional(),
  receivablePlanId: z.string().optional(),
  operationalBalance: z.number().optional(),
  paymentDueDate: z.iso.date().optional(),
};

/** A sales receipt in a response (spec part 2, Sales receipt). */
export const salesReceipt = z
  .strictObject({
    ...shown,
    items: z.array(z.strictObject(line)).optional().meta({
      description: 'Lists omit the lines of long receipts; getSalesReceipt shows them.',
    }),
  })
  .meta({ id: 'SalesReceipt' });

/** A tax that the amounts of the receipt include. */
const includedTax = z.strictObject({
  tax: z.string(),
  factorType: z.string(),
  rate: z.number().optional(),
  base: z.number(),
  amount: z.number().optional(),
});

export const salesReceiptDetail = z
  .strictObject({
    ...shown,
    items: z.array(
      z.strictObject({
        ...line,
        satProductCode: z.string(),
        satUnitCode: z.string(),
        taxability: z.string().optional(),
        taxRate: z.number().optional(),
        sku: shownDetails.sku,
      }),
    ),
    taxes: z.array(includedTax),
    refundedTotal: z.number(),
    updatedAt: instant,
    locationId: z.string().optional(),
    customerId: z.string().optional(),
    seller: z.string().optional().meta({
      description:
        'Maker of the sale, or of its quote: `user:<id>`, or `credential:<id>`; of credentials that replaced each other, the first. Absent for older sales.',
    }),
    payments: z.array(z.strictObject({ paymentForm: z.string(), amount: z.number() })).optional(),
    notes: z.string().optional(),
    fields: z
      .array(
        z.strictObject({
          key: z.string(),
          label: z.string(),
          value: z.union([z.string(), z.number()]),
        }),
      )
      .optional(),
    canceledAt: instant.optional(),
    cancelReason: z.string().optional(),
  })
  .meta({ id: 'SalesReceiptDetail' });

/** The filters of GET /v1/sales-receipts. */
export const salesReceiptFilters = { status: status.optional() };

/** POST /v1/sales-receipts/{documentRef}/cancel */
export const salesReceiptCancellation = z.strictObject({ reason: text(300) });

const refundMethod = z.enum(['cash_back', 'credit']);

/** POST /v1/sales-receipts/{documentRef}/refunds */
export const salesReceiptRefundInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        lineRef: identifier,
        quantity: decimal({ positive: true }).optional(),
        amount: pesos({ positive: true })
          .optional()
          .meta({ description: 'Only money is refunded; no goods are returned.' }),
      }),
    )
    .min(1)
    .max(linesMax)
    .optional()
    .meta({ description: 'The whole rest if absent.' }),
  method: refundMethod.default('cash_back').meta({
    description:
      'Whether the customer gets the money back or credit. A refund of a sale on credit first lowers the debt.',
  }),
  restock: z.boolean().default(true).meta({
    description: 'Whether the goods are returned to the stock of the location.',
  }),
  reason: text(300).optional(),
  stamp: z.boolean().default(false).meta({
    description:
      'Whether the credit note that the refund of an invoiced receipt needs is stamped at once; needs invoices:manage.',
  }),
});

export const salesReceiptRefund = z
  .strictObject({
    documentRef: documentRef('sales_receipt_refund'),
    receiptDocumentRef: documentRef('sales_receipt'),
    createdAt: instant,
    businessDate: z.iso.date(),
    total: money,
    lines: z.array(
      z.strictObject({
        lineRef: z.string(),
        quantity: z.number().optional(),
        amount: z.number(),
      }),
    ),
    taxes: z.array(includedTax),
    method: refundMethod,
    restocked: z.boolean(),
    reason: z.string().optional(),
    creditNoteStatus: z.enum(['pending', 'drafted', 'stamped', 'failed']).optional().meta({
      description: 'State of the credit note that the refund of an invoiced receipt needs.',
    }),
    creditNoteDocumentRef: documentRef('cfdi').optional(),
    creditNoteIssues: z.array(issue).optional().meta({
      description:
        'Problems of the credit note. Until the credit note is drafted, Timbre tries again each hour for three days.',
    }),
  })
  .meta({ id: 'SalesReceiptRefund' });

/** The maximum number of receipts in one invoice to a customer. */
const invoicedMax = 50;

const documentRefs = (max: number) =>
  z
    .array(givenRef('sales_receipt'))
    .min(1)
    .max(max)
    .refine((refs) => new Set(refs).size === refs.length, withCode('repeated', 'Name each once.'))
    .meta({ uniqueItems: true });

/** POST /v1/sales-receipts/{documentRef}/invoice */
export const receiptInvoiceInput = z.strictObject({
  documentRefs: documentRefs(invoicedMax - 1)
    .optional()
    .meta({ description: 'Further receipts of the same location for the same invoice.' }),
  customerId: identifier
    .optional()
    .meta({ description: 'The customer of the receipts if absent.' }),
  cfdiUse: satCode('c_UsoCFDI')
    .optional()
    .meta({ description: 'Value of the customer if absent.' }),
  paymentForm: paymentForm.optional().meta({
    description: 'Form of payment of paid receipts; default: that of the largest receipt.',
  }),
  addendaValues: addendaValues.optional(),
});

export const receiptInvoice = z
  .strictObject({
    documentRef: documentRef('cfdi').meta({ description: 'The draft of the CFDI.' }),
    total: money,
    receiptDocumentRefs: z.array(documentRef('sales_receipt')),
    creditNoteDocumentRefs: z.array(documentRef('cfdi')).meta({
      description: 'Drafts of credit notes about global invoices; stamp them before the invoice.',
    }),
  })
  .meta({ id: 'ReceiptInvoice' });

/** The maximum number of receipts in one request for global invoices. */
const namedMax = 5_000;

/** POST /v1/sales-receipts/global-invoices */
export const globalInvoiceInput = z.strictObject({
  periodicity: satCode('c_Periodicidad').optional().meta({
    description:
      '01 day, 02 week, 03 fortnight, 04 month, 05 two months (regime 621). Weeks end with their month. The defaultPeriodicity of the settings of receipts if absent.',
  }),
  period: date.meta({ description: 'A day of the period.' }),
  locationId: identifier.optional().meta({ description: 'The default location if absent.' }),
  documentRefs: documentRefs(namedMax)
    .optional()
    .meta({ description: 'Only these receipts, also if their buyers asked for an invoice.' }),
  paymentForm: paymentForm
    .optional()
    .meta({ description: 'Only receipts with this form of payment.' }),
  replaces: identifier.optional().meta({
    description: 'A canceled global invoice (motive 04), `cfdi:<id>`, that this one replaces.',
  }),
});

export const globalInvoices = z
  .strictObject({
    dateFrom: z.iso.date(),
    dateTo: z.iso.date(),
    documents: z.array(
      z.strictObject({ documentRef: documentRef('cfdi'), total: money, receiptCount: z.int() }),
    ),
    skipped: z
      .array(
        z.strictObject({
          documentRef: documentRef('sales_receipt'),
          reason: z.enum([
            'unpaid_credit',
            'invoice_requested',
            'zero_total',
            'withholding',
            'claimed',
            'not_in_period',
            'invalid',
          ]),
          issues: z.array(issue).optional().meta({
            description: 'Why a receipt is invalid; paths begin at its line in the document.',
          }),
        }),
      )
      .meta({ description: 'Receipts that were left out, at most 1,000.' }),
  })
  .meta({ id: 'GlobalInvoices' });
