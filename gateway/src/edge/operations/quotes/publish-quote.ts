import { documentParams, publishedQuote, publishInput } from '@timbre/api';
import { withPageLink } from '../../messages/page-link';
import { operation } from '../operation';

export const publishQuote = operation({
  id: 'publishQuote',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes/{documentRef}/publish',
  summary: 'Publish a quote',
  description:
    'Shows the quote, or its pending revision, on the page of its link and sends it to `customerEmail`. The link stays the same when the quote is published again.',
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: publishInput,
  response: publishedQuote,
  tool: 'publish_quote',
  call: async ({ services, pages }, { params, body }, context) => {
    const reply = await services.commerce.publishQuote({ ...params, ...body }, context);
    return withPageLink(reply.body, pages);
  },
});
