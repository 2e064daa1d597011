import { type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newWebhook, settledDelivery, startReceiver, testSent } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('listWebhookDeliveries answers 200 with deliveries and their attempts, and filters by state and event', async () => {
  const receiver = await startReceiver(500);
  const { webhookId } = await newWebhook(api, { url: receiver.url });
  const { eventId } = await testSent(api, webhookId);
  expect(await settledDelivery(api, webhookId)).toMatchObject({
    webhookId,
    eventId,
    state: 'pending',
    nextAttemptAt: expect.any(String),
    attempts: expect.arrayContaining([
      expect.objectContaining({ outcome: 'refused', status: 500 }),
    ]),
  });
  const count = async (query: string) =>
    (
      (await api.request('GET', `/v1/webhooks/${webhookId}/deliveries?${query}`)).json
        .data as Shown[]
    ).length;
  expect(await count('state=pending')).toBe(1);
  expect(await count('state=delivered')).toBe(0);
  expect(await count(`eventId=${eventId}`)).toBe(1);
  expect(await count('eventId=x')).toBe(0);
});

it('listWebhookDeliveries answers 404 for an unknown webhook, and for a webhook of another organization', async () => {
  const { webhookId } = await newWebhook(api);
  const foreign = await startDocumented();
  for (const [by, id] of [
    [api, 'x'],
    [foreign, webhookId],
  ] as const)
    expect(refusalOf(await by.request('GET', `/v1/webhooks/${id}/deliveries`))).toBe(
      '404 not_found',
    );
});
