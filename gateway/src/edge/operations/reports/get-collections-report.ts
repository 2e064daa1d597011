import { collectionsReport, collectionsReportQuery } from '@timbre/api';
import { reportFile, reportFileTypes } from '../../messages/report';
import { operation } from '../operation';

export const getCollectionsReport = operation({
  id: 'getCollectionsReport',
  area: 'reports',
  method: 'GET',
  path: '/v1/reports/collections',
  summary: { en: 'Get the collections report', es: 'Consultar el reporte de cobranza' },
  description: {
    en: 'Sales on credit, their payments and the open balance; installments decide the overdue part. A past asOf excludes later payments.',
    es: 'Las ventas a crédito, sus pagos y el saldo pendiente; las parcialidades deciden la parte vencida. Un asOf pasado no incluye pagos posteriores.',
  },
  permissions: ['receivables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: collectionsReportQuery,
  response: collectionsReport,
  fileTypes: reportFileTypes,
  tool: 'get_collection_summary',
  call: async ({ services }, { query }, context) => {
    const { customerId, asOf, format = 'json', ...report } = query;
    const collections = { report, customerId, asOf };
    if (format !== 'json') return reportFile(services, { format, collections }, context);
    return (await services.reports.getCollectionsReport(collections, context)).body;
  },
});
