// Creates a database for each service, with three roles: the owner, which runs migrations, the application,
// and the system jobs.
import { createHmac } from 'node:crypto';

/**
 * @typedef {{ ownerUrl: string, appUrl: string, systemUrl: string }} DatabaseUrls the URLs of a database,
 * one for each role
 */

/**
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} work
 */
export async function withClient(url, work) {
  // The module is imported here, because scripts load this file before the packages are installed.
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 30_000,
    query_timeout: 120_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database and its three roles if they are missing, and sets the passwords. The migration grants
 * the privileges (packages/kit/src/database/grant-privileges.ts).
 * @param {string} adminUrl the URL of a superuser
 * @param {string} service the service's database name: its roles are `<service>_owner|_app|_system`
 * @param {string} [database] the name of an additional database of the service, for tests
 * @returns {Promise<DatabaseUrls>}
 */
export async function createDatabase(adminUrl, service, database = service) {
  await withClient(adminUrl, async (admin) => {
    // Checking for a role or database and creating it is not atomic, so only one process may do this at a
    // time.
    await admin.query('select pg_advisory_lock(hashtext($1))', [`timbre:${service}`]);
    for (const role of roles(service)) await createRole(admin, adminUrl, role);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [
      database,
    ]);
    if (rowCount === 0) await admin.query(`create database ${database} owner ${service}_owner`);
  });
  return urlsOf(adminUrl, service, database);
}

/** @param {string} service */
const roles = (service) => [`${service}_owner`, `${service}_app`, `${service}_system`];

/**
 * @param {import('pg').Client} admin
 * @param {string} adminUrl
 * @param {string} role
 */
async function createRole(admin, adminUrl, role) {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await admin.query(`create role ${role}`);
  const limits = 'login nosuperuser nobypassrls nocreatedb nocreaterole';
  await admin.query(`alter role ${role} ${limits} password '${passwordOf(adminUrl, role)}'`);
}

/**
 * Returns the password of a role, which is derived from the superuser's password. The password need not be
 * stored, and two runs with the same server derive the same password.
 * @param {string} adminUrl
 * @param {string} role
 */
function passwordOf(adminUrl, role) {
  return createHmac('sha256', new URL(adminUrl).password).update(role).digest('hex');
}

/**
 * @param {string} adminUrl
 * @param {string} service
 * @param {string} database
 * @returns {DatabaseUrls}
 */
export function urlsOf(adminUrl, service, database = service) {
  const [owner, app, system] = roles(service).map((role) => {
    const url = new URL(urlOf(adminUrl, database));
    url.username = role;
    url.password = passwordOf(adminUrl, role);
    return url.href;
  });
  return { ownerUrl: `${owner}`, appUrl: `${app}`, systemUrl: `${system}` };
}

/**
 * @param {string} adminUrl
 * @param {string} database
 */
export function urlOf(adminUrl, database) {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Copies a migrated database. A copy takes about 80 ms, whereas the migrations take seconds.
 * @param {string} adminUrl
 * @param {string} service
 * @param {string} template
 * @param {string} database
 * @returns {Promise<DatabaseUrls>}
 */
export async function cloneDatabase(adminUrl, service, template, database) {
  await withClient(adminUrl, async (admin) => {
    const owner = `owner ${service}_owner`;
    await admin.query(`create database ${database} template ${template} ${owner}`);
    await admin.query(`revoke all on database ${database} from public`);
    await admin.query(`grant connect on database ${database} to ${service}_app, ${service}_system`);
  });
  return urlsOf(adminUrl, service, database);
}

/**
 * @param {string} adminUrl
 * @param {string} database
 */
export async function dropDatabase(adminUrl, database) {
  const drop = `drop database if exists ${database} with (force)`;
  await withClient(adminUrl, (admin) => admin.query(drop));
}
