import { payrollEmployer } from '@timbre/api';
import { operation } from '../operation';

export const getPayrollEmployer = operation({
  id: 'getPayrollEmployer',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/payroll-employer',
  summary: { en: 'Get the employer of payrolls', es: 'Consultar el patrón de las nóminas' },
  description: {
    en: 'Registrations, minimum wage zone, benefits and choices that payrolls use.',
    es: 'Los registros patronales, la zona de salario mínimo, las prestaciones y las opciones que usan las nóminas.',
  },
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: payrollEmployer,
  call: async ({ services }, _, context) =>
    (await services.payroll.getPayrollEmployer({}, context)).body,
});
