import { activitySummary, activitySummaryQuery } from '@timbre/api';
import { operation } from '../operation';

export const getDeveloperActivitySummary = operation({
  id: 'getDeveloperActivitySummary',
  area: 'developerActivity',
  method: 'GET',
  path: '/v1/developer-activity/summary',
  summary: 'Get a summary of developer activity',
  description:
    'Requests counted by hour or day and by operation, their rate of errors and the percentiles of their durations. Counts are kept for 13 months.',
  permissions: ['activity:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: activitySummaryQuery,
  response: activitySummary,
  call: ({ services }, { query }, context) => services.identity.summarizeRequests(query, context),
});
