import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { created, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { until } from '../until';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/**
 * Starts a webhook receiver on the local address, which the test system allows. The receiver is
 * closed after the tests of the file.
 */
export async function startReceiver(status = 204) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

/** Creates a webhook of the organization. */
export const newWebhook = (api: Api, more: object = {}): Promise<Shown> =>
  created(api, '/v1/webhooks', { url: 'https://example.com/', events: ['*'], ...more });

/** Waits until this many events have arrived. */
export const arrived = (received: Received[], count: number): Promise<Received[]> =>
  until(
    60_000,
    () => Promise.resolve(received),
    ({ length }) => length >= count,
  );

/** Creates a contact, and waits until the event of the contact is in the list. */
export async function changedContact(api: Api): Promise<Shown> {
  const body = { kind: 'supplier', legalName: 'Maderas del Norte' };
  const { contactId } = await created(api, '/v1/contacts', body);
  const { json } = await until(
    60_000,
    () => api.request('GET', '/v1/events?types=contact.changed'),
    ({ json: page }) => (page.data as Shown[]).some(({ data }) => data.contactId === contactId),
  );
  return (json.data as Shown[]).find(({ data }) => data.contactId === contactId)!;
}

/** Returns a client of the same organization whose API key has only the given permissions. */
export async function narrowed(api: Api, permissions: string[]): Promise<Api> {
  const { apiKey } = await created(api, '/v1/credentials', { name: 'Narrow', permissions });
  return api.withApiKey(apiKey as string);
}

export const testSent = (api: Api, webhookId: string): Promise<Shown> =>
  dataOf(api.request('POST', `/v1/webhooks/${webhookId}/test`));

/** Waits until the newest delivery of a webhook is no longer pending, and returns the delivery. */
export async function settledDelivery(api: Api, webhookId: string): Promise<Shown> {
  const { json } = await until(
    60_000,
    () => api.request('GET', `/v1/webhooks/${webhookId}/deliveries`),
    ({ json: page }) => page.data[0]?.attempts.length > 0,
  );
  return json.data[0] as Shown;
}
