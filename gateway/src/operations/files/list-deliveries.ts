import { delivery, documentParams, pageOf } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listDeliveries = operation({
  id: 'listDeliveries',
  area: 'files',
  method: 'GET',
  path: '/v1/documents/{documentRef}/deliveries',
  summary: 'List the e-mails of a document',
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  query: pageOf({ state: z.enum(['queued', 'sent', 'failed']).optional() }),
  response: delivery,
  isList: true,
  call: async ({ services }, { params, query: { state, ...page } }, context) => {
    const request = { ...params, state, page: pageRequest(page) };
    return (await services.fiscalCfdi.listDeliveries(request, context)).body;
  },
});
