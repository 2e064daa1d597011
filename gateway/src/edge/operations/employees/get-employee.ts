import { employee, employeeParams } from '@timbre/api';
import { operation } from '../operation';

export const getEmployee = operation({
  id: 'getEmployee',
  area: 'employees',
  method: 'GET',
  path: '/v1/employees/{employeeId}',
  summary: { en: 'Get an employee', es: 'Consultar un empleado' },
  description: {
    en: 'The answer has the history of salaries.',
    es: 'La respuesta trae el historial de salarios.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: employeeParams,
  response: employee,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.getEmployee(params, context)).body,
});
