import { grantPrivileges } from '../../packages/kit/src';
import { postgresUrl } from '@timbre/testkit/client';
import {
  createDatabase,
  dropDatabase,
  urlOf,
  withClient,
} from '../../scripts/runtime/databases.mjs';
import {
  cloneMigrated,
  dropTemplates,
  keepMigrated,
} from '../../scripts/runtime/migrated-templates.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { prepare } from '../../scripts/setup.mjs';

const service = 'copied_when_migrated';
let adminUrl: string;

beforeAll(async () => {
  await prepare(createProgress({ quiet: true }));
  adminUrl = await postgresUrl();
});
afterAll(async () => {
  await dropTemplates(adminUrl, [service]);
  for (const name of [service, `${service}_copy`]) await dropDatabase(adminUrl, name);
});

it('a database is copied as soon as this build has migrated one database', async () => {
  const copy = `${service}_copy`;
  expect(await cloneMigrated(adminUrl, service, copy)).toBeUndefined();
  const { ownerUrl, appUrl } = await createDatabase(adminUrl, service);
  await grantPrivileges(ownerUrl, appUrl);
  await withClient(ownerUrl, (owner) => owner.query('create table notes (text text)'));
  await keepMigrated(adminUrl, service, service);
  const urls = await cloneMigrated(adminUrl, service, copy);
  expect(urls?.appUrl).toContain(urlOf(adminUrl, copy).split('@')[1]);
  const write = (app: { query(sql: string): Promise<unknown> }) =>
    app.query(`insert into notes values ('by the application')`);
  await expect(withClient(urls!.appUrl, write)).resolves.toMatchObject({ rowCount: 1 });
});
