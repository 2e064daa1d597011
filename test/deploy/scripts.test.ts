import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantPrivileges } from '../../packages/kit/src';
import { postgresUrl, startApi } from '@timbre/testkit/client';
import { Client } from 'pg';
import { urlOf } from '../../scripts/runtime/databases.mjs';
import { chart, root } from './helm';

/** The scripts of the chart, which the tests run in the same way as its Pods. */
const files = join(chart, 'files');

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const hasPsql = spawnSync('psql', ['--version']).status === 0;

/** Returns the first value of a query, or the SQLSTATE if the query failed. */
const outcome = (url: string, sql: string): Promise<string> =>
  withClient(url, (client) => client.query({ text: sql, rowMode: 'array' })).then(
    ({ rows }) => String((rows[0] as unknown[] | undefined)?.[0]),
    (error: { code: string }) => error.code,
  );

(hasPsql ? describe : describe.skip)('databases.sql', () => {
  const run = randomBytes(4).toString('hex');
  const [admin, one, other] = [`admin_${run}`, `one_${run}`, `other_${run}`];
  const dir = mkdtempSync(join(tmpdir(), 'timbre-databases-'));
  let superuserUrl: string;
  const urlFor = (database: string, role: string) => {
    const url = new URL(urlOf(superuserUrl, database));
    url.username = role;
    url.password = 'p';
    return url.href;
  };
  const runScript = () =>
    execFileSync(
      'psql',
      [urlFor('postgres', admin), '--file', join(root, 'deploy', 'databases.sql')],
      {
        env: {
          PATH: process.env.PATH,
          TIMBRE_DATABASE_PASSWORD: 'p',
          TIMBRE_SERVICES_FILE: join(dir, 'services.json'),
        },
        stdio: 'pipe',
        timeout: 120_000,
      },
    );

  beforeAll(async () => {
    superuserUrl = await postgresUrl();
    const services = { a: { database: one }, b: {}, c: { database: other } };
    writeFileSync(join(dir, 'services.json'), JSON.stringify(services));
    await outcome(
      superuserUrl,
      `create role ${admin} login nosuperuser createdb createrole password 'p'`,
    );
    runScript();
  });
  afterAll(async () => {
    const roles = ['app', 'owner', 'system'].flatMap((role) => [
      `${one}_${role}`,
      `${other}_${role}`,
    ]);
    await withClient(superuserUrl, async (client) => {
      for (const name of [one, other]) await client.query(`drop database ${name} with (force)`);
      for (const role of [...roles, admin]) await client.query(`drop role ${role}`);
    });
    rmSync(dir, { recursive: true });
  });

  it('the script creates a database and three roles for each service that has a database, and can run again', async () => {
    runScript();
    const made = await withClient(superuserUrl, (client) =>
      client.query<{ name: string }>(
        `select datname || ' of ' || pg_get_userbyid(datdba) as name from pg_database
         where datname like '%\\_${run}'
         union select rolname from pg_roles where rolname like '%\\_${run}\\_%' order by 1`,
      ),
    );
    const expected = [one, other].flatMap((name) => [
      `${name} of ${name}_owner`,
      ...['app', 'owner', 'system'].map((role) => `${name}_${role}`),
    ]);
    expect(made.rows.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('a migration grants the roles of a database that the script created their privileges and limits, and can run again', async () => {
    const [owner, app, system] = ['owner', 'app', 'system'].map((role) =>
      urlFor(one, `${one}_${role}`),
    );
    for (let time = 0; time < 2; time += 1) await grantPrivileges(owner!, app!);
    await outcome(owner!, 'create table notes (text text)');
    const insert = `insert into notes values ('by the application') returning text`;
    expect(await outcome(app!, insert)).toBe('by the application');
    const insufficient = '42501';
    expect(await outcome(app!, 'create table mine (text text)')).toBe(insufficient);
    expect(await outcome(system!, 'select text from notes')).toBe(insufficient);
    expect(await outcome(urlFor(one, `${other}_app`), 'select 1')).toBe(insufficient);
    expect(await outcome(app!, 'show statement_timeout')).toBe('5s');
    expect(await outcome(app!, 'show lock_timeout')).toBe('2s');
    expect(await outcome(app!, 'show idle_in_transaction_session_timeout')).toBe('15s');
  });

  it('a migration reports the name that the owner role must have', async () => {
    const app = urlFor(one, `${one}_app`);
    await expect(grantPrivileges(app, app)).rejects.toThrow(`_owner, not ${one}_app.`);
  });
});

describe('helm test', () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-helm-test-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('helm test drafts and stamps a document with a new organization only', async () => {
    const { baseUrl, organizationId, apiKey } = await startApi('Helm test');
    const file = join(dir, 'organization.json');
    writeFileSync(file, JSON.stringify({ organizationId, apiKey }));
    const printed = execFileSync('node', [join(files, 'draft-and-stamp.mjs')], {
      env: { ...process.env, BASE_URL: baseUrl, ORGANIZATION_FILE: file },
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(printed).toMatch(/^cfdi:\S+ stamped as [0-9a-f-]{36}\n$/);
  });

  it('helm test fails when the API rejects the API key', async () => {
    const { baseUrl } = await startApi();
    const file = join(dir, 'unknown.json');
    writeFileSync(file, JSON.stringify({ apiKey: 'timbre_sandbox_unknown' }));
    const run = () =>
      execFileSync('node', [join(files, 'draft-and-stamp.mjs')], {
        env: { ...process.env, BASE_URL: baseUrl, ORGANIZATION_FILE: file },
        stdio: 'pipe',
        timeout: 120_000,
      });
    expect(run).toThrow(/answered 401/);
  });

  it('helm test waits for the simulated authority and stores its certificate', async () => {
    let asked = 0;
    const authority = createServer((_, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 503 : 200).end('the certificate');
    });
    await new Promise<void>((done) => authority.listen(0, '127.0.0.1', done));
    const file = join(dir, 'ca.pem');
    const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
    const child = spawn('node', [join(files, 'trust-authority.mjs')], {
      env: { ...process.env, TIMBRE_AUTHORITY_URL: url, TIMBRE_CA_BUNDLE_FILE: file },
    });
    const status = await new Promise((done) => child.on('exit', done));
    authority.close();
    expect({ status, asked, kept: readFileSync(file, 'utf8') }).toEqual({
      status: 0,
      asked: 2,
      kept: 'the certificate',
    });
  });
});
