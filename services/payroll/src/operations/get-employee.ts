import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { employeeResource } from '../store/employees';

export const getEmployee = query((read, request: payroll.GetEmployeeRequest) =>
  read.resource(employeeResource, request.employeeId),
);
