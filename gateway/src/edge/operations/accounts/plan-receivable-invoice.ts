import { planInput, planParams, plannedInvoice } from '@timbre/api';
import { operation } from '../operation';

export const planReceivableInvoice = operation({
  id: 'planReceivableInvoice',
  area: 'accounts',
  method: 'PUT',
  path: '/v1/accounts/receivables/{customerId}/invoices/{documentRef}/plan',
  summary: { en: 'Plan the collection of an invoice', es: 'Planear la cobranza de una factura' },
  description: {
    en: 'Divides the open balance of a PPD invoice into installments and puts them in the collection calendar; an earlier plan is replaced. An invoice whose draft has settlementTerms is planned when it is stamped.',
    es: 'Divide el saldo pendiente de una factura PPD en parcialidades y las pone en el calendario de cobranza; un plan anterior se sustituye. Una factura cuyo borrador lleva settlementTerms se planea al timbrarse.',
  },
  permissions: ['receivables:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: planParams,
  body: planInput,
  response: plannedInvoice,
  errors: ['recovery_required', 'migration_required'],
  tool: 'set_payment_plan',
  call: async ({ services }, { params, body }, context) => {
    const request = { ...params, settlementTerms: body.settlementTerms ?? undefined };
    return (await services.accounts.planReceivableInvoice(request, context)).body;
  },
});
