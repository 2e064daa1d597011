import { webhook, webhookFilters } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listWebhooks = operation({
  id: 'listWebhooks',
  area: 'webhooks',
  method: 'GET',
  path: '/v1/webhooks',
  summary: { en: 'List webhooks', es: 'Listar los webhooks' },
  description: {
    en: 'Enabled and disabled webhooks, without their secrets.',
    es: 'Los webhooks activos y los desactivados, sin sus secretos.',
  },
  permissions: ['webhooks:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: webhookFilters,
  response: webhook,
  isList: true,
  call: async ({ services }, { query }, context) =>
    (
      await services.webhooks.listWebhooks(
        { page: pageRequest(query), status: query.status },
        context,
      )
    ).body,
});
