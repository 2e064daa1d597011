import { payrollRun, runParams } from '@timbre/api';
import { operation } from '../operation';
import { getPayrollRun } from './get-payroll-run';

export const stampPayrollRun = operation({
  id: 'stampPayrollRun',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/runs/{runId}/stamp',
  summary: { en: 'Stamp a payroll run', es: 'Timbrar una corrida de nómina' },
  description: {
    en: 'Every ready receipt is checked, queued and stamped after the answer; the run shows the progress. A receipt that the balance does not cover stays `ready`, with the `rejectionCode` `api_wallet_insufficient`.',
    es: 'Cada recibo listo se revisa, se pone en cola y se timbra después de la respuesta; la corrida muestra el avance. Un recibo para el que no alcanza el saldo queda en `ready`, con el `rejectionCode` `api_wallet_insufficient`.',
  },
  permissions: ['employees:manage', 'invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  rateClass: 'stamp',
  params: runParams,
  response: payrollRun,
  errors: ['payment_required'],
  tool: 'stamp_payroll',
  choice: 'absent',
  reachesOut: true,
  next: 'The receipts are stamped in the background; get_payroll_run shows progress.',
  irreversible: {
    action: {
      en: 'Stamp every ready receipt of this payroll run',
      es: 'Timbrar todos los recibos listos de esta nómina',
    },
    consequence: {
      en: 'The SAT registers each receipt and a stamp is spent for each.',
      es: 'El SAT registra cada recibo y se gasta un timbre por cada uno.',
    },
    read: { operation: getPayrollRun, argument: 'runId' },
    amount: 'document',
    kind: 'payroll',
  },
  call: async ({ services }, { params }, context) =>
    (await services.payroll.stampPayrollRun(params, context)).body,
});
