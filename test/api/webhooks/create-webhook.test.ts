import { type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { arrived, changedContact, narrowed, newWebhook, startReceiver } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object, by = api, headers = {}) =>
  by.request('POST', '/v1/webhooks', { body, headers });
const body = { url: 'https://example.com/events', events: ['cfdi.stamped', 'cfdi.*', 'cfdi.*'] };

describe('201', () => {
  it('createWebhook returns the webhook with its secret, which no other response contains', async () => {
    const headers = { 'idempotency-key': 'one' };
    const { status, json } = await create({ ...body, description: 'Caja' }, api, headers);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      url: body.url,
      events: ['cfdi.stamped', 'cfdi.*'],
      status: 'enabled',
      description: 'Caja',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const again = await create({ ...body, description: 'Caja' }, api, headers);
    expect(again.json).toEqual(json);
    const { secret: _, ...shown } = json.data;
    const read = await api.request('GET', `/v1/webhooks/${shown.webhookId}`);
    expect(read.json.data).toEqual(shown);
  });

  it('createWebhook delivers to the receiver the events that the credential may read', async () => {
    const own = await startDocumented();
    const receiver = await startReceiver();
    await newWebhook(own, { url: receiver.url });
    const event = await changedContact(own);
    const [received] = await arrived(receiver.received, 1);
    expect(JSON.parse(received!.body)).toEqual(event);
  });

  it('a webhook for all events (*) gets only the events that the permissions of its creator allow', async () => {
    const own = await startDocumented();
    const [few, all] = [await startReceiver(), await startReceiver()];
    const by = await narrowed(own, ['webhooks:manage', 'products:read']);
    await newWebhook(by, { url: few.url });
    await newWebhook(own, { url: all.url });
    await changedContact(own);
    await arrived(all.received, 1);
    expect(few.received).toEqual([]);
  });
});

describe('400', () => {
  it('createWebhook reports all faults at once', async () => {
    const answer = await create({ url: 'http://10.0.0.1:25/', events: ['cfdi.exploded'] });
    expect(issuesOf(answer)).toEqual(['events.0: event_unknown']);
    const second = await create({ url: 'http://10.0.0.1:25/', events: ['*'] });
    expect(issuesOf(second)).toEqual([
      'url: address_forbidden',
      'url: port_not_allowed',
      'url: url_not_https',
    ]);
  });

  it('createWebhook refuses events that the credential may not read', async () => {
    const by = await narrowed(api, ['webhooks:manage', 'invoices:read']);
    const answer = await create({ ...body, events: ['cfdi.*', 'payroll_run.*'] }, by);
    expect(issuesOf(answer)).toEqual(['events.1: permission_not_held']);
  });
});

it('createWebhook answers 409 if the organization already has twenty webhooks', async () => {
  const own = await startDocumented();
  for (let count = 0; count < 20; count += 1) await newWebhook(own);
  expect(refusalOf(await create(body, own))).toBe('409 conflict too_many_webhooks');
});
