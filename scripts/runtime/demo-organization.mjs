// Creates the organizations of the demos and the report that `npm start` prints.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './api-client.mjs';
import { stateDir } from './paths.mjs';
import { readStateFile } from './state-file.mjs';

/**
 * @typedef {import('./demo-state.mjs').Demo} Demo
 */

/**
 * A deployment whose API and operator commands can be used.
 * @typedef {object} Reachable
 * @property {string} baseUrl
 * @property {(name: string, args: string[]) => Promise<string>} command
 */

/**
 * Returns the file with the key of the demo organization.
 * @param {string} dir the folder with the state of the deployment
 */
const fileOf = (dir) => join(dir, 'demo.json');

/**
 * Returns the organization in `demo.json`, or creates an organization.
 * @param {Reachable} deployment
 * @param {string} dir
 */
export const demoOrganization = (deployment, dir) =>
  organizationIn(deployment, fileOf(dir), 'Escuela Kemper Urgate');

/**
 * Returns the organization in a file, or creates an organization if the database does not contain that
 * organization.
 * @param {Reachable} deployment
 * @param {string} file
 * @param {string} name
 * @returns {Promise<Demo>}
 */
export async function organizationIn({ baseUrl, command }, file, name) {
  const known = existsSync(file) ? readStateFile(file) : undefined;
  const isKnown = known !== undefined && (await isAccepted({ ...known, baseUrl }));
  const bootstrap = ['bootstrap', '--name', name];
  const access = isKnown ? known : JSON.parse(await command('gateway', bootstrap));
  const { organizationId, apiKey } = access;
  const demo = { baseUrl, apiKey, organizationId };
  writeFileSync(file, JSON.stringify(demo, null, 2), { mode: 0o600 });
  return demo;
}

/**
 * Whether the API accepts the key. If the user gave the URL of the database, the database may have
 * changed since the last run.
 * @param {Demo} demo
 */
async function isAccepted(demo) {
  try {
    await call(demo, 'getOrganization');
    return true;
  } catch (error) {
    // The error is recognized by its status, because its class TimbreError is loaded only together with
    // the API client.
    if (/** @type {{ status?: number }} */ (error).status === 401) return false;
    throw error;
  }
}

/**
 * @param {Demo} demo
 * @param {import('./demo.mjs').DemoResult} result
 */
export function report(demo, { cfdi, xml, pdf }) {
  const { subtotal, discount, ivaTransferred } = cfdi.fiscal;
  const { amount, currency } = cfdi.total;
  const curl = curlOf(demo);
  return [
    '',
    `CFDI ${cfdi.series}-${cfdi.folio} stamped`,
    `  UUID     ${cfdi.uuid}`,
    `  Subtotal ${pesos(subtotal)}   Discount ${pesos(discount ?? 0)}   IVA ${pesos(ivaTransferred)}   ` +
      `Total ${pesos(amount)} ${currency}`,
    `  XML      ${xml}`,
    `  PDF      ${pdf}`,
    '',
    apiLine(demo),
    curl('/v1/organization'),
    curl('/v1/cfdi?limit=5'),
    curl(`/v1/documents/${cfdi.documentRef}/files/xml`),
    curl(`/v1/documents/${cfdi.documentRef}/files/pdf`, ' -o cfdi.pdf'),
  ].join('\n');
}

/**
 * Returns the line that prints the address of the API.
 * @param {Demo} demo
 * @param {string} [dir] the folder with the state of the deployment
 */
export const apiLine = ({ baseUrl }, dir = stateDir) =>
  `API ${baseUrl}, console ${baseUrl}/console, documentation ${baseUrl}/docs, key in ${fileOf(dir)}`;

/**
 * Returns what `npm start` prints at its end: the results, and suggestions for the user.
 * @param {import('./environments.mjs').Running} running
 * @param {import('./environments.mjs').Environment} environment
 */
export const whatNext = ({ demo, deployment: { authorityUrl } }, { dir, demos }) => {
  const { baseUrl, organizationId } = demo;
  const others = Object.keys(demos).slice(1);
  return [
    '',
    `Made for you: the organization ${organizationId}; its key is in ${fileOf(dir)}.`,
    '',
    'Try next, in another terminal',
    `  Console         ${baseUrl}/console`,
    `  Quick start     ${baseUrl}/docs/quick-start`,
    `  Operations      ${baseUrl}/docs/reference`,
    ...(others.length
      ? [`  Another demo    npm start -- --demo ${others[0]} (or ${others.slice(1).join(', ')})`]
      : []),
    `  Events          npm run -s timbre -- listen`,
    `  Simulator       ${authorityUrl}/__sim (the simulated PACs and SAT)`,
    `  A company       npm run -s timbre -- organization create --name 'My company'`,
  ].join('\n');
};

/**
 * Returns a function that builds curl commands for API paths.
 * @param {Demo} demo
 * @returns {(path: string, more?: string) => string}
 */
export const curlOf =
  ({ baseUrl, apiKey }) =>
  (path, more = '') =>
    `  curl -sS -H 'Authorization: Bearer ${apiKey}' '${baseUrl}${path}'${more}`;

/** @param {number} amount */
export const pesos = (amount) => amount.toLocaleString('es-MX', { minimumFractionDigits: 2 });
