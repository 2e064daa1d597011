// Runs all processes of Timbre on this machine, with their databases, for `npm start` and API tests.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, urlOf } from './databases.mjs';
import { authorityUrl, caBundleFile, environmentOf } from './environment.mjs';
import { createFleet } from './fleet.mjs';
import { cloneMigrated } from './migrated-templates.mjs';
import { migrate } from './migrations.mjs';
import { bootstrap, command } from './operators.mjs';
import { saveOperatorEnvironment } from './operator-state.mjs';
import { ensureDir } from './paths.mjs';
import { freePort, portOrFree } from './ports.mjs';
import { isBuilt, services as allServices } from './services.mjs';
import { readStateFile } from './state-file.mjs';

/**
 * The running processes of a deployment, and functions that control the processes.
 * @typedef {object} RunningDeployment
 * @property {string} baseUrl
 * @property {string} authorityUrl
 * @property {string} logDir
 * @property {string[]} names
 * @property {Record<string, string>} healthUrls
 * @property {(name: string) => Promise<{ organizationId: string, apiKey: string }>} bootstrap
 * @property {(name: string, env?: NodeJS.ProcessEnv) => Promise<void>} restart
 * @property {Record<string, import('./services.mjs').Service['ports']>} ports
 * @property {(name: string, env?: NodeJS.ProcessEnv) => Promise<import('./fleet.mjs').Replica>} replicate
 * @property {(name: string, args: string[], how?: import('./operators.mjs').CommandOptions) => Promise<string>} command
 * @property {(name: string) => Promise<void>} kill
 * @property {(name: string) => Promise<unknown>} ended
 * @property {Record<string, string>} adminUrls
 *
 * The function `restart` stops a process if it is running, and starts it again with additional environment
 * variables. The function `ended` resolves when the last started instance has ended. `adminUrls` contains a
 * superuser's URL for the database of each service.
 */

/**
 * @param {{ dir: string, postgresUrl: string, natsUrl: string, gatewayPort?: number, suffix?: string,
 *   environment?: Record<string, string>, poolerPort?: number,
 *   copiesMigrated?: boolean,
 *   progress: import('./progress.mjs').Progress, stops: import('./stops.mjs').Stops,
 *   onWarning(line: string): void, onDeath(message: string): void }} options
 * @returns {Promise<RunningDeployment>}
 *
 * The caller has already claimed `gatewayPort`. If it is absent, all ports are free ports, as tests require.
 * The database names end with `suffix` if several deployments share a server. PgBouncer listens on
 * `poolerPort`, and all connections except those of migrations use PgBouncer. With `copiesMigrated`, the
 * databases are copies of databases that another deployment has migrated. The list `stops` receives a stop
 * function for each process, even if the start fails halfway.
 */
export async function startDeployment({ dir, postgresUrl, natsUrl, progress, stops, ...options }) {
  // A service that is not built yet also gets an address, because its callers start without the service but
  // need its address.
  const addresses = await withPorts(allServices, options.gatewayPort, portsOfLastStart(dir));
  const services = addresses.filter(isBuilt);
  const databases = await progress.step('databases', () =>
    createDatabases(postgresUrl, services, options),
  );
  const { environment = {} } = options;
  const deployment = {
    dir: ensureDir(dir), natsUrl, services, addresses, databases, environment,
  }; // prettier-ignore
  const fleet = createFleet(deployment, { ...options, stops });
  await progress.step('migrations and processes', async () => {
    const authority = services.find(({ name }) => name === 'authority-simulator');
    const others = services.filter((service) => service !== authority);
    const isTrusted = authority
      ? fleet.start(authority).then(() => trustAuthority(deployment))
      : undefined;
    const migrations = others.map((service) => migrate(deployment, service, postgresUrl, options));
    await Promise.all([isTrusted, ...migrations]);
    // The gateway starts last and stops first, so that no request arrives while the other processes stop.
    await Promise.all(others.map(fleet.start));
  });
  const gateway = services.find(({ name }) => name === 'gateway');
  if (gateway) saveOperatorEnvironment(dir, environmentOf(deployment, gateway));
  const ports = Object.fromEntries(addresses.map((service) => [service.name, service.ports]));
  writeFileSync(portsFile(dir), JSON.stringify(ports));
  return {
    baseUrl: `http://127.0.0.1:${gateway?.ports.http}`,
    authorityUrl: authorityUrl(deployment),
    logDir: ensureDir(dir, 'logs'),
    names: services.map(({ name }) => name),
    healthUrls: Object.fromEntries(services.flatMap(healthUrl)),
    bootstrap: (name) => bootstrap(deployment, name),
    command: (name, args, how) => command(deployment, name, args, how),
    ports: Object.fromEntries(services.map(({ name, ports }) => [name, ports])),
    restart: fleet.restart,
    kill: fleet.kill,
    ended: fleet.ended,
    replicate: fleet.replicate,
    adminUrls: Object.fromEntries(
      services.flatMap(({ name, database }) =>
        database ? [[name, urlOf(postgresUrl, `${database}${options.suffix ?? ''}`)]] : [],
      ),
    ),
  };
}

