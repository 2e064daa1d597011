import { cfdiRelations, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const listCfdiRelations = operation({
  id: 'listCfdiRelations',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi/{documentRef}/relations',
  summary: 'List the documents related to a CFDI',
  description:
    'Relations of the SAT in both directions, and payments with the invoices that they pay.',
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: cfdiRelations,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.listCfdiRelations(params, context)).body,
});
