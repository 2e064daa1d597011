import { z } from 'zod';
import { pesos, settlementTerms } from './cfdi-input';
import { nullable } from './contacts';
import { all, excludes, only, rules, someOf, when } from './field-rules';
import { shownDetails } from './item-details';
import { pageOf } from './page';
import { pageLink } from './page-links';
import { paymentForm, saleItems } from './sales-receipts';
import {
  email,
  date,
  documentRef,
  shownFreeText,
  happenedAt,
  identifier,
  instant,
  postalCode,
  rfc,
  satCode,
  text,
} from './values';

const optionalFields = {
  customerId: identifier,
  customerEmail: email,
  locationId: identifier,
  notes: shownFreeText(2_000),
  settlementTerms,
};

const dates = {
  issueDate: date.optional().meta({ description: 'Today at the location if absent.' }),
  validUntil: date.optional().meta({ description: 'Last day; 30 days after issueDate if absent.' }),
};

const customerName = text(300)
  .optional()
  .meta({ description: 'The name of the customer in contacts if absent.' });

/** POST /v1/quotes */
export const quoteInput = z
  .strictObject({
    items: saleItems,
    customerName,
    ...dates,
    ...z.object(optionalFields).partial().shape,
  })
  .meta(rules({ items: someOf('customerId', 'customerName') }));

/** PATCH /v1/quotes/{documentRef} */
export const quotePatch = z.strictObject({
  items: saleItems.optional(),
  customerName,
  ...dates,
  ...nullable(optionalFields),
});

const quoteStatus = z.enum(['draft', 'sent', 'accepted', 'converted', 'expired', 'canceled']);

/** The query of GET /v1/quotes. */
export const quoteFilters = pageOf({
  status: quoteStatus.optional(),
  customerId: identifier.optional(),
});

/** POST /v1/quotes/{documentRef}/publish */
export const publishInput = z.strictObject({
  sendEmail: z.boolean().optional().meta({
    description: 'Whether the customer gets the quote by e-mail; true if absent.',
  }),
  message: shownFreeText(2_000).optional().meta({ description: 'Text of the e-mail.' }),
});

const fiscalTreatment = z.enum(['public_general', 'specific_counterparty']);

/**
 * The maximum revision number: the largest int32, which is the type of this field between services.
 */
const revisionMax = 2_147_483_647;

const ofPublic = all(excludes('fiscalCustomer'), only('invoiceRequested', false));

/** POST /v1/quotes/{documentRef}/accept */
export const acceptInput = z
  .strictObject({
    revisionNumber: z
      .int()
      .positive()
      .max(revisionMax)
      .meta({ description: 'The revision that the buyer has seen.' }),
    invoiceRequested: z.boolean(),
    fiscalTreatment,
    fiscalCustomer: z
      .strictObject({
        rfc,
        legalName: text(300),
        taxSystem: satCode('c_RegimenFiscal'),
        postalCode: satCode('c_CodigoPostal').pipe(postalCode),
        cfdiUse: satCode('c_UsoCFDI'),
        email,
      })
      .optional(),
  })
  .meta(rules({ fiscalTreatment: when('fiscalTreatment', 'public_general', ofPublic) }));

/** POST /v1/quotes/{documentRef}/payments */
export const quotePaymentInput = z.strictObject({
  amount: pesos({ positive: true }).optional().meta({
    description:
      'Amount received; the accepted total if absent. Timbre does not apply a smaller amount.',
  }),
  paymentForm: paymentForm.optional(),
  paidAt: happenedAt.optional().meta({ description: 'Now if absent.' }),
});

/** POST /v1/quotes/{documentRef}/payments/{paymentId}/apply */
export const quotePaymentRetry = z.strictObject({
  paymentForm: paymentForm.optional(),
  locationId: identifier
    .optional()
    .meta({ description: 'Location of the sale, if the quote names none.' }),
  amount: pesos({ positive: true })
    .optional()
    .meta({ description: 'Received amount, if another amount was recorded, in pesos.' }),
});

