import { employeeParams, employeeReadiness } from '@timbre/api';
import { operation } from '../operation';

export const getEmployeeReadiness = operation({
  id: 'getEmployeeReadiness',
  area: 'employees',
  method: 'GET',
  path: '/v1/employees/{employeeId}/readiness',
  summary: 'Check whether an employee is ready for payroll',
  description: 'Lists the payroll issue codes that apply today.',
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: employeeParams,
  response: employeeReadiness,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.getEmployeeReadiness(params, context)).body,
});
