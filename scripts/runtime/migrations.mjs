// Migrates each database, unless this very build already did: loading a service to hear that there is
// nothing to do costs as much as starting it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { urlOf, withClient } from './databases.mjs';
import { migrationEnvironmentOf } from './environment.mjs';
import { cacheDir } from './paths.mjs';
import { mainOf } from './services.mjs';

/**
 * @param {import('./environment.mjs').Deployment} deployment
 * @param {import('./services.mjs').Service} service
 * @param {string} postgresUrl of a superuser
 */
export async function migrate(deployment, service, postgresUrl) {
  const env = migrationEnvironmentOf(deployment, service);
  const database = new URL(`${env.TIMBRE_DATABASE_OWNER_URL}`).pathname.slice(1);
  const url = urlOf(postgresUrl, database);
  const mark = buildMark();
  if (mark && (await withClient(url, readMark)) === mark) return;
  await run(process.execPath, [mainOf(service.folder), 'migrate'], { env });
  // The mark lives in the database, so that it goes where the data goes.
  if (mark) await withClient(url, (admin) => admin.query(`comment on schema public is '${mark}'`));
}

/** @param {import('pg').Client} admin @returns {Promise<string | undefined>} */
async function readMark(admin) {
  const { rows } = await admin.query(
    `select obj_description('public'::regnamespace, 'pg_namespace') as mark`,
  );
  return rows[0]?.mark;
}

/** Names the sources that are built (setup.mjs). */
function buildMark() {
  const file = join(cacheDir, 'build.stamp');
  return existsSync(file) ? `migrated by build ${readFileSync(file, 'utf8')}` : undefined;
}
