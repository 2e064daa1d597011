// The processes of a deployment, in start order, from deploy/helm/timbre/services.json, which the Helm chart
// also reads.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * An entry of services.json. The port `health` of /healthz and /readyz is the http port by default.
 * @typedef {object} Entry
 * @property {{ grpc?: number, health?: number, http?: number }} ports
 * @property {string} [database]
 * @property {string[]} [calls] the services that the process calls
 * @property {boolean} [stamps] whether the process gets the settings of the PACs
 * @property {boolean} [asksSat] whether the process calls the SAT's portals
 * @property {boolean} [keepsSecrets] whether the process gets the keys that encrypt secrets
 * @property {boolean} [callsEndpoints] whether the process calls the webhook endpoints of organizations
 * @property {boolean} [linksToPages] whether the process gets the URL of the gateway's public pages
 * @property {boolean} [makesPageLinks] whether the process gets the secret of the links to public pages
 * @property {boolean} [keepsFiles]
 * @property {boolean} [simulates] whether the process simulates PACs and the SAT and never runs in production
 * @property {number} [youngHeapMb] the heap of new objects for a process that works in batches
 * @property {number} [answerHeapMb] the heap of new objects for a process that serves requests
 */

/**
 * A process with its name, its folder and its Node flags.
 * @typedef {Entry & { name: string, folder: string, nodeFlags?: string[] }} Service
 */

/**
 * Returns the Node flags for a process that works in batches. Without these flags, its heap grows from 40 MB
 * to 200 MB before garbage collection. With the limit of 100 %, an import of 50,000 products takes 95 MB in
 * commerce instead of 270 MB; the cost of the limit for short requests was not measured. Measured with 4 MB
 * and with 16 MB for new objects: in reports, 300,000 CSV rows take 46 MB and 70 MB, and in sat-sync, a
 * package takes 378 MB and 409 MB, in the same time. In fiscal-cfdi, a stamp takes 2.3 ms and 1.9 ms of CPU.
 * @param {number} youngHeapMb
 */
const batchFlags = (youngHeapMb) => [
  `--max-semi-space-size=${youngHeapMb}`,
  '--heap-growing-percent=100',
];

/**
 * Returns the Node flags for a process that serves requests. Few objects outlive a request, so Node would
 * limit the heap of new objects to 1 MB, which a page of 75 KB fills. A list of 50 receipts then takes 0.5 ms
 * of CPU in commerce instead of 0.9 ms.
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
 * Returns the name of the setting that contains the address of a service, for example
 * TIMBRE_FISCAL_CFDI_ADDRESS.
 * @param {string} name
 */
export const addressVariable = (name) => `TIMBRE_${inVariable(name)}_ADDRESS`;

/**
 * Returns the name of the setting that contains the public keys of a calling process, for example
 * TIMBRE_FISCAL_CFDI_PUBLIC_KEYS.
 * @param {string} name
 */
export const publicKeysVariable = (name) => `TIMBRE_${inVariable(name)}_PUBLIC_KEYS`;

/**
 * Returns the name of a process as it is written in the names of environment variables: FISCAL_CFDI.
 * @param {string} name
 */
export const inVariable = (name) => name.replaceAll('-', '_').toUpperCase();

/**
 * Returns the names of the processes that call a service.
 * @param {string} name
 */
export const callersOf = (name) =>
  services.filter(({ calls = [] }) => calls.includes(name)).map((caller) => caller.name);

/** @param {Service} service */
export const isBuilt = ({ folder }) => existsSync(mainOf(folder));

/** @param {string} folder */
export const mainOf = (folder) => join(root, folder, 'dist', 'main.js');
