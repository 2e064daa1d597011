import { type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { arrived, changedContact, newWebhook, startReceiver } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const recover = (id: unknown, since = new Date(Date.now() - 60_000).toISOString()) =>
  api.request('POST', `/v1/webhooks/${id as string}/recover`, { body: { since } });

it('recoverWebhook answers 202, and the events that the webhook missed while it was disabled arrive', async () => {
  const receiver = await startReceiver();
  const { webhookId } = await newWebhook(api, { url: receiver.url, events: ['contact.*'] });
  const patch = (status: string) =>
    api.request('PATCH', `/v1/webhooks/${webhookId}`, { body: { status } });
  await patch('disabled');
  const missed: Shown = await changedContact(api);
  await patch('enabled');
  const { status, json } = await recover(webhookId);
  expect(status).toBe(202);
  expect(json.data).toHaveProperty('recoveringSince');
  const [received] = await arrived(receiver.received, 1);
  expect(received!.headers['webhook-id']).toBe(missed.id);
});

it('recoverWebhook answers 400 for a time before the oldest stored event, and for a future time', async () => {
  const { webhookId } = await newWebhook(api);
  for (const days of [-31, 1]) {
    const since = new Date(Date.now() + days * 86_400_000).toISOString();
    expect(issuesOf(await recover(webhookId, since))).toEqual(['since: recovery_period']);
  }
});

it('recoverWebhook answers 404 for an unknown webhook', async () => {
  expect(refusalOf(await recover('x'))).toBe('404 not_found');
});
