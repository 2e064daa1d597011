import { documentParams, quote, quotePatch } from '@timbre/api';
import { patchOf } from '../../messages/patch';
import { quoteMessage } from '../../messages/quote';
import { operation } from '../operation';

export const updateQuote = operation({
  id: 'updateQuote',
  area: 'quotes',
  method: 'PATCH',
  path: '/v1/quotes/{documentRef}',
  summary: { en: 'Update a quote', es: 'Modificar una cotización' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay; `items` replaces all items. The changes of a published quote wait in `pendingRevision` until it is published again.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian; `items` sustituye todos los conceptos. Los cambios de una cotización publicada esperan en `pendingRevision` hasta que se publique de nuevo.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: quotePatch,
  response: quote,
  call: async ({ services }, { params, body }, context) => {
    const { fields, cleared } = patchOf(body);
    const request = { ...params, fields: quoteMessage(fields), cleared };
    return (await services.commerce.updateQuote(request, context)).body;
  },
});
