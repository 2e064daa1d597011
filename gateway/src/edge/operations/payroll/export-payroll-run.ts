import { exportFilters, runParams } from '@timbre/api';
import { operation } from '../operation';

export const exportPayrollRun = operation({
  id: 'exportPayrollRun',
  area: 'payroll',
  method: 'GET',
  path: '/v1/payroll/runs/{runId}/export',
  summary: { en: 'Export a payroll run', es: 'Exportar una corrida de nómina' },
  description: { en: 'The body is the file.', es: 'El cuerpo es el archivo.' },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  rateClass: 'export',
  params: runParams,
  query: exportFilters,
  fileTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  call: async ({ services }, { params, query }, context) => {
    const contents: Uint8Array[] = [];
    let afterRowId: string | undefined;
    for (;;) {
      const request = { ...params, ...query, afterRowId };
      const part = await services.payroll.exportPayrollRun(request, context);
      contents.push(part.content);
      afterRowId = part.nextAfterRowId;
      if (afterRowId === undefined) return { ...part, content: Buffer.concat(contents) };
    }
  },
});
