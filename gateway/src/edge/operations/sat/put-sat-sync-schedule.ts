import { satSyncSchedule, satSyncScheduleInput } from '@timbre/api';
import { operation } from '../operation';

export const putSatSyncSchedule = operation({
  id: 'putSatSyncSchedule',
  area: 'sat',
  method: 'PUT',
  path: '/v1/sat/sync-schedule',
  summary: 'Set the schedule of synchronization with the SAT',
  description:
    'The sources are synchronized every day at the given time, and the CFDI of the last days as often as freshEveryHours says. A running synchronization continues.',
  permissions: ['sat:sync'],
  environments: 'production',
  isIdempotent: true,
  changesPower: true,
  success: 200,
  body: satSyncScheduleInput,
  response: satSyncSchedule,
  call: async ({ services }, { body }, context) =>
    (await services.satSync.putSatSyncSchedule(body, context)).body,
});
