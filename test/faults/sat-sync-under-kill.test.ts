import { randomUUID } from 'node:crypto';
import { testPool } from '@timbre/testkit';
import {
  created,
  dataOf,
  startOwnDeployment,
  type Api,
  type OwnDeployment,
} from '@timbre/testkit/client';
import { filedDeclaration, satTaxpayer, type SatTaxpayer } from '../api/sat/taxpayer';
import { until } from '../api/until';
import { requestsAreBooked } from './guards';

let deployment: OwnDeployment;
beforeAll(async () => {
  const environment = { TIMBRE_ENVIRONMENT: 'production' };
  deployment = await startOwnDeployment('satkill', { environment });
}, 240_000);
afterAll(() => deployment?.stop());

async function sql(...statements: string[]): Promise<void> {
  const pool = testPool(deployment.adminUrls['sat-sync']!, 1);
  for (const statement of statements) await pool.query(statement);
  await pool.end();
}

/**
 * A killed process still holds the lease of its source until the lease expires. The tests expire the leases
 * instead of waiting.
 */
const expireLeases = () => sql('update sync_sources set due_at = now() where due_at is not null');

interface Sync {
  syncId: string;
  state: string;
  sources: { found: number; imported: number; error?: { code: string } }[];
}

/**
 * Runs a synchronization and kills sat-sync at each of the given points.
 * @returns the final state
 */
async function synchronizedUnderKills(
  { api }: SatTaxpayer,
  body: object,
  failpoints: readonly string[],
): Promise<Sync> {
  const headers = { 'idempotency-key': randomUUID() };
  const start = () => api.request('POST', '/v1/sat/syncs', { body, headers });
  for (const [number, failpoint] of failpoints.entries()) {
    await expireLeases();
    await deployment.restart('sat-sync', { FAILPOINTS: failpoint });
    const dies = deployment.ended('sat-sync');
    // The error is ignored, because the process may be killed before it sends a response. The client then
    // repeats the request with its key.
    if (number === 0) await until(30_000, start, ({ status }) => status < 500);
    await dies;
  }
  await expireLeases();
  await deployment.restart('sat-sync');
  const started = await until(30_000, start, ({ status }) => status === 202);
  expect(started.status).toBe(202);
  const path = `/v1/sat/syncs/${String(started.json.data.syncId)}`;
  const isOver = ({ state }: Sync) => ['completed', 'failed', 'canceled'].includes(state);
  const shown = async () => (await dataOf(api.request('GET', path))) as unknown as Sync;
  return until(60_000, shown, isOver);
}

/** Returns the synchronizations whose end was announced to the organization by an event. */
async function announcedSyncs(api: Api): Promise<string[]> {
  type SyncEvent = { data: { syncId: string } };
  const ask = async () =>
    (await dataOf(
      api.request('GET', '/v1/events?types=sat_sync.completed'),
    )) as unknown as SyncEvent[];
  const events = await until(30_000, ask, ({ length }) => length > 0);
  return events.map(({ data }) => data.syncId);
}

/** Every point of a download: first the points of its metadata, then the points of its XML documents. */
const downloadPoints = [
  'sat_sync.send@1',
  'sat_sync.sent@1',
  'sat_sync.downloaded@1',
  'sat_sync.handed_over@1',
  'sat_sync.sent@1',
  'sat_sync.downloaded@1',
  'sat_sync.handed_over@1',
];

const documentsEach = 3;

interface TupleAtSat {
  uses: number;
  requests: { packages: { downloads: number }[] }[];
}

/** Downloads the documents of a new taxpayer and kills the process at each of these points. */
async function downloadedUnderKills(failpoints: readonly string[]) {
  const taxpayer = await satTaxpayer({ deployment });
  const { rfc, sim } = taxpayer;
  const october = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
  const { uuids } = await sim<{ uuids: string[] }>('POST', '/__sim/foreign-cfdi', {
    receiverRfc: rfc,
    count: documentsEach,
    seed: rfc,
    ...october,
  });
  const body = { sources: ['received_cfdi'], ...october };
  const sync = await synchronizedUnderKills(taxpayer, body, failpoints);
  const atSat = await sim<{ data: TupleAtSat[] }>('GET', `/__sim/mass-downloads?rfc=${rfc}`);
  return { api: taxpayer.api, uuids, sync, uses: atSat.data.map(({ uses }) => uses) };
}

