import { createEmployee } from './create-employee';
import { deleteEmployee } from './delete-employee';
import { getEmployee } from './get-employee';
import { getEmployeeReadiness } from './get-employee-readiness';
import { listEmployees } from './list-employees';
import { reinstateEmployee } from './reinstate-employee';
import { terminateEmployee } from './terminate-employee';
import { updateEmployee } from './update-employee';

export const employees = [
  createEmployee,
  deleteEmployee,
  getEmployee,
  getEmployeeReadiness,
  listEmployees,
  reinstateEmployee,
  terminateEmployee,
  updateEmployee,
];
