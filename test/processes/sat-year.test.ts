import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPool } from '@timbre/testkit';
import { created, dataOf, startOwnDeployment, type Api, type OwnDeployment } from '@timbre/testkit/client'; // prettier-ignore
import { runYear } from '../../scripts/sat/year.mjs';
import { until } from '../api/until';
import { hasCurl, shownAnswers } from '../tidy/document-calls';
import { startRecorder, type Recorder } from './recorder';

let deployment: OwnDeployment;
let recorder: Recorder;
let api: Api;
const answered: string[] = [];

const dir = mkdtempSync(join(tmpdir(), 'timbre-year-'));

const ask = async (method: string, path: string, body?: object) => {
  const answer = await api.request(method, path, body && { body });
  answered.push(answer.bytes.toString('latin1'), JSON.stringify([...answer.headers]));
  return answer;
};

const simulate = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'PATCH', headers, body: JSON.stringify(body) };
  expect((await fetch(`${deployment.authorityUrl}/__sim/${path}`, sent)).status).toBe(200);
};

beforeAll(async () => {
  recorder = await startRecorder();
  const environment = {
    TIMBRE_ENVIRONMENT: 'production',
    TIMBRE_SAT_POLL_SECONDS: '1',
    TIMBRE_LOG_LEVEL: 'debug',
    TIMBRE_SAT_PORTALS_URL: `${recorder.url}/portal`,
    TIMBRE_SAT_DOWNLOAD_URL: `${recorder.url}/sat`,
    TIMBRE_SAT_PACKAGES_URL: `${recorder.url}/sat`,
  };
  deployment = await startOwnDeployment('satyear', { environment });
  recorder.forwardTo(deployment.authorityUrl);
  api = await deployment.organization();
  await runYear(api, recorder.url, dir);
}, 240_000);
afterAll(async () => {
  rmSync(dir, { recursive: true });
  await deployment?.stop();
  await recorder?.close();
});

const listed = async (path: string) =>
  (await ask('GET', path)).json.data as Record<string, unknown>[];

