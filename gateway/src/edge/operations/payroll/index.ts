import { calculatePayrollRun } from './calculate-payroll-run';
import { cancelPayrollRow } from './cancel-payroll-row';
import { createPayrollRun } from './create-payroll-run';
import { deletePayrollRun } from './delete-payroll-run';
import { exportPayrollRun } from './export-payroll-run';
import { getPayrollRow } from './get-payroll-row';
import { getPayrollRun } from './get-payroll-run';
import { includePayrollRow } from './include-payroll-row';
import { listPayrollRows } from './list-payroll-rows';
import { listPayrollRules } from './list-payroll-rules';
import { listPayrollRuns } from './list-payroll-runs';
import { omitPayrollRow } from './omit-payroll-row';
import { recalculatePayrollRow } from './recalculate-payroll-row';
import { restampPayrollRow } from './restamp-payroll-row';
import { simulatePayroll } from './simulate-payroll';
import { stampPayrollRun } from './stamp-payroll-run';
import { updatePayrollRow } from './update-payroll-row';
import { useLastReceiptSalary } from './use-last-receipt-salary';

export const payroll = [
  calculatePayrollRun,
  cancelPayrollRow,
  createPayrollRun,
  deletePayrollRun,
  exportPayrollRun,
  getPayrollRow,
  getPayrollRun,
  includePayrollRow,
  listPayrollRows,
  listPayrollRules,
  listPayrollRuns,
  omitPayrollRow,
  recalculatePayrollRow,
  restampPayrollRow,
  simulatePayroll,
  stampPayrollRun,
  updatePayrollRow,
  useLastReceiptSalary,
];
