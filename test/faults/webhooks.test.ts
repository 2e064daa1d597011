import { startOwnDeployment, type Api, type OwnDeployment } from '@timbre/testkit/client';
import { testPool } from '@timbre/testkit';
import { Webhook } from 'standardwebhooks';
import { newWebhook, startReceiver, type Received } from '../api/webhooks/endpoint';
import { until } from '../api/until';

const eventsEach = 5;

let deployment: OwnDeployment;
let api: Api;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let secret: string;
let made = 0;
beforeAll(async () => {
  deployment = await startOwnDeployment('webhookkill');
  api = await deployment.organization();
  receiver = await startReceiver();
  secret = (await newWebhook(api, { url: receiver.url })).secret as string;
}, 240_000);
afterAll(() => deployment?.stop());

async function makeEvents(): Promise<void> {
  for (let count = 0; count < eventsEach; count += 1) {
    const body = { kind: 'supplier', legalName: `Maderas ${made}` };
    const { status } = await api.request('POST', '/v1/contacts', { body });
    expect(status).toBe(201);
    made += 1;
  }
}

/**
 * A killed process holds its claims on deliveries for a minute. The tests expire the claims instead of
 * waiting.
 */
async function expireLeases(): Promise<void> {
  const pool = testPool(deployment.adminUrls['webhooks']!, 1);
  await pool.query('update deliveries set leased_until = now() where leased_until is not null');
  await pool.end();
}

/** Repeats the read as long as the last killed process is unreachable. */
const answered = (path: string) =>
  until(
    20_000,
    () => api.request('GET', path),
    ({ status }) => status === 200,
  );

/** Returns the identifiers of all events in the list. */
async function everyListed(): Promise<string[]> {
  const listed: string[] = [];
  for (let cursor = ''; ;) {
    const { json } = await answered(`/v1/events?limit=50${cursor}`);
    listed.push(...(json.data as { id: string }[]).map(({ id }) => id));
    if (!json.pagination.hasMore) return listed;
    cursor = `&cursor=${json.pagination.nextCursor}`;
  }
}

const idsOf = (received: Received[]) =>
  new Set(received.map(({ headers }) => headers['webhook-id'] as string));

describe('an event', () => {
  it.each(['webhook.claimed@1', 'webhook.answered@1', 'webhook.settled@1', 'consumer.committed@2'])(
    'an event arrives at least once, signed, even if the process dies: %s',
    async (failpoint) => {
      await deployment.restart('webhooks', { FAILPOINTS: failpoint });
      const dies = deployment.ended('webhooks');
      await makeEvents();
      await dies;
      await deployment.restart('webhooks');
      await expireLeases();
      await until(
        60_000,
        () => Promise.resolve(idsOf(receiver.received)),
        ({ size }) => size >= made,
      );
      expect(idsOf(receiver.received).size).toBe(made);
    },
    180_000,
  );

  it('an event always has a valid signature and is in the list of events', async () => {
    // The list shows an event only after all transactions that began earlier have ended, including the
    // transactions of a killed process.
    const listed = await until(20_000, everyListed, ({ length }) => length >= made);
    expect([...idsOf(receiver.received)].sort()).toEqual(listed.sort());
    for (const { body, headers } of receiver.received) {
      const { id } = new Webhook(secret).verify(body, headers as Record<string, string>) as {
        id: string;
      };
      expect(id).toBe(headers['webhook-id']);
    }
  });
});
