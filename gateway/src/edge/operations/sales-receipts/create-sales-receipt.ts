import { salesReceiptDetail, salesReceiptInput } from '@timbre/api';
import { sellerOf } from '../../../identity';
import { withLists } from '../../messages/lists';
import { operation } from '../operation';

export const createSalesReceipt = operation({
  id: 'createSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts',
  summary: { en: 'Create a sales receipt', es: 'Crear un recibo de venta' },
  description: {
    en: 'Prices of the answer include taxes. The sold goods leave the stock of the location at once. The PDF and the ticket have the QR by which the buyer makes the invoice, except for sales by assistants and limited credentials.',
    es: 'Los precios de la respuesta incluyen impuestos. Lo vendido sale de inmediato de las existencias de la sucursal. El PDF y el ticket llevan el QR con el que el comprador hace su factura, salvo en las ventas de asistentes y de credenciales con límites.',
  },
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: salesReceiptInput,
  response: salesReceiptDetail,
  errors: ['not_found'],
  tool: 'create_sales_receipt',
  next: 'invoice_sales_receipt makes a CFDI draft of it.',
  call: async ({ services }, { body }, context, principal, channel) => {
    const { items, payments = [], fields = {}, ...sale } = body;
    const values = Object.entries(fields).map(([key, value]) => ({ key, value }));
    const request = { ...sale, items: items.map(withLists), payments, fields: values };
    // Only a credential without limits may do this, because createSelfInvoiceLink is irreversible:
    // it checks each link against a credential's limits, and an assistant has no tool for this
    // operation.
    const letsSelfInvoice = principal.limits === undefined && channel === 'rest';
    const sold = { ...request, seller: sellerOf(principal), letsSelfInvoice };
    return (await services.commerce.createSalesReceipt(sold, context)).body;
  },
});
