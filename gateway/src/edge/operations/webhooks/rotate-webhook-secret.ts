import { rotatedSecret, rotationInput, webhookParams } from '@timbre/api';
import { ofItsCaller } from '../../../identity';
import { eventPermissions } from '../../messages/event-permissions';
import { operation } from '../operation';

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/rotate-secret',
  summary: { en: 'Rotate the secret of a webhook', es: 'Rotar el secreto de un webhook' },
  description: {
    en: 'While the old secret is still valid, events carry both signatures, so receivers miss none. A secret that an earlier rotation replaced ends at once. Only this answer, and a repeat by the same caller, shows the secret. The caller must be allowed to read every event that the webhook sends.',
    es: 'Mientras el secreto anterior sigue vigente, los eventos llevan ambas firmas, para que ningún receptor pierda uno. Un secreto que sustituyó una rotación anterior termina de inmediato. Solo esta respuesta, y una repetición de quien llamó, muestra el secreto. Quien llama debe poder consultar todos los eventos que el webhook envía.',
  },
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: webhookParams,
  body: rotationInput,
  response: rotatedSecret,
  call: async ({ services }, { params, body }, context, credential) => {
    const { overlapSeconds } = body;
    const request = { ...params, overlapSeconds, permissions: eventPermissions(credential) };
    return (await services.webhooks.rotateWebhookSecret(request, ofItsCaller(context))).body;
  },
});
