import { identifier, series, seriesPatch } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const updateSeries = operation({
  id: 'updateSeries',
  area: 'settings',
  method: 'PATCH',
  path: '/v1/settings/series/{seriesId}',
  summary: { en: 'Update a fiscal series', es: 'Modificar una serie fiscal' },
  description: {
    en: 'nextFolio can only increase: a folio is never used twice.',
    es: 'nextFolio solo puede aumentar: un folio nunca se usa dos veces.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ seriesId: identifier }),
  body: seriesPatch,
  response: series,
  call: async ({ services }, { params, body }, context) =>
    (await services.fiscalCfdi.updateSeries({ ...params, ...body }, context)).body,
});
