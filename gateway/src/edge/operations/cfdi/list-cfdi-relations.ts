import { cfdiRelations, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const listCfdiRelations = operation({
  id: 'listCfdiRelations',
  area: 'cfdi',
  method: 'GET',
  path: '/v1/cfdi/{documentRef}/relations',
  summary: {
    en: 'List the documents related to a CFDI',
    es: 'Listar los documentos relacionados con un CFDI',
  },
  description: {
    en: 'SAT relationships in both directions, and payments with the invoices that they pay.',
    es: 'Las relaciones del SAT en ambos sentidos, y los pagos con las facturas que pagan.',
  },
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: cfdiRelations,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.listCfdiRelations(params, context)).body,
});
