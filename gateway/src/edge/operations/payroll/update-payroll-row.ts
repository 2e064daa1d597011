import { payrollRow, rowParams, rowPatch } from '@timbre/api';
import type { z } from 'zod';
import { operation } from '../operation';

export const updatePayrollRow = operation({
  id: 'updatePayrollRow',
  area: 'payroll',
  method: 'PATCH',
  path: '/v1/payroll/rows/{rowId}',
  summary: { en: 'Change a receipt', es: 'Cambiar un recibo de nómina' },
  description: {
    en: 'Lines in the request make the row manual; incidents, or the source `calculated`, make Timbre recalculate it.',
    es: 'Los renglones de la solicitud hacen manual el recibo; las incidencias, o la fuente `calculated`, hacen que Timbre lo calcule de nuevo.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: rowParams,
  body: rowPatch,
  response: payrollRow,
  mayWarn: true,
  call: async ({ services }, { params, body }, context) => {
    // `source` is dropped, because the other fields determine it.
    const { source: _, ...rest } = body;
    const request =
      'earnings' in rest ? { ...params, lines: manualLines(rest) } : { ...params, ...rest };
    return (await services.payroll.updatePayrollRow(request, context)).body;
  },
});

type Manual = Extract<z.output<typeof rowPatch>, { earnings: unknown }>;

const manualLines = ({ source: _, incapacities = [], earnings, ...rest }: Manual) => ({
  ...rest,
  incapacities,
  earnings: earnings.map(({ overtime = [], ...line }) => ({ ...line, overtime })),
});
