// PostgreSQL and NATS for one Jest run. The servers start on the first request of a test (testkit requests
// them over HTTP), so that unit tests need not wait for servers. Jest's workers are separate processes that
// have only this process in common.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { cloneDatabase, createDatabase, dropDatabase, urlOf } from './databases.mjs';
import { dropTemplates } from './migrated-templates.mjs';
import { startNats, startOwnNats } from './nats.mjs';
import { freePort } from './ports.mjs';
import { startOwnPostgres, startPostgres } from './postgres.mjs';
import { startAsOne, stopAll } from './stops.mjs';
import { deploymentDatabases, startTestDeployment } from './test-deployment.mjs';

/** @typedef {import('./databases.mjs').DatabaseUrls} DatabaseUrls */

/** An identifier of this run's databases on a server that other runs may also use. */
const run = randomBytes(4).toString('hex');

const postgres = onDemand(() => startPostgres({ keep: false }));
const nats = onDemand(() => startNats({ keep: false }));
const deployment = onDemand(async () =>
  startTestDeployment((await postgres.get()).url, (await nats.get()).url, run, {}),
);

/**
 * Deployments for test files that kill processes. Each deployment has its own NATS, because the events of one
 * deployment must not reach the consumers of another. A test file that stops PostgreSQL also has its own
 * PostgreSQL.
 * @type {Map<string, ReturnType<typeof onDemand<Awaited<ReturnType<typeof startOwned>>>>>}
 */
const owned = new Map();

/**
 * @param {string} owner
 * @param {OwnedOptions} [options]
 */
function deploymentOf(owner, options) {
  const known = owned.get(owner) ?? onDemand(() => startOwned(owner, options));
  owned.set(owner, known);
  return known.get();
}

/**
 * The options of a deployment for one test file.
 * @typedef {object} OwnedOptions
 * @property {boolean} [ownPostgres]
 * @property {Record<string, string>} [environment] the additional variables for every process
 */

/**
 * @param {string} owner
 * @param {OwnedOptions} [options]
 */
function startOwned(owner, { ownPostgres = false, environment = {} } = {}) {
  return startAsOne(async (stops) => {
    /** @type {Record<string, import('./postgres.mjs').OwnServer>} */
    const servers = {};
    const ownNats = (servers.nats = await startOwnNats());
    stops.push(ownNats.stop);
    const backed = ownPostgres ? await startOwnPostgres() : undefined;
    if (backed) {
      servers.postgres = backed;
      stops.push(backed.stop);
    }
    const { url } = servers.postgres ?? (await postgres.get());
    // A test kills these processes deliberately, so their end is not reported.
    const name = `${owner}_${run}`;
    const running = await startTestDeployment(url, ownNats.url, name, environment, () => {});
    stops.push(running.stop);
    return {
      ...running,
      natsUrl: ownNats.url,
      natsStore: ownNats.store,
      kill: (/** @type {string} */ name) => servers[name]?.crash() ?? running.kill(name),
      restart: (/** @type {string} */ name, /** @type {NodeJS.ProcessEnv} */ env) =>
        servers[name]?.restart() ?? running.restart(name, env),
      backUp: () => required(backed).backUp(),
      bringBack: () => required(backed).bringBack(),
    };
  });
}

/** @param {import('./postgres.mjs').OwnPostgres | undefined} server */
function required(server) {
  if (!server) throw new Error('a backup needs a deployment with its own PostgreSQL');
  return server;
}

/**
 * The function throws if no owner is given, so that no test restarts or kills the shared deployment.
 * @param {string} [owner]
 */
function ownerOf(owner) {
  if (!owner) throw new Error('a test may stop its own deployment only: name its owner');
  return owner;
}

/**
 * The template database of each service. The first request migrates the template, and other requests wait.
 * @type {Map<string, { migrated: Promise<void>, end(error?: string): void }>}
 */
const templates = new Map();
/** @type {Set<string>} */
const databases = new Set();
let clones = 0;

/** @type {Record<string, (input: { service: string, database: string, name?: string, error?: string,
 *   owner?: string, env?: NodeJS.ProcessEnv, args?: string[], input?: string } & OwnedOptions) => unknown>} */
