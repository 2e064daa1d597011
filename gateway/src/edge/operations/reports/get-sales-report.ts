import { salesReport, salesReportQuery } from '@timbre/api';
import { reportFile, reportFileTypes } from '../../messages/report';
import { operation } from '../operation';

export const getSalesReport = operation({
  id: 'getSalesReport',
  area: 'reports',
  method: 'GET',
  path: '/v1/reports/sales',
  summary: { en: 'Get the sales report', es: 'Consultar el reporte de ventas' },
  description: {
    en: 'Sales receipts by business day. Refunds count on the day of the sale, and a canceled receipt leaves the sums of that day. Receipts count here and their global invoices in the CFDI report, so never add both reports. The seller created the receipt or its quote. Callers who may read members see sellers’ mail addresses, others identifiers.',
    es: 'Los recibos de venta por su día de operación. Las devoluciones cuentan en el día de la venta, y un recibo cancelado sale de las sumas de ese día. Los recibos cuentan aquí y sus facturas globales en el reporte de CFDI, así que los dos no se suman. Los vendedores son quienes hicieron los recibos o sus cotizaciones; los correos de los miembros se muestran a quien puede consultar miembros, y a los demás sus identificadores.',
  },
  permissions: ['receipts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: salesReportQuery,
  response: salesReport,
  fileTypes: reportFileTypes,
  tool: 'get_sales_summary',
  call: async ({ services }, { query }, context, { permissions }) => {
    const { locationId, saleType, status, format = 'json', ...report } = query;
    const withMembers = permissions.has('members:read');
    const sales = {
      report,
      locationId,
      saleType,
      status,
      sellerNames:
        query.groupBy === 'seller'
          ? await services.identity.sellerNames({ withMembers }, context)
          : {},
    };
    if (format !== 'json') return reportFile(services, { format, sales }, context);
    return (await services.reports.getSalesReport(sales, context)).body;
  },
});
