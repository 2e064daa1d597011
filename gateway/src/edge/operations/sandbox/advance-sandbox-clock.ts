import { sandboxClock, sandboxClockInput } from '@timbre/api';
import { operation } from '../operation';

export const advanceSandboxClock = operation({
  id: 'advanceSandboxClock',
  area: 'sandbox',
  method: 'POST',
  path: '/v1/sandbox/clock/advance',
  summary: 'Advance the clock of the organization',
  description:
    'Advances by days, or to an instant; at most 400 days at once and five years in all, and never back. At the new time documents are dated, plans fall due, and quotes and certificates expire, within seconds; the simulated PACs and SAT use it too. Keys, quotas, retries and webhooks follow the real time.',
  permissions: ['organization:manage'],
  environments: 'sandbox',
  isIdempotent: true,
  success: 200,
  body: sandboxClockInput,
  response: sandboxClock,
  call: ({ services }, { body }, context) => services.identity.advanceClock(body, context),
});
