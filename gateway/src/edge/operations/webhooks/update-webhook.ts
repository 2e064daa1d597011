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
  summary: { en: 'Update a webhook', es: 'Modificar un webhook' },
  description: {
    en: 'Given fields change, null clears a field, absent fields stay. A credential can only add events that it may read. To change the address or the events, the caller must be allowed to read all events that the webhook sends. Whoever enables it or changes its address or events takes it over.',
    es: 'Los campos dados sustituyen, null borra y los ausentes no cambian. Una credencial solo puede agregar eventos que puede consultar. Para cambiar la dirección o los eventos, quien llama debe poder consultar todos los eventos que el webhook envía. Quien lo activa, o cambia su dirección o sus eventos, lo toma a su cargo.',
  },
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
    const maker = await services.identity.readMaker(credential, context);
    const request = { ...params, fields: withLists(fields), cleared, permissions, maker };
    return (await services.webhooks.updateWebhook(request, context)).body;
  },
});
