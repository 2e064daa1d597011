import { getCfdiReport } from './get-cfdi-report';
import { getCollectionsReport } from './get-collections-report';
import { getExpensesReport } from './get-expenses-report';
import { getSalesReport } from './get-sales-report';
import { getTaxReport } from './get-tax-report';

export const reports = [
  getCfdiReport,
  getSalesReport,
  getExpensesReport,
  getCollectionsReport,
  getTaxReport,
];
