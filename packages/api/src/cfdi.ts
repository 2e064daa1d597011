import { z } from 'zod';
import { cfdiItem, cfdiReceiver, cfdiRejection, cfdiStamp } from './cfdi-contents';
import { settlementTerms } from './cfdi-input';
import { documentComplementFields } from './complements';
import { excludes, needs, rules, when } from './field-rules';
import { issue } from './issue';
import { flag, pageOf } from './page';
import { priceOfItem } from './pricing';
import { documentRef, givenRef, instant, money, searchWords, shownLocalDateTime } from './values';

export const documentParams = z.strictObject({ documentRef: givenRef() });

export const cfdiKinds = [
  'income',
  'credit_note',
  'transfer',
  'payroll',
  'payment_complement',
] as const;

export const cfdiFilters = pageOf({
  kind: z.enum(cfdiKinds).optional(),
  direction: z.enum(['issued', 'received']).optional(),
  status: z.enum(['draft', 'valid', 'canceled']).optional(),
  archived: flag.optional(),
  counterparty: searchWords.optional(),
});

/** The effect of a CFDI on the stock of the products that it sells or returns. */
const inventoryImpact = z
  .strictObject({
    status: z.enum(['pending', 'deducted', 'reversed']),
    locationId: z.string().optional(),
    appliedAt: instant.optional(),
    reversedAt: instant.optional(),
  })
  .meta({ id: 'InventoryImpact' });

const common = {
  category: z.literal('cfdi'),
  documentRef: documentRef('cfdi'),
  direction: z.enum(['issued', 'received']),
  status: z.enum(['draft', 'valid', 'canceled']),
  archived: z.boolean(),
  total: money,
  series: z.string().optional(),
  folio: z.string().optional(),
  uuid: z.string().optional(),
  counterpartyName: z.string().optional(),
  settlementTerms: settlementTerms.optional(),
  receivablePlanId: z.string().optional(),
  issuedLocalDateTime: shownLocalDateTime.optional(),
  inventoryImpact: inventoryImpact.optional(),
};

export const cfdiPayment = z
  .strictObject({
    timing: z.enum(['single_payment', 'deferred_or_installments']),
    formCode: z.string().optional(),
    methodCode: z.string().optional(),
    dueDate: z.iso.date().optional(),
    remainingBalance: z.number().optional(),
    effectiveRemainingBalance: z.number().optional(),
    manualAdjustmentNeedsReview: z.boolean().optional(),
    conditions: z.string().optional(),
  })
  .meta({ id: 'CfdiPayment' });

/**
 * The fields that only some kinds of CFDI have, keyed by kind. Only income documents and credit
 * notes have payment data (spec part 2).
 */
const own = {
  income: {
    kind: z.literal('income'),
    cfdiType: z.literal('I'),
    payment: cfdiPayment.optional(),
  },
  creditNote: {
    kind: z.literal('credit_note'),
    cfdiType: z.literal('E'),
    payment: cfdiPayment.optional(),
  },
  transfer: { kind: z.literal('transfer'), cfdiType: z.literal('T') },
  payroll: {
    kind: z.literal('payroll'),
    cfdiType: z.literal('N'),
    employeeId: z.string().optional(),
  },
  paymentComplement: { kind: z.literal('payment_complement'), cfdiType: z.literal('P') },
};

/** The summary of a CFDI (spec part 2, CFDI summary). */
export const cfdiSummary = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...common, ...own.income }),
    z.strictObject({ ...common, ...own.creditNote }),
    z.strictObject({ ...common, ...own.transfer }),
    z.strictObject({ ...common, ...own.payroll }),
    z.strictObject({ ...common, ...own.paymentComplement }),
  ])
  .meta({ id: 'CfdiSummary' });

const taxLine = z.strictObject({
  tax: z.string(),
  factorType: z.string(),
  rateOrFee: z.string().optional(),
  amount: z.string().optional(),
  base: z.string().optional(),
});

/** A local tax of a state or a city. The decimal values of the tax are text. */
const localTaxLine = z.strictObject({
  kind: z.enum(['transferred', 'withheld']),
  name: z.string(),
  rate: z.string(),
  amount: z.string(),
});

export const cfdiFiscal = z
  .looseObject({
    subtotal: z.number().optional(),
    ivaTransferred: z.number().optional(),
    ivaWithheld: z.number().optional(),
    isrWithheld: z.number().optional(),
    exchangeRate: z.number().optional(),
    totalMxn: z.number().optional(),
    placeOfIssue: z.string().optional(),
    exportation: z.string().optional(),
    taxes: z
      .strictObject({
        transfers: z.array(taxLine),
        withholdings: z.array(taxLine),
        local: z.array(localTaxLine).optional(),
      })
      .optional(),
  })
  .meta({ id: 'CfdiFiscal' });

/**
 * The newest cancellation request of a CFDI. In the states `accepted` and `expired`, the CFDI is
 * canceled.
 */
export const cancellation = z
  .strictObject({
    state: z.enum(['requested', 'in_process', 'accepted', 'rejected', 'expired']),
    motive: z.enum(['01', '02', '03', '04']),
    replacementDocumentRef: documentRef('cfdi', 'withholding').optional(),
    code: z.string().optional(),
    message: z.string().optional(),
    requestedAt: instant,
    receivedAt: instant.optional(),
    finishedAt: instant.optional(),
  })
  .meta({ id: 'Cancellation' });

