import { type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { arrived, newWebhook, startReceiver } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('testWebhook answers 202, and a test event arrives regardless of the subscribed events', async () => {
  const receiver = await startReceiver();
  const { webhookId } = await newWebhook(api, { url: receiver.url, events: ['quote.accepted'] });
  const { status, json } = await api.request('POST', `/v1/webhooks/${webhookId}/test`);
  expect(status).toBe(202);
  expect(json.data).toMatchObject({ state: 'pending', eventType: 'webhook.test', attempts: [] });
  const [received] = await arrived(receiver.received, 1);
  expect(received!.headers['webhook-id']).toBe(json.data.eventId);
});

it('testWebhook answers 409 for a disabled webhook', async () => {
  const { webhookId } = await newWebhook(api);
  const path = `/v1/webhooks/${webhookId}`;
  await api.request('PATCH', path, { body: { status: 'disabled' } });
  expect(refusalOf(await api.request('POST', `${path}/test`))).toBe(
    '409 conflict webhook_disabled',
  );
});

it('testWebhook answers 404 for an unknown webhook, and for a webhook of another organization', async () => {
  const { webhookId } = await newWebhook(api);
  const foreign = await startDocumented();
  for (const [by, id] of [
    [api, 'x'],
    [foreign, webhookId],
  ] as const)
    expect(refusalOf(await by.request('POST', `/v1/webhooks/${id}/test`))).toBe('404 not_found');
});
