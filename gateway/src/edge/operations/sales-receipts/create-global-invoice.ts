import { globalInvoiceInput, globalInvoices } from '@timbre/api';
import { withoutKey } from '@timbre/kit';
import { operation } from '../operation';

export const createGlobalInvoice = operation({
  id: 'createGlobalInvoice',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/global-invoices',
  summary: {
    en: 'Sum up sales receipts in global invoices',
    es: 'Reunir recibos de venta en facturas globales',
  },
  description: {
    en:
      'Drafts a CFDI to PUBLICO EN GENERAL of the open receipts of a period at a location, with one ' +
      'concept for each; more than 1,250 receipts give several. Stamp the drafts with stampCfdi within ' +
      'a day after the period (RMF 2.7.1.21). `skipped` says which receipts were left out, and why.',
    es: 'Hace un borrador de CFDI a PUBLICO EN GENERAL con los recibos abiertos de un periodo en una sucursal, con un concepto por cada uno; más de 1,250 recibos dan varios borradores. Tímbrelos con stampCfdi a más tardar un día después del periodo (RMF 2.7.1.21). `skipped` dice qué recibos quedaron fuera y por qué.',
  },
  permissions: ['receipts:manage', 'invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: globalInvoiceInput,
  response: globalInvoices,
  errors: ['not_found'],
  tool: 'create_global_invoice',
  next: 'stamp_cfdi with the documentRef of the draft makes it valid.',
  call: async ({ services }, { body }, context) => {
    const { documentRefs = [], ...fields } = body;
    // The balances are read from the accounts service, because its events may not have reached
    // commerce yet, and commerce must not include an unpaid sale in a global invoice.
    const { sales } = await services.accounts.readOwedSales({ documentRefs }, withoutKey(context));
    const asked = { ...fields, documentRefs, owed: sales };
    return (await services.commerce.createGlobalInvoice(asked, context)).body;
  },
});
