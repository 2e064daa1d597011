import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newWebhook } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('getWebhook answers 200 with the webhook without its secret', async () => {
  const { secret: _, ...shown } = await newWebhook(api);
  expect(await dataOf(api.request('GET', `/v1/webhooks/${shown.webhookId}`))).toEqual(shown);
});

it('getWebhook answers 404 for an unknown webhook, and for a webhook of another organization', async () => {
  const { webhookId } = await newWebhook(api);
  const foreign = await startDocumented();
  for (const [by, id] of [
    [api, 'x'],
    [foreign, webhookId],
  ] as const)
    expect(refusalOf(await by.request('GET', `/v1/webhooks/${id}`))).toBe('404 not_found');
});
