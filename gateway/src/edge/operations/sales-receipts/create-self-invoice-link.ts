import { documentParams, pageLinkInput, revocableLink } from '@timbre/api';
import { pageLinkOf } from '../../messages/page-link';
import { operation } from '../operation';
import { getSalesReceipt } from './get-sales-receipt';

export const createSelfInvoiceLink = operation({
  id: 'createSelfInvoiceLink',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/self-invoice-links',
  summary: {
    en: 'Let the buyer make the invoice of a receipt',
    es: 'Permitir que el comprador facture un recibo',
  },
  description: {
    en: 'The buyer turns the receipt into a CFDI on the page of the link. Without `expiresOn` it works until the end of the month of the sale, or for `selfInvoicingDays`. A receipt has one link, also printed on it: a later `expiresOn` extends it, an earlier one is refused.',
    es: 'El comprador convierte el recibo en un CFDI en la página del enlace. Sin `expiresOn` sirve hasta el fin del mes de la venta, o durante `selfInvoicingDays`. Un recibo tiene un solo enlace, también impreso en él: un `expiresOn` posterior lo prolonga, uno anterior se rechaza.',
  },
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  body: pageLinkInput,
  response: revocableLink,
  irreversible: {
    action: {
      en: 'Let the buyer of this sales receipt make its invoice',
      es: 'Permitir que el comprador de este recibo haga su factura',
    },
    consequence: {
      en: 'Any holder of the link can make the invoice: the SAT registers it and a stamp is spent.',
      es: 'Quien tenga el enlace puede hacer la factura: el SAT la registra y se gasta un timbre.',
    },
    read: { operation: getSalesReceipt, argument: 'documentRef' },
    amount: 'document',
    kind: 'income',
    isForAnybody: true,
  },
  call: async ({ services, pages }, { params, body }, context) => {
    const request = { ...params, expiresOn: body.expiresOn };
    const { body: reply } = await services.commerce.createSelfInvoiceLink(request, context);
    return pageLinkOf(reply, pages);
  },
});
