// The processes of a deployment, in start order, from deploy/helm/timbre/services.json, which the chart also
// reads.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {{ ports: { grpc?: number, health?: number, http?: number }, database?: string,
 *   calls?: string[], stamps?: boolean, asksSat?: boolean, keepsSecrets?: boolean, callsEndpoints?: boolean, linksToPages?: boolean, keepsFiles?: boolean,
 *   simulates?: boolean, youngHeapMb?: number,
 *   answerHeapMb?: number }} Entry
 *   health: the port of /healthz and /readyz, by default the http port; calls: the
 *   services that it calls; stamps: gets the PACs; keepsSecrets: gets the keys that encrypt secrets; asksSat: calls the
 *   SAT's portals; callsEndpoints: calls the endpoints of organizations; linksToPages:
 *   gets the URL of the gateway's public pages; simulates: stands
 *   for PACs and the SAT, and never runs in production; youngHeapMb: the heap of new objects of a process that
 *   works in batches; answerHeapMb: that of a process that answers requests
 * @typedef {Entry & { name: string, folder: string, nodeFlags?: string[] }} Service
 */

/**
 * Returns the Node flags of a process that works in batches. Without them, its heap grows from 40 MB to 200
 * MB before garbage collection. With the limit of 100 %, an import
 * of 50,000 products takes commerce 95 MB instead of 270; what the limit costs short requests was not measured. Measured with 4 MB and with 16 MB for new objects: in reports 300,000 CSV rows take 46 MB and 70 MB,
 * and in sat-sync a package takes 378 MB and 409 MB, each in the same time. In fiscal-cfdi a stamp takes 2.3
 * ms and 1.9 ms of CPU.
 * @param {number} youngHeapMb
 */
const batchFlags = (youngHeapMb) => [
  `--max-semi-space-size=${youngHeapMb}`,
  '--heap-growing-percent=100',
];

/**
 * Returns the Node flags of a process that answers requests. Few objects outlive a request, so Node would keep
 * the heap of new objects at 1 MB, and a page of 75 KB fills it. A list of 50 receipts takes 0.5 ms of CPU of
 * commerce instead of 0.9.
 * @param {number} answerHeapMb
 */
const answerFlags = (answerHeapMb) => [
  `--min-semi-space-size=${answerHeapMb}`,
  `--max-semi-space-size=${answerHeapMb}`,
];

/** @param {Entry} entry */
function flagsOf({ youngHeapMb, answerHeapMb }) {
  return [
    ...(youngHeapMb ? batchFlags(youngHeapMb) : []),
    ...(answerHeapMb ? answerFlags(answerHeapMb) : []),
  ];
}

/** @type {Record<string, Entry>} */
const entries = JSON.parse(
  readFileSync(join(root, 'deploy', 'helm', 'timbre', 'services.json'), 'utf8'),
);

/** @type {Service[]} */
export const services = Object.entries(entries).map(([name, entry]) => ({
  ...entry,
  name,
  folder: name === 'gateway' ? 'gateway' : `services/${name}`,
  nodeFlags: flagsOf(entry),
}));

/**
 * Returns the name of the setting with the address of a service, for example TIMBRE_FISCAL_CFDI_ADDRESS.
 * @param {string} name
 */
export const addressVariable = (name) =>
  `TIMBRE_${name.replaceAll('-', '_').toUpperCase()}_ADDRESS`;

/** @param {Service} service */
export const isBuilt = ({ folder }) => existsSync(mainOf(folder));

/** @param {string} folder */
export const mainOf = (folder) => join(root, folder, 'dist', 'main.js');
