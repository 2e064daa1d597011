import { z } from 'zod';
import { flag, pageOf } from './page';
import { date, decimal, freeText, identifier, instant, money, satCode, text } from './values';

export const documentParams = z.strictObject({ documentRef: identifier });

const kinds = ['income', 'credit_note', 'transfer', 'payroll', 'payment_complement'] as const;

export const cfdiFilters = pageOf({
  kind: z.enum(kinds).optional(),
  direction: z.enum(['issued', 'received']).optional(),
  status: z.enum(['draft', 'valid', 'canceled']).optional(),
  archived: flag.optional(),
  counterparty: z.string().trim().min(1).max(200).optional(),
});

const firstDue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transaction_date') }),
  z.strictObject({ kind: z.literal('months_after_transaction'), months: z.int().min(1).max(60) }),
  z.strictObject({ kind: z.literal('fixed_date'), date }),
]);

const recurrence = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('anchor_day') }),
  z.strictObject({ kind: z.literal('day_of_month'), day: z.int().min(1).max(31) }),
  z.strictObject({ kind: z.literal('last_day') }),
]);

/** Spec part 2, settlementTerms. */
export const settlementTerms = z
  .strictObject({ installmentCount: z.int().min(1).max(60), firstDue, recurrence })
  .meta({ id: 'SettlementTerms' });

const amounts = {
  quantity: decimal({ positive: true }),
  unitPrice: decimal(),
  discount: decimal().optional(),
  taxIncluded: z.boolean().optional(),
};

const item = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('product'),
      productId: z.string().min(1).max(200),
      ...amounts,
    }),
    z.strictObject({
      kind: z.literal('custom'),
      description: text(1000),
      ...amounts,
      satProductCode: satCode('c_ClaveProdServ'),
      satUnitCode: satCode('c_ClaveUnidad'),
      taxRate: decimal({ max: 1 }).optional(),
      taxability: z.enum(['standard', 'zero', 'exempt']).optional(),
    }),
  ])
  .meta({ id: 'CfdiItemInput' });

const conditions = text(1000).optional();

const payment = z
  .discriminatedUnion('timing', [
    z.strictObject({
      timing: z.literal('single_payment'),
      formCode: satCode('c_FormaPago'),
      conditions,
    }),
    z.strictObject({
      timing: z.literal('deferred_or_installments'),
      formCode: z.literal('99'),
      dueDate: date.optional(),
      settlementTerms: settlementTerms.optional(),
      conditions,
    }),
  ])
  .meta({ id: 'IncomePaymentInput' });

/** Bound of the items of a document; the XML of more would not pass a PAC's 1 MB. */
const itemsMax = 1_500;

const draftFields = {
  pdfCustomSection: freeText(5_000).optional(),
  currency: z.string().length(3).pipe(satCode('c_Moneda')).optional(),
  exchangeRate: decimal({ positive: true }).optional(),
  seriesId: identifier.optional(),
};

/** POST /v1/cfdi, by kind (spec part 2, CFDI draft inputs). */
export const cfdiInput = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('income'),
      customerId: z.string().min(1).max(200),
      items: z.array(item).min(1).max(itemsMax),
      cfdiUse: satCode('c_UsoCFDI'),
      payment,
      ...draftFields,
    }),
  ])
  .meta({ id: 'CfdiInput' });

const summaryFields = {
  category: z.literal('cfdi'),
  documentRef: z.string(),
  kind: z.enum(kinds),
  cfdiType: z.enum(['I', 'E', 'T', 'N', 'P']),
  direction: z.enum(['issued', 'received']),
  status: z.enum(['draft', 'valid', 'canceled']),
  archived: z.boolean(),
  total: money,
  uuid: z.string().optional(),
  counterpartyName: z.string().optional(),
  settlementTerms: settlementTerms.optional(),
  receivablePlanId: z.string().optional(),
  issuedLocalDateTime: z.string().optional(),
  payment: z
    .strictObject({
      timing: z.enum(['single_payment', 'deferred_or_installments']),
      formCode: z.string().optional(),
      methodCode: z.string().optional(),
      dueDate: z.string().optional(),
      remainingBalance: z.number().optional(),
      effectiveRemainingBalance: z.number().optional(),
      manualAdjustmentNeedsReview: z.boolean().optional(),
      conditions: z.string().optional(),
    })
    .optional(),
};

/** Spec part 2, CFDI summary. */
export const cfdiSummary = z.strictObject(summaryFields).meta({ id: 'CfdiSummary' });

const taxLine = z.strictObject({
  tax: z.string(),
  factorType: z.string(),
  rateOrFee: z.string().optional(),
  amount: z.string().optional(),
  base: z.string().optional(),
});

const fiscal = z.looseObject({
  subtotal: z.number().optional(),
  ivaTransferred: z.number().optional(),
  ivaWithheld: z.number().optional(),
  isrWithheld: z.number().optional(),
  exchangeRate: z.number().optional(),
  totalMxn: z.number().optional(),
  placeOfIssue: z.string().optional(),
  exportation: z.string().optional(),
  taxes: z.strictObject({ transfers: z.array(taxLine), withholdings: z.array(taxLine) }).optional(),
});

/** Spec part 2, CFDI detail. */
export const cfdiDetail = z
  .looseObject({
    ...summaryFields,
    customerId: z.string().optional(),
    series: z.string().optional(),
    folio: z.string().optional(),
    fiscal: fiscal.optional(),
    createdAt: instant.optional(),
    updatedAt: instant.optional(),
  })
  .meta({ id: 'CfdiDetail' });

/** What a draft input would come to. */
export const cfdiPreview = z
  .looseObject({
    issues: z.array(
      z.strictObject({
        path: z.array(z.union([z.string(), z.number()])),
        message: z.string(),
        code: z.string(),
      }),
    ),
  })
  .meta({ id: 'CfdiPreview' });
