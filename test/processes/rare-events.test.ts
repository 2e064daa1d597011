import { join } from 'node:path';
import {
  created,
  dataOf,
  newDraft,
  setUpIssuer,
  startOwnDeployment,
  type Api,
  type OwnDeployment,
  type Shown,
} from '@timbre/testkit/client';
import { proposal, proposerOf } from '../api/approvals/proposals';
import { documented } from '../api/documented';
import { calculatedRun } from '../api/payroll/people';
import { until } from '../api/until';
import { announced } from '../api/webhooks/announced';

// The tests of this file cause events that require an operator, a price for stamps, a crash or days
// of real time. The recorded events are examples in the API reference.
const dayMs = 86_400_000;
const price = 150;
/** The number of affordable stamps below which a prepaid balance is low. */
const lowStamps = 50;

let deployment: OwnDeployment;
beforeAll(async () => {
  const environment = {
    TIMBRE_STAMP_PRICE_MINOR: `${price}`,
    TIMBRE_TOP_UP_URL: 'https://example.com/top-up',
  };
  deployment = await startOwnDeployment('rareevents', { environment });
}, 240_000);
afterAll(() => deployment?.stop());

/** Creates an organization that can stamp, with prepaid balance for this number of stamps. */
async function payingIssuer(stamps: number): Promise<Api> {
  const api = await documented(await deployment.organization());
  await setUpIssuer(api);
  const amount = ['--amount-minor', `${stamps * price}`];
  const args = ['wallet-top-up', '--organization', api.organizationId, ...amount];
  await deployment.command('fiscal-cfdi', args);
  return api;
}

test('a low prepaid balance is published as an event', async () => {
  const api = await payingIssuer(lowStamps);
  await dataOf(api.request('POST', `/v1/cfdi/${await newDraft(api)}/stamp`));
  expect(await announced(api, 'wallet.low')).toMatchObject({
    balanceMinor: (lowStamps - 1) * price,
    stampPriceMinor: price,
    currency: 'MXN',
  });
}, 120_000);

test('an operator revokes an API key that was found in public', async () => {
  const api = await documented(await deployment.organization());
  const body = { name: 'Shop', permissions: ['invoices:read'] };
  const { credentialId, apiKey } = await created(api, '/v1/credentials', body);
  const input = `${apiKey as string}\n`;
  await deployment.command('gateway', ['credential', 'revoke', '--key', '-'], { input });
  expect(await announced(api, 'credential.exposed')).toMatchObject({
    credentialId,
    status: 'revoked',
  });
}, 120_000);

test('a receipt needs manual attention if the certificate was removed before the seal', async () => {
  const api = await payingIssuer(lowStamps);
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
  const { runId, rowId } = await calculatedRun(api);
  await deployment.restart('payroll', { FAILPOINTS: 'payroll.sealing@1' });
  await until(
    60_000,
    () => api.request('POST', `/v1/payroll/runs/${runId}/stamp`),
    ({ status }) => status !== 503,
  );
  await deployment.ended('payroll');
  const path = '/v1/fiscal/certificates';
  const [certificate] = (await dataOf(api.request('GET', path))) as unknown as Shown[];
  await dataOf(api.request('DELETE', `${path}/${certificate!.certificateId as string}`));
  await deployment.restart('payroll');
  expect(await announced(api, 'payroll_row.needs_attention', 300_000)).toMatchObject({
    rowId,
    state: 'needs_attention',
  });
  // The work of a killed process is taken over after at most two minutes.
}, 600_000);

test('after eight days, a proposal has expired, and an event reports that an API key expires soon', async () => {
  const api = await payingIssuer(lowStamps);
  const { approvalId } = await proposal(api, await proposerOf(api));
  const { credentialId } = await created(api, '/v1/credentials', {
    name: 'Partner',
    permissions: ['invoices:read'],
    expiresAt: new Date(Date.now() + 20 * dayMs).toISOString(),
  });
  await deployment.restart('gateway', {
    NODE_OPTIONS: `--require=${join(__dirname, 'later-clock.cjs')}`,
    CLOCK_AHEAD_MS: `${8 * dayMs}`,
  });
  expect(await announced(api, 'approval.expired', 120_000)).toMatchObject({
    approvalId,
    status: 'expired',
  });
  expect(await announced(api, 'credential.expiring', 120_000)).toMatchObject({ credentialId });
}, 400_000);
