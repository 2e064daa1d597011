import { cfdiReport, cfdiReportQuery } from '@timbre/api';
import { reportFile, reportFileTypes } from '../../messages/report';
import { operation } from '../operation';

export const getCfdiReport = operation({
  id: 'getCfdiReport',
  area: 'reports',
  method: 'GET',
  path: '/v1/reports/cfdi',
  summary: { en: 'Get the CFDI report', es: 'Consultar el reporte de CFDI' },
  description: {
    en:
      'CFDI by the day of their issue, in pesos. A canceled document leaves the sums of that day. ' +
      'Global invoices count here and their receipts in the sales report, so the two do not add up.',
    es: 'Los CFDI por el día de su expedición, en pesos. Un documento cancelado sale de las sumas de ese día. Las facturas globales cuentan aquí y sus recibos en el reporte de ventas, así que los dos no se suman.',
  },
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: cfdiReportQuery,
  response: cfdiReport,
  fileTypes: reportFileTypes,
  tool: 'get_cfdi_summary',
  call: async ({ services }, { query }, context) => {
    const { direction, kinds, status, format = 'json', ...report } = query;
    const cfdi = { report, direction, kinds: kinds ?? [], status };
    if (format !== 'json') return reportFile(services, { format, cfdi }, context);
    return (await services.reports.getCfdiReport(cfdi, context)).body;
  },
});
