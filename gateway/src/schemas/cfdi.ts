import { z } from 'zod';
import { settlementTerms } from './cfdi-input';
import { flag, pageOf } from './page';
import { identifier, instant, money, searchWords } from './values';

export const documentParams = z.strictObject({ documentRef: identifier });

const kinds = ['income', 'credit_note', 'transfer', 'payroll', 'payment_complement'] as const;

export const cfdiFilters = pageOf({
  kind: z.enum(kinds).optional(),
  direction: z.enum(['issued', 'received']).optional(),
  status: z.enum(['draft', 'valid', 'canceled']).optional(),
  archived: flag.optional(),
  counterparty: searchWords.optional(),
});

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
  /** Of payroll. */
  employeeId: z.string().optional(),
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

/** The newest request to cancel it; `accepted` and `expired` are canceled. */
const cancellation = z.strictObject({
  state: z.enum(['requested', 'in_process', 'accepted', 'rejected', 'expired']),
  motive: z.enum(['01', '02', '03', '04']),
  replacementDocumentRef: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestedAt: instant,
  receivedAt: instant.optional(),
  finishedAt: instant.optional(),
});

export const cancelCfdiInput = z.strictObject({
  motive: z.enum(['01', '02', '03', '04']),
  replacementDocumentRef: identifier.optional(),
});

/** Spec part 2, CFDI detail. */
export const cfdiDetail = z
  .looseObject({
    ...summaryFields,
    completeness: z
      .enum(['complete', 'partial'])
      .optional()
      .meta({ description: '`partial`: known by the metadata of the SAT alone, without its XML.' }),
    customerId: z.string().optional(),
    series: z.string().optional(),
    folio: z.string().optional(),
    cancellation: cancellation.optional(),
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
