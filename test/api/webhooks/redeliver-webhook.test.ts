import { type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { arrived, newWebhook, settledDelivery, startReceiver, testSent } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('redeliverWebhook answers 202, and the event arrives again with the same webhook-id', async () => {
  const receiver = await startReceiver();
  const { webhookId } = await newWebhook(api, { url: receiver.url });
  const { deliveryId } = await testSent(api, webhookId);
  await settledDelivery(api, webhookId);
  const path = `/v1/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
  const { status, json } = await api.request('POST', path);
  expect(status).toBe(202);
  expect(json.data).toMatchObject({ deliveryId, state: 'pending', attemptCount: 1 });
  const received = await arrived(receiver.received, 2);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('redeliverWebhook answers 404 for an unknown delivery, and for a delivery of another webhook', async () => {
  const [one, other] = [await newWebhook(api), await newWebhook(api)];
  const { deliveryId } = await testSent(api, one.webhookId);
  for (const id of ['x', deliveryId]) {
    const path = `/v1/webhooks/${other.webhookId}/deliveries/${id}/redeliver`;
    expect(refusalOf(await api.request('POST', path))).toBe('404 not_found');
  }
});