/**
 * A canceled document that the CFDI replaces. Its cancellation (motive 01) refers to the CFDI as
 * the replacement.
 */
export const replacedDocument = z
  .strictObject({
    documentRef: documentRef('cfdi'),
    state: cancellation.shape.state,
    code: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'ReplacedDocument' });

/**
 * A cancellation with motive 01 must refer to the document that replaces the canceled document. A
 * cancellation with any other motive must not refer to a replacement.
 */
export const replacementRule = rules({
  motive: when('motive', '01', needs('replacementDocumentRef'), excludes('replacementDocumentRef')),
});

export const cancelInput = z
  .strictObject({
    motive: z.enum(['01', '02', '03', '04']),
    replacementDocumentRef: givenRef('cfdi').optional(),
  })
  .meta(replacementRule);

const warnings = z.array(issue).optional().meta({
  description:
    'Probable mistakes that the law allows, and departures of an imported document from the schema. A warning never causes a refusal; the list is absent without warnings.',
});

const detail = {
  ...common,
  completeness: z.enum(['complete', 'partial']).optional().meta({
    description:
      '`partial`: Timbre knows the CFDI only from the metadata of the SAT, without its XML.',
  }),
  customerId: z.string().optional(),
  seriesId: z.string().optional(),
  cfdiUse: z.string().optional(),
  receiver: cfdiReceiver.optional(),
  relatedDocuments: z
    .array(z.strictObject({ relationship: z.string(), documents: z.array(z.string()) }))
    .optional(),
  cancelReplaced: z.boolean().optional(),
  globalPeriod: z
    .strictObject({ periodicity: z.string(), months: z.string(), year: z.int() })
    .optional(),
  confirmation: z.string().optional(),
  items: z.array(cfdiItem).optional(),
  stamp: cfdiStamp.optional(),
  cancellation: cancellation.optional(),
  replacedDocuments: z.array(replacedDocument).optional(),
  lastRejection: cfdiRejection.optional(),
  refreshed: z
    .array(z.enum(['rfc', 'legalName', 'taxSystem', 'postalCode', 'taxResidence', 'foreignTaxId']))
    .optional()
    .meta({
      description:
        'Fields of the receiver that Timbre read again from the contact or the employee when the document was stamped after a refusal.',
    }),
  warnings,
  pdfCustomSection: z.string().optional(),
  fiscal: cfdiFiscal.optional(),
  createdAt: instant.optional(),
  updatedAt: instant.optional(),
};

/** The detailed form of a CFDI, complete and partial (spec part 2, CFDI detail). */
export const cfdiDetail = z
  .discriminatedUnion('kind', [
    z.looseObject({ ...detail, ...own.income, ...documentComplementFields }),
    z.looseObject({ ...detail, ...own.creditNote, ...documentComplementFields }),
    z.looseObject({ ...detail, ...own.transfer, ...documentComplementFields }),
    z.looseObject({ ...detail, ...own.payroll }),
    z.looseObject({ ...detail, ...own.paymentComplement }),
  ])
  .meta({ id: 'CfdiDetail' });

const withheldBy = {
  type: z.enum(['ISR', 'IVA']),
  rule: z.string(),
  legalBasis: z.string().meta({ example: 'LIVA 1-A II a; RLIVA 3-I a' }),
};

/** A difference between the withholdings of an item and the withholdings that the law requires. */
const withholdingSuggestion = z
  .strictObject({
    path: z.array(z.union([z.string(), z.number()])),
    code: z.enum([
      'withholdings_missing',
      'activity_unconfirmed',
      'withholdings_differ',
      'withholdings_without_rule',
      'withholdings_not_due',
    ]),
    message: z.string(),
    activity: z.string().optional(),
    applied: z.boolean().meta({
      description: 'Whether `applySuggestedWithholdings` added these withholdings to the item.',
    }),
    withholdings: z.array(
      z.strictObject({
        ...withheldBy,
        rate: z.number(),
        base: z.number().optional(),
        amount: z.number().optional(),
      }),
    ),
    skipped: z.array(
      z.strictObject({
        ...withheldBy,
        reason: z.enum([
          'rule_not_in_force',
          'issuer_not_reached',
          'receiver_does_not_withhold',
          'amount_below_minimum',
          'iva_not_charged',
        ]),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'WithholdingSuggestion' });

const previewedItem = cfdiItem
  .safeExtend({ resolvedPrice: priceOfItem.optional() })
  .meta({ id: 'PreviewedCfdiItem' });

/** The document that would result from a draft input, with its computed amounts. */
export const cfdiPreview = z
  .looseObject({
    total: money.optional(),
    fiscal: cfdiFiscal.optional(),
    items: z.array(previewedItem).optional(),
    issues: z.array(issue),
    warnings,
    suggestions: z.array(withholdingSuggestion).optional().meta({
      description: 'The first 100 suggestions; absent if there are none.',
    }),
  })
  .meta({ id: 'CfdiPreview' });
