// The processes of a deployment, in start order: deploy/helm/timbre/services.json, where the
// chart can read them too.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {{ ports: { grpc?: number, health?: number, http?: number }, database?: string,
 *   calls?: string[], stamps?: boolean, asksSat?: boolean, keepsSecrets?: boolean, callsEndpoints?: boolean, linksToPages?: boolean, keepsFiles?: boolean,
 *   simulates?: boolean, worksInBatches?: boolean }} Entry
 *   health: the port of /healthz and /readyz, by default the http port; calls: the
 *   services that it calls; stamps: gets the PACs; keepsSecrets: gets the keys that encrypt secrets; asksSat: calls the
 *   SAT's portals; callsEndpoints: calls the endpoints of organizations; linksToPages:
 *   gets the URL of the gateway's public pages; simulates: stands
 *   for PACs and the SAT, and never runs in production
 * @typedef {Entry & { name: string, folder: string, nodeFlags?: string[] }} Service
 */

/** Without these flags the heap of a process that works in batches grows from 40 MB to 200 MB before
 * garbage collection. They would only slow short requests. */
const batchFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100'];

/** @type {Record<string, Entry>} */
const entries = JSON.parse(
  readFileSync(join(root, 'deploy', 'helm', 'timbre', 'services.json'), 'utf8'),
);

/** @type {Service[]} */
export const services = Object.entries(entries).map(([name, entry]) => ({
  ...entry,
  name,
  folder: name === 'gateway' ? 'gateway' : `services/${name}`,
  nodeFlags: entry.worksInBatches ? batchFlags : [],
}));

/** The setting that holds the address of a service, e.g. TIMBRE_FISCAL_CFDI_ADDRESS.
 * @param {string} name */
export const addressVariable = (name) =>
  `TIMBRE_${name.replaceAll('-', '_').toUpperCase()}_ADDRESS`;

/** @param {Service} service */
export const isBuilt = ({ folder }) => existsSync(mainOf(folder));

/** @param {string} folder */
export const mainOf = (folder) => join(root, folder, 'dist', 'main.js');
