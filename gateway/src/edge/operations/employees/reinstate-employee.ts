import { employee, employeeParams, reinstatementInput } from '@timbre/api';
import { operation } from '../operation';

export const reinstateEmployee = operation({
  id: 'reinstateEmployee',
  area: 'employees',
  method: 'POST',
  path: '/v1/employees/{employeeId}/reinstate',
  summary: { en: 'Reinstate an employee', es: 'Reingresar a un empleado' },
  description: {
    en: 'Undoes a termination, or begins a new employment on the given day.',
    es: 'Deshace una baja, o inicia una nueva relación laboral el día dado.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: employeeParams,
  body: reinstatementInput,
  response: employee,
  call: async ({ services }, { params, body }, context) => {
    const employmentStartedOn = body?.employmentStartedOn;
    const request = { ...params, employmentStartedOn };
    return (await services.payroll.reinstateEmployee(request, context)).body;
  },
});
