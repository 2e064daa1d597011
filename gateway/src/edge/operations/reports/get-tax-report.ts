import { taxReport, taxReportQuery } from '@timbre/api';
import { operation } from '../operation';

export const getTaxReport = operation({
  id: 'getTaxReport',
  area: 'reports',
  method: 'GET',
  path: '/v1/reports/taxes',
  summary: { en: 'Get tax report', es: 'Consultar el reporte de impuestos' },
  description: {
    en: 'Taxes declared and paid, from synchronized declarations. A complementary declaration replaces only the taxes that it lists. CFDI are shown beside the taxes and change no amount.',
    es: 'Los impuestos declarados y pagados, de las declaraciones sincronizadas. Una declaración complementaria sustituye solo los impuestos que enumera. Los CFDI aparecen junto a ellos y nunca cambian un importe.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  query: taxReportQuery,
  response: taxReport,
  errors: ['not_found'],
  tool: 'get_tax_summary',
  call: async ({ services }, { query }, context) =>
    (await services.reports.getTaxReport(query, context)).body,
});
