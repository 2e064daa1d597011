import { activity, activityFilters } from '@timbre/api';
import { activityFile } from '../../messages/activity-file';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listDeveloperActivity = operation({
  id: 'listDeveloperActivity',
  area: 'developerActivity',
  method: 'GET',
  path: '/v1/developer-activity',
  summary: { en: 'List developer activity', es: 'Listar la actividad de desarrollo' },
  description: {
    en: 'The requests of API keys and assistants, newest first, each with its operation and outcome but without its contents. A request appears within about a second and is kept for 30 days, unless the operator has set another time.',
    es: 'Las solicitudes de las llaves de API y de los asistentes, la más reciente primero, cada una con su operación y su resultado pero sin su contenido. Una solicitud aparece más o menos en un segundo y se conserva 30 días, salvo que el operador haya fijado otro plazo.',
  },
  permissions: ['activity:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: activityFilters,
  response: activity,
  isList: true,
  fileTypes: ['text/csv'],
  call: async ({ services }, { query: { cursor, limit, format, ...filters } }, context) => {
    if (format === 'csv') return activityFile(services, filters, context);
    const page = pageRequest({ cursor, limit });
    return services.identity.listRequests({ page, ...filters }, context);
  },
});
