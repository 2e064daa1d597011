import { series, seriesInput } from '@timbre/api';
import { operation } from '../operation';

export const createSeries = operation({
  id: 'createSeries',
  area: 'settings',
  method: 'POST',
  path: '/v1/settings/series',
  summary: { en: 'Create a fiscal series', es: 'Crear una serie fiscal' },
  description: {
    en: 'A series numbers the documents of one kind, without gaps. The fiscal profile creates one of each kind; your first own series of a kind becomes its default.',
    es: 'Una serie da a los documentos de un tipo sus folios, sin huecos. El perfil fiscal trae una de cada tipo; la primera serie propia de un tipo queda como su predeterminada.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: seriesInput,
  response: series,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.createSeries(body, context)).body,
});
