import {
  accessTo,
  created,
  dataOf,
  issuerProfile,
  newCustomer,
  newStamped,
  setUpIssuer,
  type Api,
} from '@timbre/testkit/client';
import { refusalOf } from '../api/refused';
import { startObserved, type ObservedDeployment } from '../telemetry/observed-deployment';

/** Both deployments use one PostgreSQL server, but each has its own databases, NATS, keys and PACs. */
let deployments: Record<'sandbox' | 'production', ObservedDeployment>;
let sandbox: Api;
let production: Api;
beforeAll(async () => {
  const quiet = { TIMBRE_LOG_LEVEL: 'warn' };
  deployments = {
    sandbox: await startObserved(quiet, { owner: 'sandboxed' }),
    production: await startObserved(
      { ...quiet, TIMBRE_ENVIRONMENT: 'production' },
      { owner: 'productive' },
    ),
  };
  [sandbox, production] = [await access('sandbox'), await access('production')];
  await setUpIssuer(sandbox);
  await setUpProduction();
}, 240_000);
afterAll(async () => {
  await deployments?.sandbox.stop();
  await deployments?.production.stop();
});

async function access(of: 'sandbox' | 'production'): Promise<Api> {
  const { organizationId, apiKey } = await deployments[of].bootstrap('Both');
  return accessTo(deployments[of].baseUrl, organizationId, apiKey);
}

/**
 * Production issues no certificates, so the simulated authority that its PACs trust issues them outside of
 * the API.
 */
async function setUpProduction(): Promise<void> {
  await dataOf(production.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
  const { rfc, legalName } = issuerProfile;
  const minted = await fetch(`${deployments.production.authorityUrl}/authority/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'csd', rfc, legalName }),
  });
  const { certificate, privateKey, passphrase } = (await minted.json()) as Record<string, string>;
  await created(production, '/v1/fiscal/certificates', { certificate, privateKey, passphrase });
  await created(production, '/v1/settings/series', { code: 'A', kind: 'income' });
}

async function stampsOf(of: 'sandbox' | 'production'): Promise<string[]> {
  const { authorityUrl } = deployments[of];
  const response = await fetch(`${authorityUrl}/__sim/stamps?rfc=${issuerProfile.rfc}`);
  const { data } = (await response.json()) as { data: { uuid: string }[] };
  return data.map(({ uuid }) => uuid.toLowerCase());
}

test('each deployment refuses the API keys of the other', async () => {
  for (const [here, there] of [
    [sandbox, production],
    [production, sandbox],
  ] as const) {
    const answer = await here.withApiKey(there.apiKey).request('GET', '/v1/contacts');
    expect(refusalOf(answer)).toBe('409 conflict environment_mismatch');
  }
});

test('a write in one deployment does not appear in the other', async () => {
  const contactId = await newCustomer(sandbox);
  expect((await sandbox.request('GET', `/v1/contacts/${contactId}`)).status).toBe(200);
  expect((await production.request('GET', `/v1/contacts/${contactId}`)).status).toBe(404);
});

test('each deployment stamps at its own PACs, starting at folio 1', async () => {
  const [tried, real] = await Promise.all([newStamped(sandbox), newStamped(production)]);
  expect([Number(tried.folio), Number(real.folio)]).toEqual([1, 1]);
  expect(await stampsOf('sandbox')).toEqual([tried.uuid]);
  expect(await stampsOf('production')).toEqual([real.uuid]);
});

test('the production deployment has no sandbox operations', async () => {
  const { rfc, legalName } = issuerProfile;
  const body = { kind: 'csd', rfc, legalName };
  const answer = await production.request('POST', '/v1/sandbox/certificates', { body });
  expect(refusalOf(answer)).toMatch(/^403 forbidden/);
});
