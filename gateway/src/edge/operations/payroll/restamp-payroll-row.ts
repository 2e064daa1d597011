import { payrollRow, rowParams } from '@timbre/api';
import { operation } from '../operation';
import { getPayrollRow } from './get-payroll-row';

export const restampPayrollRow = operation({
  id: 'restampPayrollRow',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/rows/{rowId}/restamp',
  summary: { en: 'Re-stamp a rejected receipt', es: 'Timbrar de nuevo un recibo rechazado' },
  description: {
    en: 'Recalculates the rejected receipt and queues it for stamping.',
    es: 'Calcula de nuevo el recibo rechazado y lo pone en cola para timbrarse.',
  },
  permissions: ['employees:manage', 'invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  rateClass: 'stamp',
  params: rowParams,
  response: payrollRow,
  errors: ['payment_required', 'recovery_required', 'migration_required'],
  tool: 'stamp_payroll',
  choice: 'given',
  reachesOut: true,
  irreversible: {
    action: {
      en: 'Calculate this rejected receipt again and stamp it',
      es: 'Calcular de nuevo este recibo rechazado y timbrarlo',
    },
    consequence: {
      en: 'The SAT registers the receipt and a stamp is spent.',
      es: 'El SAT registra el recibo y se gasta un timbre.',
    },
    read: { operation: getPayrollRow, argument: 'rowId' },
    amount: 'document',
    kind: 'payroll',
  },
  call: async ({ services }, { params }, context) =>
    (await services.payroll.restampPayrollRow(params, context)).body,
});
