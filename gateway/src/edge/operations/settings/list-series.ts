import { pageOf, series, seriesKind } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listSeries = operation({
  id: 'listSeries',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/series',
  summary: { en: 'List fiscal series', es: 'Listar las series fiscales' },
  description: {
    en: 'Each series with the folio of its next document.',
    es: 'Cada serie con el folio de su próximo documento.',
  },
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
