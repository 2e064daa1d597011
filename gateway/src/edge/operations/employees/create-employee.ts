import { employee, employeeInput } from '@timbre/api';
import { operation } from '../operation';

export const createEmployee = operation({
  id: 'createEmployee',
  area: 'employees',
  method: 'POST',
  path: '/v1/employees',
  summary: 'Create an employee',
  description:
    'Fields that payroll needs can be added later; the readiness of the employee lists what is missing.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: employeeInput,
  response: employee,
  mayWarn: true,
  tool: 'save_employee',
  choice: 'absent',
  call: async ({ services }, { body }, context) =>
    (await services.payroll.createEmployee({ fields: body }, context)).body,
});
