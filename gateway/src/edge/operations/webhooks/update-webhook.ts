import { webhook, webhookParams, webhookPatch } from '@timbre/api';
import { eventPermissions } from '../../messages/event-permissions';
import { withLists } from '../../messages/lists';
import { patchOf } from '../../messages/patch';
import { operation } from '../operation';

export const updateWebhook = operation({
  id: 'updateWebhook',
  area: 'webhooks',
  method: 'PATCH',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Update a webhook',
  description:
    'Given fields replace, null clears, absent fields stay unchanged. New events are those that this credential may read. Only who may read all that a webhook sends changes where it sends it, and what.',
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: webhookParams,
  body: webhookPatch,
  response: webhook,
  call: async ({ services }, { params, body }, context, credential) => {
    const { fields, cleared } = patchOf(body);
    const permissions = eventPermissions(credential);
    const request = { ...params, fields: withLists(fields), cleared, permissions };
    return (await services.webhooks.updateWebhook(request, context)).body;
  },
});
