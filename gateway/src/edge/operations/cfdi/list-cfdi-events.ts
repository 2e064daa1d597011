import { cfdiEvent, cfdiEventFilters, documentParams } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCfdiEvents = operation({
  id: 'listCfdiEvents',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi/{documentRef}/events',
  summary: { en: 'List the history of a CFDI', es: 'Listar la historia de un CFDI' },
  description: {
    en: 'Every change of the document with its actor, its time and the answer of the PAC or the SAT.',
    es: 'Cada cambio del documento con su autor, su hora y la respuesta del PAC o del SAT.',
  },
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  query: cfdiEventFilters,
  response: cfdiEvent,
  isList: true,
  call: async ({ services }, { params, query }, context) =>
    (await services.fiscalCfdi.listCfdiEvents({ ...params, page: pageRequest(query) }, context))
      .body,
});
