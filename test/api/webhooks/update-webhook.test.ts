import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { narrowed, newWebhook } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const update = (id: unknown, body: object, by = api) =>
  by.request('PATCH', `/v1/webhooks/${id as string}`, { body });

describe('200', () => {
  it('updateWebhook replaces given fields, clears null fields and does not change other fields', async () => {
    const { webhookId, url } = await newWebhook(api, { description: 'Caja' });
    const changed = await dataOf(update(webhookId, { events: ['cfdi.*'], description: null }));
    expect(changed).toMatchObject({ url, events: ['cfdi.*'], status: 'enabled' });
    expect(changed).not.toHaveProperty('description');
  });

  it('updateWebhook disables and enables a webhook', async () => {
    const { webhookId } = await newWebhook(api);
    const disabled = await dataOf(update(webhookId, { status: 'disabled' }));
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'by_request' });
    const enabled = await dataOf(update(webhookId, { status: 'enabled' }));
    expect(enabled.status).toBe('enabled');
    expect(enabled).not.toHaveProperty('disabledAt');
  });
});

it('updateWebhook answers 400 for a private address, and for events that the credential may not read', async () => {
  const { webhookId } = await newWebhook(api);
  const by = await narrowed(api, ['webhooks:manage']);
  const answer = await update(webhookId, { url: 'https://[fd00::1]/', events: ['cfdi.*'] }, by);
  expect(issuesOf(answer)).toEqual(['events.0: permission_not_held', 'url: address_forbidden']);
});

it("updateWebhook answers 403 for a change of the URL or the events if the API key may not read the webhook's events", async () => {
  const { webhookId, url } = await newWebhook(api);
  const by = await narrowed(api, ['webhooks:manage', 'contacts:read']);
  for (const body of [{ url: 'https://example.org/' }, { events: ['contact.*'] }]) {
    expect(refusalOf(await update(webhookId, body, by))).toBe('403 forbidden permission_not_held');
  }
  expect(await dataOf(update(webhookId, { url, description: 'Caja' }, by))).toMatchObject({
    url,
    events: ['*'],
    description: 'Caja',
  });
  const own = await newWebhook(by);
  const moved = { url: 'https://example.org/', events: ['contact.*'] };
  expect(await dataOf(update(own.webhookId, moved, by))).toMatchObject(moved);
});

it('updateWebhook answers 404 for an unknown webhook, and for a webhook of another organization', async () => {
  const { webhookId } = await newWebhook(api);
  const foreign = await startDocumented();
  for (const [by, id] of [
    [api, 'x'],
    [foreign, webhookId],
  ] as const)
    expect(refusalOf(await by.request('PATCH', `/v1/webhooks/${id}`, { body: {} }))).toBe(
      '404 not_found',
    );
});
