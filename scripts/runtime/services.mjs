// The processes of a deployment, in the order they start. A service that is not built is left out.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {{ name: string, folder: string, database?: string, keepsFiles?: boolean,
 *   nodeFlags?: string[], ports: { grpc?: number, health?: number, http?: number } }} Service
 *   nodeFlags: what Node is told of it; health: where /healthz and /readyz are; on the http port without it
 */

/** Of processes that work in batches, as their images have them (Dockerfile): without them a heap of
 * 40 MB grows to 200 MB before anything is collected. Short requests would only pay for it. */
const batchFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100'];

/** @type {Service[]} */
export const services = [
  {
    name: 'authority-simulator',
    folder: 'services/authority-simulator',
    keepsFiles: true,
    ports: { http: 8090 },
  },
  service('commerce', 1),
  { ...service('fiscal-cfdi', 2), nodeFlags: batchFlags },
  { ...service('payroll', 3), nodeFlags: batchFlags },
  service('accounts', 4),
  service('sat-sync', 5),
  service('reports', 6),
  {
    name: 'gateway',
    folder: 'gateway',
    database: 'gateway',
    ports: { http: 8080, health: 9180 },
  },
];

/** @param {string} name @param {number} number @returns {Service} */
function service(name, number) {
  const database = name.replaceAll('-', '_');
  const ports = { grpc: 7100 + number, health: 9100 + number };
  return { name, folder: `services/${name}`, database, ports };
}

/** @param {Service} service */
export const isBuilt = ({ folder }) => existsSync(mainOf(folder));

/** @param {string} folder */
export const mainOf = (folder) => join(root, folder, 'dist', 'main.js');
