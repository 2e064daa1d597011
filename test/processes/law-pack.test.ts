import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packDigest, rawPublicKey, signDigest } from '@timbre/fiscal';
import {
  created,
  incomeInput,
  newCustomer,
  setUpIssuer,
  startOwnDeployment,
  type Api,
  type OwnDeployment,
} from '@timbre/testkit/client';
import { services } from '../../scripts/runtime/services.mjs';
import { addEmployee, addRun, calculate, rowsOf, settled } from '../api/payroll/people';
import { issuesOf } from '../api/refused';
import { until } from '../api/until';

const example = readFileSync(
  join(__dirname, '../../packages/fiscal/data/examples/law-2027.json'),
  'utf8',
);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const folder = mkdtempSync(join(tmpdir(), 'timbre-law-'));
const settings = {
  TIMBRE_LAW_FOLDER: folder,
  TIMBRE_LAW_TRUSTED_KEYS: rawPublicKey(publicKey).toString('base64'),
  TIMBRE_LAW_TAKES_EXAMPLES: 'true',
};
/**
 * A CFDI may state a payment date at most a month ahead, so the clocks of the processes show 15 January 2027.
 */
const laterClock = {
  NODE_OPTIONS: `--require=${join(__dirname, 'later-clock.cjs')}`,
  CLOCK_AHEAD_MS: `${Date.parse('2027-01-15T18:00:00Z') - Date.now()}`,
};
const newCode = '99999901';

let deployment: OwnDeployment;
let api: Api;
beforeAll(async () => {
  deployment = await startOwnDeployment('lawpack');
  api = await deployment.organization();
  await setUpIssuer(api);
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
}, 240_000);
afterAll(async () => {
  await deployment?.stop();
  rmSync(folder, { recursive: true });
});

const january = {
  paymentFrequency: '04',
  periodStartedOn: '2027-01-01',
  periodEndedOn: '2027-01-15',
  paidOn: '2027-01-15',
};

async function januaryRun(fields: object = {}) {
  const runId = await addRun(api, { ...january, employeeIds: [await addEmployee(api)], ...fields });
  await calculate(api, runId);
  const [row] = await rowsOf(api, runId);
  return { runId, row: row! };
}

const searched = async () =>
  (await api.request('GET', `/v1/sat/catalogs/c_ClaveProdServ?query=${newCode}`)).json.data;

async function draftOf(satProductCode: string) {
  const input = incomeInput(await newCustomer(api)) as { items: object[] };
  const [item, ...others] = input.items;
  const body = { ...input, items: [{ ...item, satProductCode }, ...others] };
  return api.request('POST', '/v1/cfdi', { body });
}

test('a running installation loads a new law pack without a rebuild', async () => {
  const before = await januaryRun();
  expect(before.row).toMatchObject({
    state: 'needs_attention',
    issues: [{ code: 'rules_unavailable', missingRules: expect.arrayContaining(['isr.subsidy']) }],
  });
  expect(await searched()).toEqual([]);
  expect(issuesOf(await draftOf(newCode)).join()).toContain('not_in_catalog');

  writeFileSync(join(folder, '2027.json'), example);
  const signature = signDigest(packDigest(JSON.parse(example)), privateKey);
  writeFileSync(join(folder, '2027.json.sig'), JSON.stringify(signature));
  for (const { name } of services) await deployment.restart(name, { ...settings, ...laterClock });

  const packs = (await api.request('GET', '/v1/sat/law-packs')).json.data;
  expect(packs.map(({ id }: { id: string }) => id)).toEqual(['timbre.mx', 'timbre.example']);

  await calculate(api, before.runId);
  const [row] = await rowsOf(api, before.runId);
  expect(row).toMatchObject({ state: 'ready', issues: [] });
  const { explanation } = (await api.request('GET', `/v1/payroll/rows/${row!.rowId as string}`)).json.data; // prettier-ignore
  expect(explanation.rules).toContainEqual(
    expect.objectContaining({ key: 'isr.tariff.quincenal', validFrom: '2027-01-01' }),
  );
  await api.request('POST', `/v1/payroll/runs/${before.runId}/stamp`);
  const run = await settled(api, before.runId);
  const [shown] = await rowsOf(api, before.runId);
  expect({ run: run['state'], row: shown }).toMatchObject({
    run: 'stamped',
    row: { state: 'stamped', issues: [] },
  });

  expect(await searched()).toMatchObject([{ code: newCode }]);
  const draft = await draftOf(newCode);
  expect(draft.status).toBe(201);
  const { documentRef } = draft.json.data as { documentRef: string };
  const stamped = await api.request('POST', `/v1/cfdi/${documentRef}/stamp`);
  expect(stamped.json.data).toMatchObject({ status: 'valid' });
}, 300_000);

test('a process with a tampered law pack exits with a plain error message', async () => {
  writeFileSync(join(folder, '2027.json'), example.replace('"340.00"', '"341.00"'));
  await expect(deployment.restart('payroll', settings)).rejects.toThrow(
    /ended before it was ready/,
  );
  const log = () => Promise.resolve(readFileSync(join(deployment.logDir, 'payroll.log'), 'utf8'));
  await until(10_000, log, (text) => text.includes('it was changed after it was signed'));
  writeFileSync(join(folder, '2027.json'), example);
  await deployment.restart('payroll', { ...settings, ...laterClock });
});

test('services report in their readiness that a called service has different law packs, and they remain ready', async () => {
  const noPacks = mkdtempSync(join(tmpdir(), 'timbre-no-law-'));
  try {
    await deployment.restart('payroll', { ...settings, ...laterClock, TIMBRE_LAW_FOLDER: noPacks });
    const readiness = async () => {
      const response = await fetch(`${deployment.healthUrls['gateway']}/readyz`);
      const { law } = (await response.json()) as { law: { packs: string[]; differing?: string[] } };
      return { status: response.status, law };
    };
    // The test waits, because a peer is queried every 15 s and may not respond immediately.
    const { status, law } = await until(
      60_000,
      readiness,
      ({ law }) => law.differing !== undefined,
    );
    expect(status).toBe(200);
    expect(law.packs).toEqual([expect.stringMatching(/^timbre[.]mx /), 'timbre.example 2027.1']);
    const metrics = await fetch(`${deployment.healthUrls['gateway']}/metrics`);
    expect(await metrics.text()).toMatch(/^timbre_law_disagreements\S* 1$/m);
    expect(law.differing).toEqual([expect.stringMatching(/payroll/i)]);
  } finally {
    rmSync(noPacks, { recursive: true });
  }
});
