import {
  accessTo,
  created,
  dataOf,
  incomeInput,
  newCustomer,
  setUpIssuer,
} from '@timbre/testkit/client';
import { Client } from 'pg';
import { natsProcesses } from '../../scripts/runtime/nats-users.mjs';
import { until } from '../api/until';
import { askJetStream } from '../faults/nats-wire';
import { startObserved, type ObservedDeployment } from '../telemetry/observed-deployment';

let deployment: ObservedDeployment;

beforeAll(async () => {
  deployment = await startObserved({ TIMBRE_LOG_LEVEL: 'warn' }, { owner: 'republish' });
}, 240_000);
afterAll(() => deployment?.stop());

/** Returns the value in the only row of a query on a service's database. */
async function ask(service: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: deployment.adminUrls[service] });
  await client.connect();
  const { rows } = await client.query<{ value: number }>(sql);
  await client.end();
  return rows[0]!.value;
}

/** Deletes the events of a service in NATS, as the operator. */
async function loseStream(name: string): Promise<void> {
  const answer = await askJetStream(deployment.natsUrl, `STREAM.DELETE.${name}`);
  expect(answer).toMatchObject({ success: true });
}

const applied = () => ask('fiscal-cfdi', 'select count(*)::int as value from inbox');
const waiting = () =>
  ask('commerce', 'select count(*)::int as value from outbox where published_at is null');

test('events that NATS lost before they were consumed take effect once after republish', async () => {
  const { organizationId, apiKey } = await deployment.bootstrap('Republished');
  const api = accessTo(deployment.baseUrl, organizationId, apiKey);
  await setUpIssuer(api);
  const customerId = await newCustomer(api);
  const draft = await created(api, '/v1/cfdi', incomeInput(customerId));
  await until(30_000, applied, (count) => count === 1);

  await deployment.kill('fiscal-cfdi');
  for (const legalName of ['Nombre Pasajero', 'Nombre Nuevo'])
    await dataOf(api.request('PATCH', `/v1/contacts/${customerId}`, { body: { legalName } }));
  await until(30_000, waiting, (count) => count === 0);
  await loseStream('COMMERCE');
  await deployment.restart('fiscal-cfdi');

  const republish = async () =>
    JSON.parse(await deployment.command('commerce', ['republish', '--since', '1h'])) as object;
  expect(await republish()).toMatchObject({ service: 'commerce', republished: 3 });
  const receiver = async () =>
    JSON.stringify(await dataOf(api.request('GET', `/v1/cfdi/${draft.documentRef}`)));
  expect(await until(30_000, receiver, (shown) => shown.includes('Nombre Nuevo'))).toContain(
    'Nombre Nuevo',
  );
  expect(await until(30_000, applied, (count) => count === 3)).toBe(3);

  const versionOf = () => ask('fiscal-cfdi', 'select version as value from cfdi');
  const version = await versionOf();
  expect(await republish()).toMatchObject({ republished: 3 });
  await until(30_000, waiting, (count) => count === 0);
  await created(api, '/v1/contacts', { kind: 'customer', legalName: 'Otro' });
  // This event is consumed after all republished events.
  expect(await until(30_000, applied, (count) => count === 4)).toBe(4);
  expect(await versionOf()).toBe(version);
});

test('the command republish rejects an invalid time, or a time before the retention of events, with an error message', async () => {
  const refused = (...args: string[]) =>
    expect(deployment.command('commerce', ['republish', ...args])).rejects;
  await refused().toThrow('republish --since TIME');
  await refused('--since', 'yesterday').toThrow('republish --since TIME');
  await refused('--since', '8d').toThrow('kept for 7 days');
});

test.each(natsProcesses)(
  'the command replay-dead-letters of %s applies what is open and ends',
  async (name) => {
    const line = await deployment.command(name, ['replay-dead-letters']);
    expect(JSON.parse(line)).toEqual({ service: name, replayed: 0, failed: 0 });
  },
);
