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
  summary: { en: 'Create a webhook', es: 'Crear un webhook' },
  description: {
    en: 'Events are signed by the Standard Webhooks rules and sent until the endpoint answers 2xx: ten times in three days; in a sandbox three times. Only this answer, and a repeat of the request, shows the secret. The webhook gets the events that this credential may read.',
    es: 'Los eventos se firman con las reglas de Standard Webhooks y se envían hasta que el endpoint responda 2xx: diez veces en tres días; en un sandbox, tres veces. Solo esta respuesta, y una repetición de la solicitud, muestra el secreto. El webhook recibe los eventos que esta credencial puede consultar.',
  },
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
