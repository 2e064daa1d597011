import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newWebhook } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const rotate = (id: unknown, body: object = {}, headers = {}) =>
  api.request('POST', `/v1/webhooks/${id as string}/rotate-secret`, { body, headers });

describe('201', () => {
  it('rotateWebhookSecret returns a new secret, and events are also signed with the old secret for one more day', async () => {
    const { webhookId, secret } = await newWebhook(api);
    const headers = { 'idempotency-key': 'rotate' };
    const { status, json } = await rotate(webhookId, {}, headers);
    expect(status).toBe(201);
    expect(json.data.secret).not.toBe(secret);
    const hours = (new Date(json.data.previousSecretExpiresAt).getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect((await rotate(webhookId, {}, headers)).json).toEqual(json);
    const read = await api.request('GET', `/v1/webhooks/${webhookId as string}`);
    expect(read.json.data.previousSecretExpiresAt).toBe(json.data.previousSecretExpiresAt);
  });

  it('rotateWebhookSecret disables the old secret immediately if requested', async () => {
    const { webhookId } = await newWebhook(api);
    expect((await rotate(webhookId, { overlapSeconds: 0 })).status).toBe(201);
    const read = await api.request('GET', `/v1/webhooks/${webhookId as string}`);
    expect(read.json.data).not.toHaveProperty('previousSecretExpiresAt');
  });
});

describe('another key', () => {
  const other = async (...permissions: string[]) => {
    const { apiKey } = await created(api, '/v1/credentials', { name: 'Other', permissions });
    return api.withApiKey(apiKey as string);
  };

  it('a repeated request with another API key does not get the webhook secret', async () => {
    const { permissions } = (await api.request('GET', '/v1/credentials/current')).json.data;
    const same = await other(...(permissions as string[]));
    const body = { url: 'https://example.com/', events: ['*'] };
    const headers = { 'idempotency-key': 'create for one' };
    const made = await api.request('POST', '/v1/webhooks', { body, headers });
    const { webhookId } = made.json.data as { webhookId: string };
    const path = `/v1/webhooks/${webhookId}/rotate-secret`;
    const rotated = await api.request('POST', path, { body: {}, headers });
    expect([made.status, rotated.status]).toEqual([201, 201]);
    for (const answer of [
      await same.request('POST', '/v1/webhooks', { body, headers }),
      await same.request('POST', path, { body: {}, headers }),
    ]) {
      expect(refusalOf(answer)).toBe('409 idempotency_conflict');
      expect(answer.bytes.toString()).not.toContain('whsec_');
    }
  });

  it('an API key cannot rotate the secret of a webhook if it may not read the events of the webhook', async () => {
    const { webhookId } = await newWebhook(api);
    const weak = await other('webhooks:read', 'webhooks:manage');
    const path = `/v1/webhooks/${webhookId as string}/rotate-secret`;
    expect(refusalOf(await weak.request('POST', path, { body: {} }))).toBe(
      '403 forbidden permission_not_held',
    );
  });
});

it('rotateWebhookSecret answers 400 if both secrets should be valid for more than a week', async () => {
  const { webhookId } = await newWebhook(api);
  expect(issuesOf(await rotate(webhookId, { overlapSeconds: 604_801 }))).toEqual([
    'overlapSeconds: too_big',
  ]);
});

it('rotateWebhookSecret answers 404 for an unknown webhook, and for a webhook of another organization', async () => {
  const { webhookId } = await newWebhook(api);
  const foreign = await startDocumented();
  for (const [by, id] of [
    [api, 'x'],
    [foreign, webhookId],
  ] as const)
    expect(refusalOf(await by.request('POST', `/v1/webhooks/${id}/rotate-secret`))).toBe(
      '404 not_found',
    );
});
