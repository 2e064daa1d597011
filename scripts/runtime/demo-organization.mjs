// The demo's organization and the report that `npm start` prints.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, call } from './api-client.mjs';
import { stateDir } from './paths.mjs';
import { readStateFile } from './state-file.mjs';

/** @typedef {import('./demo.mjs').Demo} Demo */

const file = join(stateDir, 'demo.json');

/**
 * The organization of `.timbre/demo.json`, or a new one when the database does not have it.
 * @param {import('./deployment.mjs').RunningDeployment} deployment @returns {Promise<Demo>}
 */
export async function demoOrganization({ baseUrl, command }) {
  const known = existsSync(file) ? readStateFile(file) : undefined;
  const isKnown = known !== undefined && (await isAccepted({ ...known, baseUrl }));
  const bootstrap = ['bootstrap', '--name', 'Escuela Kemper Urgate'];
  const access = isKnown ? known : JSON.parse(await command('gateway', bootstrap));
  const { organizationId, apiKey } = access;
  const demo = { baseUrl, apiKey, organizationId };
  writeFileSync(file, JSON.stringify(demo, null, 2), { mode: 0o600 });
  return demo;
}

/** A database given by URL may have changed since the last run. @param {Demo} demo */
async function isAccepted(demo) {
  try {
    await call(demo, 'GET', '/v1/organization');
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/**
 * @param {Demo} demo
 * @param {import('./demo.mjs').DemoResult} result
 */
export function report({ baseUrl, apiKey }, { cfdi, xml, pdf }) {
  const { subtotal, discount, ivaTransferred } = cfdi.fiscal;
  const { amount, currency } = cfdi.total;
  const curl = (/** @type {string} */ path, /** @type {string} */ more = '') =>
    `  curl -s -H 'Authorization: Bearer ${apiKey}' '${baseUrl}${path}'${more}`;
  return [
    '',
    `CFDI ${cfdi.series}-${cfdi.folio} stamped`,
    `  UUID     ${cfdi.uuid}`,
    `  Subtotal ${pesos(subtotal)}   Discount ${pesos(discount ?? 0)}   IVA ${pesos(ivaTransferred)}   ` +
      `Total ${pesos(amount)} ${currency}`,
    `  XML      ${xml}`,
    `  PDF      ${pdf}`,
    '',
    `API ${baseUrl}, reference ${baseUrl}/docs, key in ${file}`,
    curl('/v1/organization'),
    curl('/v1/cfdi?limit=5'),
    curl(`/v1/documents/${cfdi.documentRef}/files/xml`),
    curl(`/v1/documents/${cfdi.documentRef}/files/pdf`, ' -o cfdi.pdf'),
  ].join('\n');
}

/** @param {number} amount */
const pesos = (amount) => amount.toLocaleString('es-MX', { minimumFractionDigits: 2 });
