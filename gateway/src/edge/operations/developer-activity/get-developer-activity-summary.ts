import { activitySummary, activitySummaryQuery } from '@timbre/api';
import { operation } from '../operation';

export const getDeveloperActivitySummary = operation({
  id: 'getDeveloperActivitySummary',
  area: 'developerActivity',
  method: 'GET',
  path: '/v1/developer-activity/summary',
  summary: {
    en: 'Get a summary of developer activity',
    es: 'Consultar un resumen de la actividad de desarrollo',
  },
  description: {
    en: 'Requests counted by hour or day and by operation, their rate of errors and the percentiles of their durations. Counts are kept for 13 months.',
    es: 'Las solicitudes contadas por hora o por día y por operación, su tasa de errores y los percentiles de su duración. Los conteos se conservan 13 meses.',
  },
  permissions: ['activity:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: activitySummaryQuery,
  response: activitySummary,
  call: ({ services }, { query }, context) => services.identity.summarizeRequests(query, context),
});