/** @param {string} dir */
const portsFile = (dir) => join(dir, 'ports.json');

/**
 * Reads the ports of the last start in this folder. The same ports are used again, so that links from that
 * start remain valid.
 * @param {string} dir
 * @returns {Record<string, Record<string, number>>} the ports, keyed by process and kind of port
 */
export const portsOfLastStart = (dir) =>
  existsSync(portsFile(dir)) ? readStateFile(portsFile(dir)) : {};

/**
 * Assigns ports: each process gets the port of its last start. If it has none, it gets its port in
 * services.json if that port is free. In tests, the gateway gets a different free port.
 * @param {import('./services.mjs').Service[]} services
 * @param {number} [gatewayPort] the port of the gateway, which the caller has already claimed
 * @param {ReturnType<typeof portsOfLastStart>} [known]
 */
export function withPorts(services, gatewayPort, known = {}) {
  return Promise.all(
    services.map(async (service) => {
      const entries = Object.entries(service.ports).map(async ([kind, port]) => {
        if (gatewayPort === undefined) return [kind, await freePort()];
        const isChosen = service.name === 'gateway' && kind === 'http';
        return [
          kind,
          isChosen ? gatewayPort : await portOrFree(known[service.name]?.[kind] ?? port),
        ];
      });
      return { ...service, ports: Object.fromEntries(await Promise.all(entries)) };
    }),
  );
}

/**
 * Returns the URL for the health and metrics of a process, if the process has a health port.
 * @param {import('./services.mjs').Service} service
 * @returns {[string, string][]}
 */
const healthUrl = ({ name, ports }) =>
  ports.health === undefined ? [] : [[name, `http://127.0.0.1:${ports.health}`]];

/**
 * @param {string} postgresUrl
 * @param {import('./services.mjs').Service[]} services
 * @param {{ suffix?: string, poolerPort?: number, copiesMigrated?: boolean }} options
 * @returns {Promise<Record<string, import('./databases.mjs').DatabaseUrls>>}
 */
async function createDatabases(postgresUrl, services, options) {
  const { suffix = '', poolerPort, copiesMigrated } = options;
  const entries = services.map(async ({ name, database }) => {
    if (!database) return [];
    const wanted = /** @type {const} */ ([postgresUrl, database, `${database}${suffix}`]);
    const copied = copiesMigrated ? await cloneMigrated(...wanted) : undefined;
    const urls = copied ?? (await createDatabase(...wanted));
    if (poolerPort === undefined) return [[name, urls]];
    const [appUrl, systemUrl] = [urls.appUrl, urls.systemUrl].map(
      (text) => Object.assign(new URL(text), { port: `${poolerPort}` }).href,
    );
    return [[name, { ...urls, appUrl, systemUrl }]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/**
 * Makes the deployment trust the root certificate of the simulated authority. Uploads then accept only
 * certificates of this authority.
 * @param {import('./environment.mjs').Deployment} deployment
 */
async function trustAuthority(deployment) {
  const response = await fetch(`${authorityUrl(deployment)}/authority/ca.pem`);
  if (!response.ok)
    throw new Error(`the authority answered ${response.status} for its certificate`);
  writeFileSync(caBundleFile(deployment.dir), await response.text());
}
