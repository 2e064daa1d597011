// Template databases that this build has migrated. The templates exist while tests run. A deployment copies a
// template in half a second, whereas the migrations take seconds for each service.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase, dropDatabase, withClient } from './databases.mjs';
import { cacheDir } from './paths.mjs';
import { services } from './services.mjs';

/** @typedef {import('./databases.mjs').DatabaseUrls} DatabaseUrls */

/** Returns the fingerprint of the built sources (setup.mjs). */
export function buildMark() {
  const file = join(cacheDir, 'build.stamp');
  return existsSync(file) ? `migrated by build ${readFileSync(file, 'utf8')}` : undefined;
}

/** @param {string} service the database name of the service */
function templateOf(service) {
  const mark = buildMark();
  return mark && `${service}_migrated_${mark.slice(-12)}`;
}

/**
 * @param {string} adminUrl
 * @param {string} service the database name of the service
 * @param {string} database the name of the database to create
 * @returns {Promise<DatabaseUrls | undefined>} the URLs of the copy; undefined if no deployment has migrated yet
 */
export async function cloneMigrated(adminUrl, service, database) {
  /** @type {DatabaseUrls | undefined} */
  let urls;
  await withTemplate(adminUrl, service, async ({ name, exists }) => {
    if (exists) urls = await cloneDatabase(adminUrl, service, name, database);
  });
  return urls;
}

/**
 * @param {string} adminUrl
 * @param {string} service the database name of the service
 * @param {string} database a migrated database without connections
 */
export async function keepMigrated(adminUrl, service, database) {
  await withTemplate(adminUrl, service, async ({ name, exists }) => {
    if (!exists) await cloneDatabase(adminUrl, service, database, name);
  });
}

const databases = services.flatMap(({ database }) => database ?? []);

/**
 * @param {string} adminUrl
 * @param {string[]} [names] the names of the services' databases
 */
export async function dropTemplates(adminUrl, names = databases) {
  for (const service of names)
    await withTemplate(adminUrl, service, ({ name }) => dropDatabase(adminUrl, name));
}

/**
 * Runs `work` under a lock, so that only one process at a time searches, creates, copies or drops a template.
 * @param {string} adminUrl
 * @param {string} service
 * @param {(template: { name: string, exists: boolean }) => Promise<void>} work
 */
async function withTemplate(adminUrl, service, work) {
  const name = templateOf(service);
  if (!name) return;
  await withClient(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [`timbre:${service}`]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    await work({ name, exists: rowCount !== 0 });
  });
}
