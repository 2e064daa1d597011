import { cancelPayrollRowInput, payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';
import { getPayrollRow } from './get-payroll-row';

export const cancelPayrollRow = operation({
  id: 'cancelPayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/cancel',
  summary: { en: 'Cancel a stamped receipt', es: 'Cancelar un recibo de nómina timbrado' },
  description: {
    en: 'Asks the SAT to cancel the CFDI of the receipt. The receipt stays `stamped` until the SAT shows its CFDI canceled; `cancellation` shows the progress. After that it stays `canceled`, and another receipt may pay the employee for the period.',
    es: 'Pide al SAT que cancele el CFDI del recibo. El recibo sigue en `stamped` hasta que el SAT muestra cancelado su CFDI; `cancellation` muestra el avance. Después queda en `canceled`, y otro recibo puede pagarle el periodo al empleado.',
  },
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
      es: 'Pedir al SAT que cancele este recibo de nómina',
    },
    consequence: {
      en: 'A cancellation cannot be taken back.',
      es: 'Una cancelación no se puede deshacer.',
    },
    read: { operation: getPayrollRow, argument: 'rowId' },
    amount: 'document',
    kind: 'payroll',
  },
  call: async ({ services }, { params, body }, context) =>
    (await services.payroll.cancelPayrollRow({ ...params, ...body }, context)).body,
});
