// Creates an endpoint for events of stamped and canceled CFDI. The secret of the webhook is shown
// only once and must be kept.
import { writeFile } from 'node:fs/promises';
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });

const { data } = await timbre.createWebhook({
  body: { url: 'https://example.com/timbre', events: ['cfdi.*'] },
  idempotencyKey: 'endpoint-example',
});
if (data.secret) await writeFile('webhook-secret', data.secret, { mode: 0o600 });
const { webhookId, url, events, status } = data;
console.log(JSON.stringify({ webhookId, url, events, status }));
