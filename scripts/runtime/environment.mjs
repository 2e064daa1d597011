// Sets the environment variables of each process in a development deployment (.env.example documents all
// of them).
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from './command.mjs';
import { ensureDir } from './paths.mjs';
import { lawVariables } from './law.mjs';
import { natsUrlOf } from './nats-users.mjs';
import { readSecret } from './secrets.mjs';
import { addressVariable, callersOf, publicKeysVariable, services } from './services.mjs';

/**
 * @typedef {import('./services.mjs').Service} Service
 */

/**
 * The values of a deployment from which the environment variables are derived.
 * @typedef {object} Deployment
 * @property {string} dir
 * @property {string} natsUrl
 * @property {Service[]} services
 * @property {Service[]} addresses
 * @property {Record<string, import('./databases.mjs').DatabaseUrls>} databases
 * @property {Record<string, string>} [environment]
 *
 * The folder `dir` contains the state of the deployment. The list `services` contains the running services,
 * and `addresses` contains all services, both with the actual ports. Every process gets the additional
 * variables in `environment`.
 */

/**
 * @param {Deployment} deployment
 * @param {Service} service
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(deployment, service) {
  const { dir, natsUrl, addresses } = deployment;
  const authority = authorityUrl(deployment);
  return {
    ...toolEnvironment(),
    TIMBRE_ENVIRONMENT: 'sandbox',
    TIMBRE_LOG_LEVEL: process.env.TIMBRE_LOG_LEVEL ?? 'info',
    TIMBRE_NATS_URL: natsUrlOf(natsUrl, service.name),
    TIMBRE_PUBLIC_URL: gatewayUrl(deployment),
    TIMBRE_AUTHORITY_URL: authority,
    TIMBRE_SAT_STATUS_URL: `${authority}/sat/ConsultaCFDIService.svc`,
    TIMBRE_SAT_WITHHOLDINGS_URL: `${authority}/sat/Home/ConsultaRetencion`,
    TIMBRE_SAT_DOWNLOAD_URL: `${authority}/sat`,
    TIMBRE_SAT_PACKAGES_URL: `${authority}/sat`,
    TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL: `${authority}/sat/retenciones`,
    TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL: `${authority}/sat/retenciones`,
    TIMBRE_SAT_POLL_SECONDS: '1,2,5',
    TIMBRE_SAT_PORTALS_URL: `${authority}/portal`,
    TIMBRE_SAT_PORTAL_PACE_MS: '0',
    TIMBRE_PACS: JSON.stringify(pacs(authority)),
    TIMBRE_CA_BUNDLE_FILE: caBundleFile(dir),
    TIMBRE_ENCRYPTION_KEY_FILE: encryptionKeyFile(dir),
    // Local addresses are allowed, because the webhook receivers of a developer run on this machine.
    TIMBRE_WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1,::1',
    ...(service.keepsFiles ? { TIMBRE_DATA_DIR: ensureDir(dir, service.name) } : {}),
    ...portVariables(service),
    ...callVariables(dir, service),
    ...databaseVariables(deployment, service),
    ...Object.fromEntries(addresses.flatMap(addressOf)),
    ...lawVariables(dir),
    ...deployment.environment,
  };
}

/**
 * @param {Deployment} deployment
 * @param {Service} service
 * @returns {NodeJS.ProcessEnv}
 */
export function migrationEnvironmentOf(deployment, service) {
  const urls = deployment.databases[service.name];
  return { ...environmentOf(deployment, service), TIMBRE_DATABASE_OWNER_URL: urls?.ownerUrl };
}

/** @param {Deployment} deployment */
export function authorityUrl({ addresses }) {
  const simulator = addresses.find(({ name }) => name === 'authority-simulator');
  return `http://127.0.0.1:${simulator?.ports.http}`;
}

/** @param {Deployment} deployment */
function gatewayUrl({ addresses }) {
  const gateway = addresses.find(({ name }) => name === 'gateway');
  return `http://127.0.0.1:${gateway?.ports.http}`;
}

/** @param {string} dir */
export const caBundleFile = (dir) => join(dir, 'trusted-authorities.pem');

/** @param {string} authority */
function pacs(authority) {
  const account = { user: 'demo', password: 'demo' };
  return [
    { name: 'sw', kind: 'sw', baseUrl: `${authority}/sw`, ...account },
    { name: 'finkok', kind: 'finkok', baseUrl: `${authority}/finkok`, ...account },
  ];
}

/**
 * Returns the file with the keys that encrypt stored private keys. The file is generated once.
 * @param
 * {string} dir
 */
function encryptionKeyFile(dir) {
  const file = join(dir, 'encryption-keys.json');
  const keys = {
    activeKeyId: 'development',
    keys: { development: readSecret('encryptionKey', dir) },
  };
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 });
  return file;
}

/**
 * Returns the secrets of calls and links: each process has only its own private key and the public keys of
 * the processes that call it.
 * @param {string} dir
 * @param {Service} service
 */
function callVariables(dir, { name, calls, makesPageLinks }) {
  const keys = readSecret('callKeys', dir);
  const callers = callersOf(name);
  return {
    ...(name === 'gateway' ? { TIMBRE_CONTEXT_KEY: readSecret('contextKey', dir) } : {}),
    ...(makesPageLinks ? { TIMBRE_PAGE_LINK_KEY: readSecret('pageLinkKey', dir) } : {}),
    ...(calls ? { TIMBRE_CALL_KEY: keys[name]?.privateKey } : {}),
    ...Object.fromEntries(
      callers.map((caller) => [publicKeysVariable(caller), keys[caller]?.publicKey]),
    ),
  };
}

/**
 * Returns the secrets of calls with which every process starts, for tests of processes that call nobody.
 * @param {string} dir
 * @returns {Record<string, string>}
 */
export const anyCallVariables = (dir) =>
  Object.assign({}, ...services.map((service) => callVariables(dir, service)));

/** @param {Service} service */
function portVariables({ ports }) {
  return {
    ...(ports.health ? { TIMBRE_HEALTH_PORT: `${ports.health}` } : {}),
    ...(ports.grpc ? { TIMBRE_GRPC_PORT: `${ports.grpc}` } : {}),
    ...(ports.http ? { TIMBRE_HTTP_PORT: `${ports.http}` } : {}),
  };
}

/**
 * @param {Deployment} deployment
 * @param {Service} service
 */
function databaseVariables({ databases }, { name }) {
  const urls = databases[name];
  if (!urls) return {};
  return { TIMBRE_DATABASE_URL: urls.appUrl, TIMBRE_SYSTEM_DATABASE_URL: urls.systemUrl };
}

/**
 * @param {Service} service
 * @returns {[string, string][]}
 */
const addressOf = ({ name, ports }) =>
  ports.grpc === undefined ? [] : [[addressVariable(name), `127.0.0.1:${ports.grpc}`]];
