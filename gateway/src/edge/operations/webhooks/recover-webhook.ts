import { recoveryInput, webhook, webhookParams } from '@timbre/api';
import { operation } from '../operation';

export const recoverWebhook = operation({
  id: 'recoverWebhook',
  area: 'webhooks',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/recover',
  summary: {
    en: 'Send again what a webhook has missed',
    es: 'Enviar de nuevo lo que un webhook perdió',
  },
  description: {
    en: 'Resends the events whose delivery failed since a given time, and the events from while the webhook was disabled.',
    es: 'Envía de nuevo los eventos cuyo envío falló desde cierto momento, y los del tiempo en que el webhook estuvo desactivado.',
  },
  permissions: ['webhooks:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: false,
  success: 202,
  params: webhookParams,
  body: recoveryInput,
  response: webhook,
  call: async ({ services }, { params, body }, context) =>
    (await services.webhooks.recoverWebhook({ ...params, ...body }, context)).body,
});