test('a mass download stores each document once and repeats no request, wherever its process dies', async () => {
  const { api, uuids, sync, uses } = await downloadedUnderKills(downloadPoints);
  const counts = { found: documentsEach, imported: documentsEach };
  expect(sync).toMatchObject({ state: 'completed', sources: [counts] });
  const documents = (await dataOf(
    api.request('GET', '/v1/cfdi?direction=received&limit=50'),
  )) as unknown as { uuid: string }[];
  expect(documents.map(({ uuid }) => uuid).sort()).toEqual(uuids.toSorted());
  // The SAT received two requests for metadata and two requests for XML: the response to the first of each
  // was lost.
  expect(uses).toEqual([1, 1, 1, 1]);
  expect(await announcedSyncs(api)).toEqual([sync.syncId]);
}, 300_000);

test('a mass download imports the documents of a harmful package and reports every other entry', async () => {
  const taxpayer = await satTaxpayer({ deployment });
  const { api, rfc, sim } = taxpayer;
  const october = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
  const minted = { receiverRfc: rfc, count: documentsEach, seed: rfc, ...october };
  await sim('POST', '/__sim/foreign-cfdi', minted);
  await sim('PATCH', '/__sim/mass-download', { hostilePackages: true });
  try {
    const { syncId } = await created(api, '/v1/sat/syncs', {
      sources: ['received_cfdi'],
      ...october,
    });
    const path = `/v1/sat/syncs/${String(syncId)}`;
    const shown = async () => (await dataOf(api.request('GET', path))) as unknown as HostileSync;
    const sync = await until(60_000, shown, ({ state }) => ['completed', 'failed'].includes(state));
    const [source] = sync.sources;
    expect(sync.state).toBe('completed');
    expect(source!.imported).toBe(documentsEach);
    const codes: Record<string, string[]> = {};
    for (const { name, code } of source!.issues) (codes[code] ??= []).push(name);
    expect(
      Object.fromEntries(Object.entries(codes).map(([code, names]) => [code, names.length])),
    ).toEqual({
      empty: 1,
      too_large: 1,
      // An HTML page can be well-formed XML.
      document_invalid: 1,
      // Six bad XML files: three encodings, a DTD, excessive depth, and a control character.
      xml_invalid: 6,
      // Entries with rejected names: noise, wrong names and nested archives in both packages; documents in
      // the metadata package, and metadata in the package of documents.
      name_not_accepted: 2 * 6 + 9 + 1,
      row_unreadable: 1,
    });
  } finally {
    await sim('PATCH', '/__sim/mass-download', { hostilePackages: false });
  }
});

interface HostileSync {
  state: string;
  sources: { imported: number; issues: { name: string; code: string }[] }[];
}

test('a request of a killed process is used twice if its booking is lost, so the test would detect a missing booking', async () => {
  await sql(...requestsAreBooked.off.map(([, statement]) => statement));
  try {
    const { uses } = await downloadedUnderKills(['sat_sync.sent@1']);
    expect(uses).toContain(2);
  } finally {
    await sql(...requestsAreBooked.on.map(([, statement]) => statement));
  }
});

test('a synchronization stores each declaration once, even if its process dies while it stores each of them', async () => {
  const taxpayer = await satTaxpayer({ deployment });
  const filed = [
    await filedDeclaration(taxpayer),
    await filedDeclaration(taxpayer, { period: 'Febrero', filedAt: '2026-03-17T09:30' }),
  ];
  const body = { sources: ['declarations'], fiscalYear: 2026 };
  // The process is killed between the acuse and the receipt of the first declaration, and again at the
  // second declaration.
  const kills = ['declaration.recorded@1', 'declaration.recorded@2'];
  const sync = await synchronizedUnderKills(taxpayer, body, kills);
  expect(sync).toMatchObject({ state: 'completed', sources: [{ found: filed.length }] });
  const declarations = (await dataOf(
    taxpayer.api.request('GET', '/v1/declarations?fiscalYear=2026'),
  )) as unknown as { operationNumber: string }[];
  expect(declarations.map(({ operationNumber }) => operationNumber).sort()).toEqual(
    filed.toSorted(),
  );
  expect(await announcedSyncs(taxpayer.api)).toEqual([sync.syncId]);
});
