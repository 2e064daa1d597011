import { employee, employeeParams, employeePatch } from '@timbre/api';
import { patchOf } from '../../messages/patch';
import { operation } from '../operation';

export const updateEmployee = operation({
  id: 'updateEmployee',
  area: 'employees',
  method: 'PATCH',
  path: '/v1/employees/{employeeId}',
  summary: { en: 'Update an employee', es: 'Modificar un empleado' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: employeeParams,
  body: employeePatch,
  response: employee,
  mayWarn: true,
  tool: 'save_employee',
  choice: 'given',
  call: async ({ services }, { params, body }, context) => {
    const { salaryEffectiveOn, ...patch } = body;
    const request = { ...params, ...patchOf(patch), salaryEffectiveOn };
    return (await services.payroll.updateEmployee(request, context)).body;
  },
});
