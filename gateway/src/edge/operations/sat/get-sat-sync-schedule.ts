import { satSyncSchedule } from '@timbre/api';
import { operation } from '../operation';

export const getSatSyncSchedule = operation({
  id: 'getSatSyncSchedule',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/sync-schedule',
  summary: 'Get the schedule of synchronization with the SAT',
  description: 'The time, the sources, the next run and the outcome of the last run.',
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  response: satSyncSchedule,
  call: async ({ services }, _, context) =>
    (await services.satSync.getSatSyncSchedule({}, context)).body,
});
