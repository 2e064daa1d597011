import { employeeParams, employeeReadiness } from '@timbre/api';
import { operation } from '../operation';

export const getEmployeeReadiness = operation({
  id: 'getEmployeeReadiness',
  area: 'employees',
  method: 'GET',
  path: '/v1/employees/{employeeId}/readiness',
  summary: {
    en: 'Check whether an employee is ready for payroll',
    es: 'Revisar si un empleado está listo para la nómina',
  },
  description: {
    en: 'Lists the payroll issue codes that apply today.',
    es: 'Lista los códigos de problemas de nómina que aplican hoy.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: employeeParams,
  response: employeeReadiness,
  call: async ({ services }, { params }, context) =>
    (await services.payroll.getEmployeeReadiness(params, context)).body,
});
