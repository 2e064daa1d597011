import { pageOf, series, seriesKind } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSeries = operation({
  id: 'listSeries',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/series',
  summary: 'List fiscal series',
  description: 'Each series with the folio of its next document.',
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ kind: seriesKind.optional() }),
  response: series,
  isList: true,
  call: async ({ services }, { query }, context) =>
    (await services.fiscalCfdi.listSeries({ page: pageRequest(query), kind: query.kind }, context))
      .body,
});
