// Whether Timbre sent a message. Headers come in the environment as CGI gives them, the body as it arrived on
// standard input, and the secret from the file that create-webhook kept.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { readWebhook } from '@timbre/client';

const { env } = process;
const event = await readWebhook({
  secret: (await readFile('webhook-secret', 'utf8')).trim(),
  headers: {
    'webhook-id': env['HTTP_WEBHOOK_ID'],
    'webhook-timestamp': env['HTTP_WEBHOOK_TIMESTAMP'],
    'webhook-signature': env['HTTP_WEBHOOK_SIGNATURE'],
  },
  body: await text(process.stdin),
});
console.log(JSON.stringify({ type: event.type }));
