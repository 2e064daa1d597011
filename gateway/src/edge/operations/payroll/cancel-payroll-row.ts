import { cancelPayrollRowInput, payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';

export const cancelPayrollRow = operation({
  id: 'cancelPayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/cancel',
  summary: 'Cancel a stamped receipt',
  description:
    'Asks the SAT to cancel the CFDI of the receipt. The receipt stays `stamped` until the SAT shows its CFDI canceled; `cancellation` shows the progress. After that it stays `canceled`, and another receipt may pay the employee for the period.',
  permissions: ['employees:manage', 'invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: rowParams,
  body: cancelPayrollRowInput,
  response: payrollRow,
  errors: ['recovery_required'],
  irreversible: {
    action: {
      en: 'Ask the SAT to cancel the receipt of this payroll row',
      es: 'Pedir al SAT que cancele el recibo de esta fila de nómina',
    },
    consequence: {
      en: 'A cancellation cannot be taken back.',
      es: 'Una cancelación no se puede deshacer.',
    },
    read: { operation: 'getPayrollRow', argument: 'rowId' },
    amount: 'document',
    kind: 'payroll',
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.payroll.cancelPayrollRow({ ...params, ...body }, context)).body,
});
