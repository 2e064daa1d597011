// The demo of the production environment: it synchronizes a taxpayer's year at the SAT with a FIEL.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../runtime/api-client.mjs';
import { SetupError } from '../runtime/command.mjs';
import { issuer } from '../runtime/demo-data.mjs';
import { openState } from '../runtime/demo-state.mjs';
import { ensureDir } from '../runtime/paths.mjs';
import { filings, fiscalYear, received } from './taxpayer.mjs';

/**
 * @typedef {import('../runtime/demo-state.mjs').Demo} Demo
 * @typedef {{ source: string, state: string, found: number, imported: number }} Source a source of
 * a synchronization and its result
 * @typedef {{ syncId: string, state: string, sources: Source[] }} Sync
 */

/**
 * Adds the missing data of the taxpayer's year to the simulator, and synchronizes the year once.
 * @param {Demo} demo
 * @param {string} authorityUrl the URL of the simulator
 * @param {string} dir the folder for the state
 * @returns {Promise<Sync>}
 */
export async function runYear(demo, authorityUrl, dir) {
  const state = openState(demo, join(ensureDir(dir), 'state.json'));
  await setUpTaxpayer(state, authorityUrl);
  for (const filing of filings()) await simulate(authorityUrl, '/__sim/declarations', filing);
  await state.once('received', () => simulate(authorityUrl, '/__sim/foreign-cfdi', received));
  const { dateFrom, dateTo } = received;
  const sources = ['declarations', 'compliance_opinion', 'received_cfdi'];
  const body = { sources, fiscalYear, dateFrom, dateTo };
  const { syncId } = await state.create('sync', 'startSatSync', { body });
  return finished(demo, syncId);
}

/**
 * Creates the profile and a FIEL of the simulated authority.
 * @param {import('../runtime/demo-state.mjs').DemoState} state
 * @param {string} authorityUrl
 */
export async function setUpTaxpayer(state, authorityUrl) {
  const { rfc, legalName } = issuer;
  await state.create('profile', 'putFiscalProfile', { body: issuer });
  await state.once('fiel', async () => {
    const wanted = { kind: 'fiel', rfc, legalName };
    const minted = await simulate(authorityUrl, '/authority/certificates', wanted);
    const { certificate, privateKey, passphrase } = minted;
    const body = { certificate, privateKey, passphrase };
    return state.write('fiel', 'uploadCertificate', { body });
  });
}

const patienceMs = 180_000;

/**
 * @param {Demo} demo
 * @param {string} syncId
 * @returns {Promise<Sync>}
 */
async function finished(demo, syncId) {
  for (const untilMs = Date.now() + patienceMs; ;) {
    const sync = await call(demo, 'getSatSync', { path: { syncId } });
    if (sync.state === 'completed') return sync;
    if (['failed', 'canceled', 'partially_completed'].includes(sync.state) || Date.now() > untilMs)
      throw new SetupError(`The synchronization is ${sync.state}: ${JSON.stringify(sync.sources)}`);
    await sleep(500);
  }
}

/**
 * Sends data to the simulator.
 * @param {string} authorityUrl
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function simulate(authorityUrl, path, body, method = 'POST') {
  const answer = await fetch(`${authorityUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) return answer.json();
  throw new SetupError(`The simulator answered ${answer.status}: ${await answer.text()}`);
}
