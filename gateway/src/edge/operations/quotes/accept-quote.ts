import { acceptInput, documentParams, quote } from '@timbre/api';
import { requirePermissions } from '../../../identity';
import { operation } from '../operation';
import { getQuote } from './get-quote';

export const acceptQuote = operation({
  id: 'acceptQuote',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes/{documentRef}/accept',
  summary: {
    en: 'Accept a quote for its customer',
    es: 'Aceptar una cotización en nombre de su cliente',
  },
  description: {
    en: 'Freezes the totals and the fiscal data. A `specific_counterparty` has a `fiscalCustomer`; if absent, the customer’s contact gives the data. `invoiceRequested` also requires `invoices:manage`.',
    es: 'Congela los totales y los datos fiscales. Un `specific_counterparty` lleva un `fiscalCustomer`; sin él, sus datos vienen del cliente en los contactos. Con `invoiceRequested` requiere también `invoices:manage`.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: acceptInput,
  response: quote,
  irreversible: {
    action: {
      en: 'Accept this quote for its customer',
      es: 'Aceptar esta cotización en nombre de su cliente',
    },
    consequence: {
      en: 'Its totals and fiscal data are frozen. With settlement terms it is sold on credit at once, with an invoice if one is requested: the SAT registers it and a stamp is spent.',
      es: 'Sus totales y datos fiscales ya no cambian. Si tiene condiciones de pago, se vende a crédito de inmediato, con factura si se pide: el SAT la registra y se gasta un timbre.',
    },
    read: { operation: getQuote, argument: 'documentRef' },
    amount: (_, quote) => quote?.total ?? 'unknown',
    stamps: ({ invoiceRequested }) => (invoiceRequested ? 'income' : undefined),
    invoiced: ({ fiscalCustomer }) => fiscalCustomer?.rfc,
  },
  call: async ({ services }, { params, body }, context, credential) => {
    if (body.invoiceRequested) requirePermissions(credential, ['invoices:manage']);
    return (await services.commerce.acceptQuote({ ...params, ...body }, context)).body;
  },
});
