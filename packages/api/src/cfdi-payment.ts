import { z } from 'zod';
import { paidDocumentsMax } from './cfdi-input';
import { cfdiUuid, decimal, documentRef, identifier } from './values';

/** POST /v1/cfdi/payment-complement-suggestions. */
export const paymentIntent = z
  .strictObject({
    customerId: identifier,
    documents: z
      .array(z.strictObject({ uuid: cfdiUuid, amount: decimal({ positive: true }).optional() }))
      .min(1)
      .max(paidDocumentsMax),
    amount: decimal({ positive: true }).optional(),
  })
  .meta({ id: 'PaymentIntent' });

const taxEntry = z.strictObject({
  base: z.number(),
  type: z.enum(['IVA', 'ISR', 'IEPS']),
  rate: z.number(),
  factor: z.enum(['Tasa', 'Cuota', 'Exento']),
  withholding: z.boolean(),
});

const suggestedDocument = z.strictObject({
  documentRef: documentRef('cfdi'),
  uuid: z.string(),
  series: z.string().optional(),
  folio: z.string().optional(),
  currency: z.string(),
  installment: z.int(),
  previousBalance: z.number(),
  amount: z.number(),
  remainingBalance: z.number(),
  taxes: z.strictObject({ taxObject: z.string(), entries: z.array(taxEntry) }),
});

/**
 * The documents that a payment is suggested to pay. They have the same form as in a
 * payment_complement draft, plus the remaining balance of each document.
 */
export const paymentSuggestion = z
  .strictObject({
    customerId: z.string(),
    documents: z.array(suggestedDocument),
    unallocated: z.number(),
  })
  .meta({ id: 'PaymentSuggestion' });
