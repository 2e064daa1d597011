import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { changedContact, narrowed } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('getEvent answers 200 with the event in the same form that an endpoint receives', async () => {
  const event = await changedContact(api);
  expect(await dataOf(api.request('GET', `/v1/events/${event.id}`))).toEqual(event);
  expect(event).toMatchObject({
    type: 'contact.changed',
    organizationId: api.organizationId,
    environment: 'sandbox',
    apiVersion: 'v1',
    aggregateVersion: 1,
    data: { kind: 'supplier', legalName: 'Maderas del Norte' },
  });
});

it('getEvent answers 404 for an unknown event, and for an event that the credential may not read', async () => {
  const event = await changedContact(api);
  const by = await narrowed(api, ['webhooks:read', 'invoices:read']);
  const foreign = await startDocumented();
  for (const [reader, id] of [
    [api, 'x'],
    [by, event.id],
    [foreign, event.id],
  ] as const)
    expect(refusalOf(await reader.request('GET', `/v1/events/${id as string}`))).toBe(
      '404 not_found',
    );
});
