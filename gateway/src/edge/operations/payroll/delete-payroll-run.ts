import { runParams } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deletePayrollRun = operation({
  id: 'deletePayrollRun',
  area: 'payroll',
  method: 'DELETE',
  path: '/v1/payroll/runs/{runId}',
  summary: { en: 'Delete a payroll run', es: 'Borrar una corrida de nómina' },
  description: {
    en: 'Only a run without any stamped receipt can be deleted.',
    es: 'Solo se puede borrar una corrida sin ningún recibo timbrado.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: runParams,
  response: z.strictObject({ runId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.payroll.deletePayrollRun(params, context)).body,
});
