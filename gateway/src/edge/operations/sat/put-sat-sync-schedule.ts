import { satSyncSchedule, satSyncScheduleInput } from '@timbre/api';
import { operation } from '../operation';

export const putSatSyncSchedule = operation({
  id: 'putSatSyncSchedule',
  area: 'sat',
  method: 'PUT',
  path: '/v1/sat/sync-schedule',
  summary: {
    en: 'Set the schedule of synchronization with the SAT',
    es: 'Fijar el horario de sincronización con el SAT',
  },
  description: {
    en: 'The sources are synchronized every day at the given time, and the CFDI of the last days as often as freshEveryHours says. A running synchronization continues.',
    es: 'Las fuentes se sincronizan todos los días a la hora dada, y los CFDI de los últimos días con la frecuencia que dice freshEveryHours. Una sincronización en curso continúa.',
  },
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
