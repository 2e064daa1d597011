// Checks whether Timbre sent a message. The headers are in the environment as in CGI, the unchanged body is on
// standard input, and the secret is in the file that create-webhook saved.
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
