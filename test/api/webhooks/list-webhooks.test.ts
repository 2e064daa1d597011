import { type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { newWebhook } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('listWebhooks answers 200 with the newest webhooks first, and filters by status', async () => {
  const [first, second] = [await newWebhook(api), await newWebhook(api)];
  const path = `/v1/webhooks/${first.webhookId}`;
  await api.request('PATCH', path, { body: { status: 'disabled' } });
  const idsOf = async (query: string) =>
    ((await api.request('GET', `/v1/webhooks${query}`)).json.data as Shown[]).map(
      ({ webhookId }) => webhookId as string,
    );
  expect(await idsOf('')).toEqual([second.webhookId, first.webhookId]);
  expect(await idsOf('?status=disabled')).toEqual([first.webhookId]);
  const { webhookId } = await newWebhook(api, { description: 'Facturación de la tienda' });
  expect(await idsOf('?query=tienda%20FACTURACION')).toEqual([webhookId]);
});
