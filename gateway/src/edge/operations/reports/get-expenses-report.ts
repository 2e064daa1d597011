import { expensesReport, expensesReportQuery } from '@timbre/api';
import { reportFile, reportFileTypes } from '../../messages/report';
import { operation } from '../operation';

export const getExpensesReport = operation({
  id: 'getExpensesReport',
  area: 'reports',
  method: 'GET',
  path: '/v1/reports/expenses',
  summary: { en: 'Get the expenses report', es: 'Consultar el reporte de gastos' },
  description: {
    en: 'Expenses by business day. By payment_form, a settlement counts in its form and the unsettled rest of a credit expense in 99.',
    es: 'Los gastos por su día de operación. Por payment_form, una liquidación cuenta en su propia forma de pago y el resto de un gasto a crédito en 99.',
  },
  permissions: ['expenses:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: expensesReportQuery,
  response: expensesReport,
  fileTypes: reportFileTypes,
  tool: 'get_expense_summary',
  call: async ({ services }, { query }, context) => {
    const { categoryId, supplierId, format = 'json', ...report } = query;
    const expenses = { report, categoryId, supplierId };
    if (format !== 'json') return reportFile(services, { format, expenses }, context);
    return (await services.reports.getExpensesReport(expenses, context)).body;
  },
});
