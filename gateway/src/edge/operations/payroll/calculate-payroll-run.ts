import { calculationInput, payrollRun, runParams } from '@timbre/api';
import { operation } from '../operation';

export const calculatePayrollRun = operation({
  id: 'calculatePayrollRun',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/runs/{runId}/calculate',
  summary: { en: 'Calculate a payroll run', es: 'Calcular una corrida de nómina' },
  description: {
    en: 'The calculation continues after the answer; the run shows its progress. The request may change the dates of the run while no receipt is stamped.',
    es: 'El cálculo continúa después de la respuesta; la corrida muestra su avance. La solicitud puede cambiar las fechas de la corrida mientras ningún recibo esté timbrado.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  params: runParams,
  body: calculationInput,
  response: payrollRun,
  tool: 'prepare_payroll',
  choice: 'given',
  next: 'get_payroll_run shows the progress, search_payroll_rows the receipts; get_payroll_row explains one, stamp_payroll stamps them.',
  call: async ({ services }, { params, body }, context) =>
    (await services.payroll.calculatePayrollRun({ ...params, ...body }, context)).body,
});
