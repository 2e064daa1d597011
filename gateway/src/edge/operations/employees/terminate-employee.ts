import { employee, employeeParams, terminationInput } from '@timbre/api';
import { operation } from '../operation';

export const terminateEmployee = operation({
  id: 'terminateEmployee',
  area: 'employees',
  method: 'POST',
  path: '/v1/employees/{employeeId}/terminate',
  summary: 'End an employment',
  description: 'Sets the last day of the employment; reinstateEmployee undoes it.',
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: employeeParams,
  body: terminationInput,
  response: employee,
  call: async ({ services }, { params, body }, context) =>
    (await services.payroll.terminateEmployee({ ...params, ...body }, context)).body,
});
