import { satSyncSchedule } from '@timbre/api';
import { operation } from '../operation';

export const getSatSyncSchedule = operation({
  id: 'getSatSyncSchedule',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/sync-schedule',
  summary: {
    en: 'Get the schedule of synchronization with the SAT',
    es: 'Consultar el horario de sincronización con el SAT',
  },
  description: {
    en: 'The time, the sources, the next run and the outcome of the last run.',
    es: 'La hora, las fuentes, la próxima ejecución y el resultado de la última.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  response: satSyncSchedule,
  call: async ({ services }, _, context) =>
    (await services.satSync.getSatSyncSchedule({}, context)).body,
});
