import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newWebhook } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('deleteWebhook answers 200, and later requests for the webhook get 404', async () => {
  const { webhookId } = await newWebhook(api);
  const path = `/v1/webhooks/${webhookId}`;
  expect(await dataOf(api.request('DELETE', path))).toEqual({ webhookId, deleted: true });
  expect(refusalOf(await api.request('GET', path))).toBe('404 not_found');
  expect(refusalOf(await api.request('GET', `${path}/deliveries`))).toBe('404 not_found');
});

it('deleteWebhook answers 404 for an unknown webhook, and for a webhook of another organization', async () => {
  const { webhookId } = await newWebhook(api);
  const foreign = await startDocumented();
  for (const [by, id] of [
    [api, 'x'],
    [foreign, webhookId],
  ] as const)
    expect(refusalOf(await by.request('DELETE', `/v1/webhooks/${id}`))).toBe('404 not_found');
});
