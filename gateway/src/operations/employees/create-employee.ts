import { employee, employeeInput } from '@timbre/api';
import { operation } from '../operation';

export const createEmployee = operation({
  id: 'createEmployee',
  area: 'employees',
  method: 'POST',
  path: '/v1/employees',
  summary: 'Create an employee',
  description: 'What a payroll needs may come later; readiness tells what is missing.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: employeeInput,
  response: employee,
  tool: 'save_employee',
  call: async ({ services }, { body }, context) =>
    (await services.payroll.createEmployee({ fields: body }, context)).body,
});
