import type { payroll } from '@timbre/contract';
import { replies, type Rpcs, type Runtime } from '@timbre/kit';
import { createEmployee } from '../operations/create-employee';
import { deleteEmployee } from '../operations/delete-employee';
import type { EmployerProviders } from '../operations/employer';
import { getEmployee } from '../operations/get-employee';
import { getEmployeeReadiness } from '../operations/get-employee-readiness';
import { listEmployees } from '../operations/list-employees';
import { listPayrollRules } from '../operations/list-payroll-rules';
import { reinstateEmployee } from '../operations/reinstate-employee';
import { simulatePayroll } from '../operations/simulate-payroll';
import { terminateEmployee } from '../operations/terminate-employee';
import { updateEmployee } from '../operations/update-employee';

/** Every rpc of the contract; it does not compile without one. */
export const rpcs = (runtime: Runtime<EmployerProviders>): Rpcs<typeof payroll.PayrollService> => ({
  listEmployees: replies(listEmployees, runtime),
  createEmployee: replies(createEmployee, runtime),
  getEmployee: replies(getEmployee, runtime),
  getEmployeeReadiness: replies(getEmployeeReadiness, runtime),
  updateEmployee: replies(updateEmployee, runtime),
  terminateEmployee: replies(terminateEmployee, runtime),
  reinstateEmployee: replies(reinstateEmployee, runtime),
  deleteEmployee: replies(deleteEmployee, runtime),
  simulatePayroll: replies(simulatePayroll, runtime),
  listPayrollRules: replies(listPayrollRules, runtime),
});
