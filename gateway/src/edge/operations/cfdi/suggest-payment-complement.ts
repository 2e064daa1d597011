import { paymentIntent, paymentSuggestion } from '@timbre/api';
import { operation } from '../operation';

export const suggestPaymentComplement = operation({
  id: 'suggestPaymentComplement',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/payment-complement-suggestions',
  summary: 'Prepare the documents of a payment complement',
  description:
    'Installment, balances and prorated taxes of the invoices that a customer pays. `amount` is applied in order to the invoices without an amount of their own; without `amount`, those invoices are paid in full.',
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  rateClass: 'read',
  body: paymentIntent,
  response: paymentSuggestion,
  errors: ['not_found'],
  tool: 'prepare_payment_complement',
  next: 'create_cfdi_draft of kind payment_complement takes these payments.',
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.suggestPaymentComplement(body, context)).body,
});
