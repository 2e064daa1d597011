import { documentParams, issuesOf, salesReceiptRefund, salesReceiptRefundInput } from '@timbre/api';
import { invalid } from '@timbre/kit';
import { requirePermissions } from '../../../identity';
import type { ComputedAmount } from '../irreversible';
import { operation } from '../operation';
import { getSalesReceipt } from './get-sales-receipt';

const computeRefund: ComputedAmount['compute'] = async (
  { commerce },
  { documentRef, ...body },
  context,
) => {
  const parsed = salesReceiptRefundInput.safeParse(body);
  if (!parsed.success) throw invalid(issuesOf(salesReceiptRefundInput, parsed.error, body));
  const { lines = [], ...refund } = parsed.data;
  const request = { documentRef: String(documentRef), ...refund, lines };
  const asking = { ...context, permissions: ['receipts:manage'] };
  return (await commerce.computeRefund(request, asking)).total;
};

export const refundSalesReceipt = operation({
  id: 'refundSalesReceipt',
  area: 'salesReceipts',
  method: 'POST',
  path: '/v1/sales-receipts/{documentRef}/refunds',
  summary: {
    en: 'Refund lines of a sales receipt',
    es: 'Devolver conceptos de un recibo de venta',
  },
  description: {
    en: 'Refunds quantities, or only money. All refunds of a line together cannot exceed the amount charged for it. A receipt in a CFDI needs a credit note: creditNoteStatus tracks it.',
    es: 'Devuelve por cantidad, o solo dinero. Todas las devoluciones de un concepto juntas no pueden exceder lo que se cobró por él. Un recibo que está en un CFDI requiere una nota de crédito: creditNoteStatus muestra su avance.',
  },
  permissions: ['receipts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: documentParams,
  body: salesReceiptRefundInput,
  response: salesReceiptRefund,
  tool: 'refund_sales_receipt',
  irreversible: {
    action: {
      en: 'Refund this sales receipt',
      es: 'Registrar una devolución de este recibo de venta',
    },
    consequence: {
      en: 'The money counts as returned; an invoice of the receipt gets a credit note. A refund cannot be taken back.',
      es: 'El dinero cuenta como devuelto; si el recibo tiene factura, se hace una nota de crédito. No se puede deshacer.',
    },
    read: { operation: getSalesReceipt, argument: 'documentRef' },
    amount: { name: 'refundedNow', compute: computeRefund },
    stamps: ({ stamp }) => (stamp ? 'credit_note' : undefined),
  },
  call: async ({ services }, { params, body: { lines = [], ...refund } }, context, credential) => {
    if (refund.stamp) requirePermissions(credential, ['invoices:manage']);
    const request = { ...params, ...refund, lines };
    return (await services.commerce.refundSalesReceipt(request, context)).body;
  },
});
