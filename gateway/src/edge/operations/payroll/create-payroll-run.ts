import { payrollRun, runInput } from '@timbre/api';
import { operation } from '../operation';

export const createPayrollRun = operation({
  id: 'createPayrollRun',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/runs',
  summary: { en: 'Create a payroll run', es: 'Crear una corrida de nómina' },
  description: {
    en: 'Creates a draft with employees, period and day of payment. Calculate it to get amounts.',
    es: 'Crea un borrador con empleados, periodo y día de pago. Calcúlela para obtener los importes.',
  },
  permissions: ['employees:manage', 'invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: runInput,
  response: payrollRun,
  mayWarn: true,
  errors: ['not_found'],
  tool: 'prepare_payroll',
  choice: 'absent',
  next: 'prepare_payroll with its runId calculates it.',
  call: async ({ services }, { body }, context) => {
    const { name, employeeIds = [], employer, ...period } = body;
    const request = { period, name, employeeIds, employer };
    return (await services.payroll.createPayrollRun(request, context)).body;
  },
});
