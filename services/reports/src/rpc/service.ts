import type { reports } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime } from '@timbre/kit';
import { exportReport, type PaperProviders } from '../operations/export-report';
import { getCfdiReport } from '../operations/get-cfdi-report';
import { getCollectionsReport } from '../operations/get-collections-report';
import { getExpensesReport } from '../operations/get-expenses-report';
import { getSalesReport } from '../operations/get-sales-report';
import { getTaxReport, type TaxProviders } from '../operations/get-tax-report';

export type ReportsProviders = TaxProviders & PaperProviders;

/** The implementations of all rpcs of the contract. TypeScript reports an error if an rpc is missing. */
export const rpcs = (runtime: Runtime<ReportsProviders>): Rpcs<typeof reports.ReportsService> => ({
  getCfdiReport: replies(getCfdiReport, runtime),
  getCollectionsReport: replies(getCollectionsReport, runtime),
  getExpensesReport: replies(getExpensesReport, runtime),
  getSalesReport: replies(getSalesReport, runtime),
  getTaxReport: replies(getTaxReport, runtime),
  exportReport: answers(exportReport, runtime),
});
