import { paymentIntent, paymentSuggestion } from '@timbre/api';
import { operation } from '../operation';

export const suggestPaymentComplement = operation({
  id: 'suggestPaymentComplement',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/payment-complement-suggestions',
  summary: {
    en: 'Prepare the documents of a payment complement',
    es: 'Preparar los documentos de un complemento de pago',
  },
  description: {
    en: 'Installment, balances and prorated taxes of the invoices that a customer pays. `amount` is applied in order to the invoices without an amount of their own; without `amount`, those invoices are paid in full.',
    es: 'La parcialidad, los saldos y los impuestos prorrateados de las facturas que un cliente paga. `amount` se aplica en orden a las facturas sin importe propio; sin `amount`, esas facturas se pagan completas.',
  },
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
