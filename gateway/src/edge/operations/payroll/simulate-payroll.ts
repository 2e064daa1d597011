import { simulation, simulationInput } from '@timbre/api';
import { operation } from '../operation';

export const simulatePayroll = operation({
  id: 'simulatePayroll',
  area: 'payroll',
  method: 'POST',
  path: '/v1/payroll/simulations',
  summary: { en: 'Calculate a payment without storing it', es: 'Calcular un pago sin guardarlo' },
  description: {
    en: 'Explains every amount for one employee and one period. Nothing is stored.',
    es: 'Un empleado y un periodo, con cada importe explicado. Nada se guarda.',
  },
  permissions: ['employees:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  body: simulationInput,
  response: simulation,
  tool: 'simulate_payroll',
  call: async ({ services }, { body }, context) => {
    const { period, employee, employer, incidents, earlier } = body;
    const { employmentEndedOn, ...fields } = employee;
    const request = { period, employee: fields, employmentEndedOn, employer, incidents };
    return (await services.payroll.simulatePayroll({ ...request, ...earlier }, context)).body;
  },
});
