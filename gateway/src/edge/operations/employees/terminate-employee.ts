import { employee, employeeParams, terminationInput } from '@timbre/api';
import { operation } from '../operation';

export const terminateEmployee = operation({
  id: 'terminateEmployee',
  area: 'employees',
  method: 'POST',
  path: '/v1/employees/{employeeId}/terminate',
  summary: { en: 'End an employment', es: 'Dar de baja a un empleado' },
  description: {
    en: 'Sets the last day of the employment; reinstateEmployee undoes it.',
    es: 'Fija el último día de la relación laboral; reinstateEmployee lo deshace.',
  },
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