const totals = z
  .strictObject({
    subtotal: z.number(),
    discount: z.number().optional(),
    taxes: z.number().meta({ description: 'Transferred less withheld taxes.' }),
    total: z.number(),
    taxBreakdown: z.array(
      z.strictObject({
        type: z.enum(['IVA', 'ISR']),
        factor: z.enum(['Tasa', 'Exento']),
        rate: z.number(),
        withholding: z.boolean(),
        base: z.number(),
        amount: z.number(),
        label: z.string(),
      }),
    ),
  })
  .meta({ id: 'QuoteTotals' });

const quoteItem = z.strictObject({
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  lineRef: z.string().optional(),
  productId: z.string().optional(),
  discount: z.number().optional(),
  taxIncluded: z.boolean().optional(),
  taxability: z.enum(['standard', 'zero', 'exempt']).optional(),
  taxRate: z.number().optional(),
  satProductCode: z.string().optional(),
  satUnitCode: z.string().optional(),
  ...shownDetails,
});

/** The fields with the content of one revision of a quote. */
const content = {
  customerName: z.string(),
  items: z.array(quoteItem),
  totals,
  issueDate: z.iso.date(),
  validUntil: z.iso.date(),
  customerId: z.string().optional(),
  customerEmail: z.string().optional(),
  locationId: z.string().optional(),
  locationName: z.string().optional(),
  notes: z.string().optional(),
  settlementTerms: settlementTerms.optional(),
};

export const quoteContent = z.strictObject(content).meta({ id: 'QuoteContent' });

export const quoteAcceptance = z.strictObject({
  acceptedAt: instant,
  invoiceRequested: z.boolean(),
  fiscalTreatment,
  fiscalTotals: totals,
  fiscalCustomer: z
    .strictObject({
      rfc: z.string(),
      legalName: z.string(),
      taxSystem: z.string(),
      postalCode: z.string(),
      cfdiUse: z.string(),
      email: z.string(),
    })
    .optional(),
});

const invoiceStatus = z.enum(['pending', 'processing', 'issued', 'failed']);

/** A payment of a quote. */
export const quotePayment = z
  .strictObject({
    paymentId: z.string(),
    source: z.enum(['manual', 'online']),
    amount: z.number(),
    currency: z.literal('MXN'),
    applicationStatus: z.enum(['pending', 'processing', 'applied', 'failed', 'conflict']),
    paidAt: instant,
    paymentForm: z.string().optional(),
    applicationErrorCode: z
      .enum([
        'payment_form_required',
        'fiscal_drift',
        'location_resolution_required',
        'duplicate_payment',
        'application_failed',
      ])
      .optional(),
    applicationError: z
      .string()
      .optional()
      .meta({ description: 'Problems to correct before the payment is applied again.' }),
    invoiceStatus: invoiceStatus.optional(),
    invoiceError: z.string().optional(),
    salesReceiptDocumentRef: documentRef('sales_receipt').optional(),
    cfdiDocumentRef: documentRef('cfdi').optional(),
  })
  .meta({ id: 'QuotePayment' });

/** A quote in a response (spec part 2, Quote). */
export const quote = z
  .strictObject({
    documentRef: documentRef('quote'),
    category: z.literal('quote'),
    folioNumber: z.number(),
    currency: z.literal('MXN'),
    status: quoteStatus,
    createdAt: instant,
    updatedAt: instant,
    ...content,
    pendingRevision: quoteContent.optional().meta({
      description: 'Changes of a published quote that the buyer sees once it is published again.',
    }),
    receivablePlanId: z.string().optional(),
    revisionNumber: z.int().positive().optional(),
    sentAt: instant.optional(),
    lastPublishedAt: instant.optional(),
    receiptDocumentRef: documentRef('sales_receipt').optional(),
    invoiceStatus: invoiceStatus.optional().meta({
      description:
        'State of the invoice of a quote on credit; a paid quote has it in `payment`. failed: refused, deleted or canceled; invoice the receipt instead.',
    }),
    cfdiDocumentRef: documentRef('cfdi')
      .optional()
      .meta({ description: 'The invoice of a quote on credit.' }),
    acceptance: quoteAcceptance.optional(),
    payment: quotePayment.optional(),
    duplicatePayments: z.array(quotePayment).optional().meta({
      description: 'Further payments, which are not applied.',
    }),
  })
  .meta({ id: 'Quote' });

/** A published quote and the link to its page. */
export const publishedQuote = quote.extend({ publicLink: pageLink }).meta({ id: 'PublishedQuote' });
