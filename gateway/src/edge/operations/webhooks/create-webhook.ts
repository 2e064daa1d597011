import { createdWebhook, webhookInput } from '@timbre/api';
import { ofItsCaller } from '../../../identity';
import { eventPermissions } from '../../messages/event-permissions';
import { withLists } from '../../messages/lists';
import { operation } from '../operation';

export const createWebhook = operation({
  id: 'createWebhook',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Events are signed by the Standard Webhooks rules and sent until the endpoint answers 2xx: ten times in three days; in a sandbox three times. Only this answer, and a repeat of the request, shows the secret. The webhook gets the events that this credential may read.',
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: webhookInput,
  response: createdWebhook,
  call: async ({ services }, { body }, context, credential) => {
    const maker = await services.identity.readMaker(credential, context);
    const permissions = eventPermissions(credential);
    const request = { fields: withLists(body), permissions, maker };
    return (await services.webhooks.createWebhook(request, ofItsCaller(context))).body;
  },
});
