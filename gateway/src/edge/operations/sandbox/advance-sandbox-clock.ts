import { sandboxClock, sandboxClockInput } from '@timbre/api';
import { operation } from '../operation';

export const advanceSandboxClock = operation({
  id: 'advanceSandboxClock',
  area: 'sandbox',
  method: 'POST',
  path: '/v1/sandbox/clock/advance',
  summary: {
    en: 'Advance the clock of the organization',
    es: 'Adelantar el reloj de la organización',
  },
  description: {
    en: 'Advances by days, or to an instant; at most 400 days at once and five years in all, and never back. At the new time documents are dated, plans fall due, and quotes and certificates expire, within seconds; the simulated PACs and SAT use it too. API keys, quotas, retries and webhooks use real time.',
    es: 'Adelanta por días, o hasta un instante; a lo más 400 días a la vez y cinco años en total, y nunca hacia atrás. En la nueva hora se fechan los documentos, vencen los planes y caducan las cotizaciones y los certificados, en segundos; los PAC y el SAT simulados también la usan. Las llaves, las cuotas, los reintentos y los webhooks siguen la hora real.',
  },
  permissions: ['organization:manage'],
  environments: 'sandbox',
  isIdempotent: true,
  success: 200,
  body: sandboxClockInput,
  response: sandboxClock,
  call: ({ services }, { body }, context) => services.identity.advanceClock(body, context),
});
