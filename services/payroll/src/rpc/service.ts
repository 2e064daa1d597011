import type { payroll } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime } from '@timbre/kit';
import { calculatePayrollRun } from '../operations/calculate-payroll-run';
import { cancelPayrollRow } from '../operations/cancel-payroll-row';
import { createEmployee } from '../operations/create-employee';
import { createPayrollRun } from '../operations/create-payroll-run';
import { deleteEmployee } from '../operations/delete-employee';
import { deletePayrollRun } from '../operations/delete-payroll-run';
import type { EmployerProviders } from '../workflows/employer';
import { exportPayrollRun } from '../operations/export-payroll-run';
import { getEmployee } from '../operations/get-employee';
import { getEmployeeReadiness } from '../operations/get-employee-readiness';
import { getPayrollRow } from '../operations/get-payroll-row';
import { getPayrollRun } from '../operations/get-payroll-run';
import { getPayrollEmployer } from '../operations/get-payroll-employer';
import { includePayrollRow } from '../operations/include-payroll-row';
import { listEmployees } from '../operations/list-employees';
import { listPayrollRows } from '../operations/list-payroll-rows';
import { listPayrollRules } from '../operations/list-payroll-rules';
import { listPayrollRuns } from '../operations/list-payroll-runs';
import { omitPayrollRow } from '../operations/omit-payroll-row';
import { putPayrollEmployer } from '../operations/put-payroll-employer';
import { recalculatePayrollRow } from '../operations/recalculate-payroll-row';
import { reinstateEmployee } from '../operations/reinstate-employee';
import { resolveEmployees } from '../operations/resolve-employees';
import { restampPayrollRow } from '../operations/restamp-payroll-row';
import { simulatePayroll } from '../operations/simulate-payroll';
import { stampPayrollRun } from '../operations/stamp-payroll-run';
import { type StampingProviders } from '../workflows/readiness-to-stamp';
import { terminateEmployee } from '../operations/terminate-employee';
import { updateEmployee } from '../operations/update-employee';
import { updatePayrollRow } from '../operations/update-payroll-row';
import { useLastReceiptSalary } from '../operations/use-last-receipt-salary';

/** The implementations of all rpcs of the contract. TypeScript reports an error if an rpc is missing. */
export const rpcs = (
  runtime: Runtime<EmployerProviders & StampingProviders>,
): Rpcs<typeof payroll.PayrollService> => ({
  listEmployees: replies(listEmployees, runtime),
  createEmployee: replies(createEmployee, runtime),
  getEmployee: replies(getEmployee, runtime),
  getEmployeeReadiness: replies(getEmployeeReadiness, runtime),
  updateEmployee: replies(updateEmployee, runtime),
  terminateEmployee: replies(terminateEmployee, runtime),
  reinstateEmployee: replies(reinstateEmployee, runtime),
  deleteEmployee: replies(deleteEmployee, runtime),
  calculatePayrollRun: replies(calculatePayrollRun, runtime),
  createPayrollRun: replies(createPayrollRun, runtime),
  stampPayrollRun: replies(stampPayrollRun, runtime),
  restampPayrollRow: replies(restampPayrollRow, runtime),
  cancelPayrollRow: replies(cancelPayrollRow, runtime),
  deletePayrollRun: replies(deletePayrollRun, runtime),
  getPayrollRow: replies(getPayrollRow, runtime),
  getPayrollRun: replies(getPayrollRun, runtime),
  includePayrollRow: replies(includePayrollRow, runtime),
  listPayrollRows: replies(listPayrollRows, runtime),
  listPayrollRuns: replies(listPayrollRuns, runtime),
  omitPayrollRow: replies(omitPayrollRow, runtime),
  recalculatePayrollRow: replies(recalculatePayrollRow, runtime),
  updatePayrollRow: replies(updatePayrollRow, runtime),
  useLastReceiptSalary: replies(useLastReceiptSalary, runtime),
  exportPayrollRun: answers(exportPayrollRun, runtime),
  resolveEmployees: answers(resolveEmployees, runtime),
  simulatePayroll: replies(simulatePayroll, runtime),
  getPayrollEmployer: replies(getPayrollEmployer, runtime),
  putPayrollEmployer: replies(putPayrollEmployer, runtime),
  listPayrollRules: replies(listPayrollRules, runtime),
});