test("a synchronization reads a taxpayer's year at the SAT: declarations, opinion, CFDI, tax profile", async () => {
  const declarations = await listed('/v1/declarations?fiscalYear=2025&limit=50');
  expect(declarations).toHaveLength(13);
  const [corrected] = await listed('/v1/declarations?fiscalYear=2025&query=complementaria');
  expect(corrected).toMatchObject({ period: 3, paidAmount: 1301 });
  const { documentRef } = corrected as { documentRef: string };
  const detail = (await ask('GET', `/v1/declarations/${documentRef}`)).json.data;
  expect(detail).toMatchObject({ files: ['acuse', 'payment_receipt'], anomalies: [] });
  const acuse = await ask('GET', `/v1/documents/${documentRef}/files/pdf`);
  expect(acuse.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const opinions = await listed('/v1/compliance-opinions');
  expect(opinions).toMatchObject([{ result: 'positive', rfc: 'EKU9003173C9' }]);
  expect(await listed('/v1/cfdi?direction=received&limit=50')).toHaveLength(36);
  const profile = await created(api, '/v1/sat/tax-profiles/extract', { own: true });
  expect(profile).toMatchObject({ rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE' });
});

(hasCurl ? test : test.skip)(
  "the guide of the SAT's data shows what its calls answer",
  async () => {
    const report = () => api.request('GET', '/v1/reports/taxes?fiscalYear=2025');
    const hasYear = ({ json }: Awaited<ReturnType<typeof report>>) => {
      const periods = json.data.periods as { filingCount: number; pendingTaxTotal: number }[];
      // The complementary return for March and its payment are read after the original return.
      const { filingCount, pendingTaxTotal } = periods[2] ?? {};
      return periods.length === 12 && filingCount === 2 && pendingTaxTotal === 0;
    };
    await until(30_000, report, hasYear);
    const { calls, answers, shown } = shownAnswers('production', api);
    expect(answers).toEqual(shown);
    expect(answers).toHaveLength(calls.length);
  },
);

test('received documents are in the CFDI report, in the files of this report, and next to the taxes in the tax report', async () => {
  const path = '/v1/reports/cfdi?dateFrom=2025-01-01&dateTo=2025-12-31&direction=received';
  const read = () => dataOf(ask('GET', `${path}&groupBy=counterparty&limit=50`));
  const isWhole = ({ totals }: { totals?: { count: number } }) => totals?.count === 36;
  const { totals, groups } = (await until(30_000, read, isWhole)) as {
    totals: { count: number; net: number };
    groups: { name: string; net: number }[];
  };
  expect(totals.count).toBe(36);
  const taxes = await dataOf(ask('GET', '/v1/reports/taxes?fiscalYear=2025&contributorLimit=10'));
  const { contributors } = taxes.cfdiContext as { contributors: { expenses: Contributor[] } };
  const [first] = groups;
  expect(contributors.expenses[0]).toEqual({
    name: first!.name,
    amount: first!.net,
    isOther: false,
  });
  const cents = contributors.expenses.reduce(
    (sum, { amount }) => sum + Math.round(amount * 100),
    0,
  );
  expect(cents).toBe(Math.round(totals.net * 100));
  for (const [format, start] of Object.entries({ xlsx: 'PK', pdf: '%P', csv: '\uFEFF' })) {
    const { bytes } = await ask('GET', `${path}&format=${format}`);
    expect(Buffer.from(bytes).toString().slice(0, start.length)).toBe(start);
  }
});

interface Contributor {
  name: string;
  amount: number;
  isOther: boolean;
}

/**
 * Runs a synchronization of a source that fails.
 * @returns the error codes of the synchronization
 */
async function failed(source: string, more: object = {}): Promise<(string | undefined)[]> {
  const { syncId } = await dataOf(ask('POST', '/v1/sat/syncs', { sources: [source], ...more }));
  const shown = () => ask('GET', `/v1/sat/syncs/${String(syncId)}`);
  const isOver = ({ state }: { state: string }) => !['queued', 'running'].includes(state);
  const last = await until(30_000, shown, ({ json }) => isOver(json.data));
  await ask('POST', `/v1/sat/syncs/${String(syncId)}/cancel`);
  await ask('GET', '/v1/sat/quotas');
  const { sources } = last.json.data as { sources: { error?: { code: string } }[] };
  return sources.map(({ error }) => error?.code);
}

test('no failure reveals a secret, and no copy of the FIEL, cookies or tokens is stored', async () => {
  const portalFaults = [
    [{ captcha: true }, 'page_not_recognised'],
    [{ unknownPage: true }, 'page_not_recognised'],
    [{ unavailable: true }, 'sat_unavailable'],
  ] as const;
  for (const [knobs, code] of portalFaults) {
    await simulate('portal', knobs);
    expect(await failed('declarations', { fiscalYear: 2024 })).toEqual([code]);
    await ask('POST', '/v1/sat/tax-profiles/extract', { own: true });
    await simulate('portal', { captcha: false, unknownPage: false, unavailable: false });
  }
  const november = { dateFrom: '2025-11-01', dateTo: '2025-11-30' };
  await simulate('mass-download', { expiredTokens: true });
  expect(await failed('received_cfdi', november)).toEqual(['credential_rejected']);
  await simulate('mass-download', { expiredTokens: false });

  const secrets = [...recorder.secrets(), ...keysOf(recorder.minted())];
  const kinds = new Set(secrets.map(([kind]) => kind));
  expect([...kinds].sort()).toEqual([
    'access token',
    'challenge',
    'cookie',
    'passphrase',
    'private key',
    'signature',
    'ticket',
  ]);
  const texts = await keptTexts();
  // The search covers each of these places, so a secret stored there would be found.
  for (const place of ['log of sat-sync', 'sat-sync sync_sources', 'sat-sync kept_pages']) {
    expect([...texts.keys()]).toContain(place);
  }
  expect(texts.get('sat-sync declarations')).toContain('257339827323');
  const found = [...texts].flatMap(([place, text]) =>
    secrets.flatMap(([kind, forms]) =>
      forms.some((form) => text.includes(form)) ? [`${kind}: ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
}, 180_000);

test('the public lists of the SAT are loaded after the first start', async () => {
  const checked = () => ask('GET', '/v1/sat/blacklist/SIM100101000');
  const answer = await until(90_000, checked, ({ status }) => status === 200);
  expect(answer.json.data).toMatchObject({ listed: true });
});

/**
 * Returns the encodings in which a created private key could be stored, with or without its
 * encryption.
 */
function keysOf({ privateKey, passphrase }: { privateKey: string; passphrase: string }) {
  const der = Buffer.from(privateKey, 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase });
  const { d = '', p = '', q = '' } = key.export({ format: 'jwk' });
  const forms = [d, p, q].flatMap((part) => {
    const bytes = Buffer.from(part, 'base64url');
    return [part, bytes.toString('hex'), bytes.toString('base64').slice(0, 60)];
  });
  const encrypted = der.subarray(99, 159);
  const whole = [encrypted.toString('base64'), encrypted.toString('hex')];
  return [
    ['private key', [...forms, ...whole]],
    ['passphrase', [`"${passphrase}"`, passphrase]],
  ] as [string, string[]][];
}

/**
 * Returns everything that the deployment stores as text: logs, rows of every table, and its
 * responses.
 */
async function keptTexts(): Promise<Map<string, string>> {
  const texts = new Map([['answers', answered.join('\n')]]);
  for (const file of readdirSync(deployment.logDir)) {
    const name = file.replace('.log', '');
    if (name === 'authority-simulator') continue;
    texts.set(`log of ${name}`, readFileSync(join(deployment.logDir, file), 'utf8'));
  }
  for (const [service, url] of Object.entries(deployment.adminUrls)) {
    const pool = testPool(url, 1);
    const tables = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t`);
      texts.set(`${service} ${name}`, rows.map(({ row }) => row).join('\n'));
    }
    await pool.end();
  }
  return texts;
}
