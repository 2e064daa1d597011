// Migrates each database that this build has not migrated yet. This saves time, because loading a
// service only to find that it has no new migrations takes as long as starting it.
import { run } from './command.mjs';
import { urlOf, withClient } from './databases.mjs';
import { migrationEnvironmentOf } from './environment.mjs';
import { buildMark, keepMigrated } from './migrated-templates.mjs';
import { mainOf } from './services.mjs';

/**
 * @param {import('./environment.mjs').Deployment} deployment
 * @param {import('./services.mjs').Service} service
 * @param {string} postgresUrl the URL of a superuser
 * @param {{ copiesMigrated?: boolean }} [options] the options of startDeployment
 */
export async function migrate(deployment, service, postgresUrl, { copiesMigrated } = {}) {
  const env = migrationEnvironmentOf(deployment, service);
  const database = new URL(`${env.TIMBRE_DATABASE_OWNER_URL}`).pathname.slice(1);
  const url = urlOf(postgresUrl, database);
  const mark = buildMark();
  if (mark && (await withClient(url, readMark)) === mark) return;
  await run(process.execPath, [mainOf(service.folder), 'migrate'], { env });
  // The mark that this build has migrated the database is stored in the database itself, so that it
  // moves together with the data.
  if (!mark) return;
  await withClient(url, (admin) => admin.query(`comment on schema public is '${mark}'`));
  if (copiesMigrated) await keepMigrated(postgresUrl, `${service.database}`, database);
}

/**
 * @param {import('pg').Client} admin
 * @returns {Promise<string | undefined>}
 */
async function readMark(admin) {
  const { rows } = await admin.query(
    `select obj_description('public'::regnamespace, 'pg_namespace') as mark`,
  );
  return rows[0]?.mark;
}
