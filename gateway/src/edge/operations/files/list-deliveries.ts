import { delivery, documentParams, pageOf } from '@timbre/api';
import { parseDocumentRef } from '@timbre/fiscal';
import type { CallContext } from '@timbre/kit';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import type { Services } from '../../services';
import { operation } from '../operation';

export const listDeliveries = operation({
  id: 'listDeliveries',
  area: 'files',
  method: 'GET',
  path: '/v1/documents/{documentRef}/deliveries',
  summary: { en: 'List the e-mails of a document', es: 'Listar los correos de un documento' },
  description: {
    en: 'One delivery for each recipient, with its state and the number of attempts.',
    es: 'Un envío por cada destinatario, con su estado y el número de intentos.',
  },
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  query: pageOf({ state: z.enum(['queued', 'sent', 'failed']).optional() }),
  response: delivery,
  isList: true,
  call: async ({ services }, { params, query: { state, ...page } }, context) => {
    await refuseUnknown(services, params, context);
    const request = { ...params, state, page: pageRequest(page) };
    return (await services.fiscalCfdi.listDeliveries(request, context)).body;
  },
});

/**
 * Rejects unknown documents of commerce, because fiscal-cfdi stores their mails but not the
 * documents.
 * @throws Refusal not_found
 */
async function refuseUnknown(
  { commerce }: Services,
  params: { documentRef: string },
  context: CallContext,
): Promise<void> {
  const prefix = parseDocumentRef(params.documentRef)?.prefix;
  if (prefix === 'quote') {
    await commerce.getQuote(params, { ...context, permissions: ['quotes:read'] });
  }
  if (prefix === 'sales_receipt') {
    await commerce.getSalesReceipt(params, { ...context, permissions: ['receipts:read'] });
  }
}
