import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresUrl, startApi } from '@timbre/testkit/client';
import { Client } from 'pg';
import { createDatabase, urlOf } from '../../scripts/runtime/databases.mjs';
import { chart, root } from './helm';

/** The scripts of the chart, run as in its Pods. */
const files = join(chart, 'files');

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The grants of a database and the limits of its roles, without its name and owner. */
function grantsOf(adminUrl: string, database: string): Promise<unknown> {
  return withClient(urlOf(adminUrl, database), async (client) => {
    const read = async (sql: string) => (await client.query<{ text: string }>(sql, [])).rows;
    const found = [
      await read(
        `select unnest(datacl)::text as text from pg_database where datname = '${database}'`,
      ),
      await read(`select unnest(nspacl)::text as text from pg_namespace where nspname = 'public'`),
      await read(
        `select defaclobjtype::text || ' ' || unnest(defaclacl)::text as text from pg_default_acl`,
      ),
      await read(
        `select rolname || ' ' || unnest(rolconfig) as text from pg_roles
         where rolname like '${database}\\_%'`,
      ),
    ];
    const plain = ({ text }: { text: string }) =>
      text.replaceAll('pg_database_owner', 'owner').replaceAll(`${database}_`, '');
    return found.map((rows) => rows.map(plain).sort());
  });
}

/** Creates a database and its roles as the CloudNativePG operator does. */
async function createAsOperator(adminUrl: string, database: string) {
  await withClient(adminUrl, async (admin) => {
    for (const role of ['owner', 'app', 'system'])
      await admin.query(`create role ${database}_${role} login password 'p'`);
    await admin.query(`create database ${database} owner ${database}_owner`);
  });
  const [ownerUrl, appUrl] = ['owner', 'app'].map((role) => {
    const url = new URL(urlOf(adminUrl, database));
    url.username = `${database}_${role}`;
    url.password = 'p';
    return url.href;
  });
  return { TIMBRE_DATABASE_OWNER_URL: ownerUrl, TIMBRE_DATABASE_URL: appUrl };
}

async function drop(adminUrl: string, database: string): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    await admin.query(`drop database ${database} with (force)`);
    for (const role of ['owner', 'app', 'system'])
      await admin.query(`drop role ${database}_${role}`);
  });
}

describe('grant.cjs', () => {
  it('grant.cjs gives the database of an operator the same grants as npm start, and may run again', async () => {
    const adminUrl = await postgresUrl();
    const run = randomBytes(4).toString('hex');
    const [granted, own] = [`granted_${run}`, `own_${run}`];
    const env = { ...process.env, ...(await createAsOperator(adminUrl, granted)) };
    await createDatabase(adminUrl, own);
    for (let time = 0; time < 2; time += 1)
      execFileSync('node', [join(files, 'grant.cjs'), granted], {
        cwd: join(root, 'services', 'commerce'),
        env,
        timeout: 120_000,
      });
    const expected = await grantsOf(adminUrl, own);
    expect((expected as string[][]).map((rows) => rows.length > 1)).toEqual(Array(4).fill(true));
    expect(await grantsOf(adminUrl, granted)).toEqual(expected);
    await drop(adminUrl, granted);
    await drop(adminUrl, own);
  });
});

const hasPsql = spawnSync('psql', ['--version']).status === 0;

(hasPsql ? describe : describe.skip)('databases.sh', () => {
  it('the script creates a database and three roles for each service that has a database', async () => {
    const adminUrl = await postgresUrl();
    const run = randomBytes(4).toString('hex');
    const dir = mkdtempSync(join(tmpdir(), 'timbre-databases-'));
    const list = join(dir, 'services.json');
    const [one, other] = [`one_${run}`, `other_${run}`];
    writeFileSync(list, JSON.stringify({ a: { database: one }, b: {}, c: { database: other } }));
    // The mode is changed, because PostgreSQL runs under another account and must read the list.
    chmodSync(dir, 0o755);
    const { hostname, port, username, password } = new URL(adminUrl);
    execFileSync('bash', [join(root, 'deploy', 'compose', 'databases.sh')], {
      env: {
        PATH: process.env.PATH,
        PGHOST: hostname,
        PGPORT: port,
        PGPASSWORD: password,
        POSTGRES_USER: username,
        POSTGRES_PASSWORD: password,
        SERVICES_FILE: list,
      },
      stdio: 'pipe',
      timeout: 120_000,
    });
    const made = await withClient(adminUrl, (client) =>
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
    for (const name of [one, other]) await drop(adminUrl, name);
    rmSync(dir, { recursive: true });
  });
});

describe('helm test', () => {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-helm-test-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('helm test drafts and stamps a document with only a new organization', async () => {
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

  it('helm test fails when the API rejects the key', async () => {
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

  it('helm test waits for the simulated authority and keeps its certificate', async () => {
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
