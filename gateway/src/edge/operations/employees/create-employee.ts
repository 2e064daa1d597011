import { employee, employeeInput } from '@timbre/api';
import { operation } from '../operation';

export const createEmployee = operation({
  id: 'createEmployee',
  area: 'employees',
  method: 'POST',
  path: '/v1/employees',
  summary: { en: 'Create an employee', es: 'Crear un empleado' },
  description: {
    en: 'Fields that payroll needs can be added later; the readiness of the employee lists what is missing.',
    es: 'Los campos que la nómina necesita se pueden agregar después; la revisión para la nómina enumera lo que falta.',
  },
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
