import { documentParams, linkParam, revokedLink } from '@timbre/api';
import { operation } from '../operation';

export const revokeSelfInvoiceLink = operation({
  id: 'revokeSelfInvoiceLink',
  area: 'salesReceipts',
  method: 'DELETE',
  path: '/v1/sales-receipts/{documentRef}/self-invoice-links/{linkId}',
  summary: {
    en: 'Revoke a link by which the buyer makes the invoice of a receipt',
    es: 'Revocar un enlace con el que el comprador factura un recibo',
  },
  description: {
    en: 'The page stops working; an invoice that the buyer made is kept.',
    es: 'La página del enlace deja de existir; la factura que el comprador ya hizo se conserva.',
  },
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams.extend(linkParam),
  response: revokedLink,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.revokeSelfInvoiceLink(params, context)).body,
});