const requests = {
  postgres: async () => ({ url: (await postgres.get()).url }),
  nats: async () => ({ url: (await nats.get()).url }),
  port: async () => ({ port: await freePort() }),
  async deployment({ owner, ...options }) {
    const running = await (owner ? deploymentOf(owner, options) : deployment.get());
    const { baseUrl, healthUrls, authorityUrl, logDir, adminUrls } = running;
    // The shared deployment shares its NATS, whose store no test may delete.
    const { natsUrl, natsStore } =
      'natsStore' in running ? running : { natsUrl: undefined, natsStore: undefined };
    const grpcPorts = Object.fromEntries(
      Object.entries(running.ports).map(([name, { grpc }]) => [name, grpc]),
    );
    return { baseUrl, healthUrls, authorityUrl, logDir, adminUrls, grpcPorts, natsUrl, natsStore };
  },
  organization: async ({ owner, name = 'Test' }) =>
    (await (owner ? deploymentOf(owner) : deployment.get())).bootstrap(name),
  restart: async ({ owner, service, env }) => ({
    done: await (await deploymentOf(ownerOf(owner))).restart(service, env ?? {}),
  }),
  kill: async ({ owner, service }) => ({
    done: await (await deploymentOf(ownerOf(owner))).kill(service),
  }),
  ended: async ({ owner, service }) => ({
    done: await (await deploymentOf(ownerOf(owner))).ended(service),
  }),
  backUp: async ({ owner }) => ({ done: await (await deploymentOf(ownerOf(owner))).backUp() }),
  bringBack: async ({ owner }) => ({
    done: await (await deploymentOf(ownerOf(owner))).bringBack(),
  }),
  stop: async ({ owner }) => ({ done: await owned.get(ownerOf(owner))?.stop() }),
  command: async ({ owner, service, args = [], input, env }) => ({
    line: await (await deploymentOf(ownerOf(owner))).command(service, args, { input, env }),
  }),
  async template({ service }) {
    const { url } = await postgres.get();
    const known = templates.get(service);
    if (known) return known.migrated.then(() => ({ migrated: true }));
    templates.set(service, deferred());
    const database = `${service}_template_${run}`;
    databases.add(database);
    return { migrated: false, ...(await createDatabase(url, service, database)) };
  },
  migrated: ({ service, error }) => ({ ended: templates.get(service)?.end(error) }),
  async clone({ service }) {
    const { url } = await postgres.get();
    const database = `${service}_${run}_${++clones}`;
    databases.add(database);
    const urls = await cloneDatabase(url, service, `${service}_template_${run}`, database);
    return { database, adminUrl: urlOf(url, database), ...urls };
  },
  async drop({ database }) {
    if (!databases.delete(database)) throw new Error(`${database} is not a database of this run`);
    await dropDatabase((await postgres.get()).url, database);
    return {};
  },
};

/**
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} the URL of the server manager; it is a secret,
 * because it returns superuser URLs
 */
export async function serveTestServers() {
  const secret = randomBytes(16).toString('hex');
  const server = createServer(async (request, response) => {
    // Connections are not reused, because the next request would fail if the connection closes while the
    // request is sent.
    response.setHeader('connection', 'close');
    const [, given, name = ''] = (request.url ?? '').split('/');
    const handle = given === secret ? requests[name] : undefined;
    try {
      const chunks = await request.toArray();
      if (!handle) throw new Error(`no such request: ${name}`);
      const answer = await handle(JSON.parse(Buffer.concat(chunks).toString() || '{}'));
      response.end(JSON.stringify(answer));
    } catch (error) {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: String(error) }));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  server.unref();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/${secret}`, stop: () => stop(server) };
}

/** @param {import('node:http').Server} server */
async function stop(server) {
  server.close();
  server.closeAllConnections();
  await stopAll([
    nats.stop,
    postgres.stop,
    dropDatabases,
    () => Promise.all([deployment, ...owned.values()].map((running) => running.stop())),
  ]);
}

/** Drops the databases on a server given by URL, which continues to run after this run. */
async function dropDatabases() {
  const server = process.env.TIMBRE_POSTGRES_URL;
  if (!server) return;
  const owners = [...owned.keys()].flatMap((owner) => deploymentDatabases(`${owner}_${run}`));
  const left = [...databases, ...deploymentDatabases(run), ...owners];
  for (const name of left) await dropDatabase(server, name);
  await dropTemplates(server);
}

/**
 * @template {{ stop(): Promise<void> }} Running
 * @param {() => Promise<Running>} start
 */
function onDemand(start) {
  /** @type {Promise<Running> | undefined} */
  let server;
  return {
    get: () => (server ??= start()),
    async stop() {
      const running = server;
      server = undefined;
      // A server that failed to start need not be stopped.
      await (await running?.catch(() => undefined))?.stop();
    },
  };
}

function deferred() {
  /** @type {(error?: string) => void} */
  let end = () => {};
  const migrated = new Promise((resolve, reject) => {
    end = (error) => (error === undefined ? resolve(undefined) : reject(new Error(error)));
  });
  // The test processes that wait for the template database receive the error. If no process is waiting, the
  // error must not crash this process.
  migrated.catch(() => {});
  return { migrated: /** @type {Promise<void>} */ (migrated), end };
}
