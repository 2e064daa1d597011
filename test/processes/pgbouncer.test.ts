import { randomUUID } from 'node:crypto';
import {
  accessTo,
  created,
  customerInput,
  dataOf,
  incomeInput,
  newCustomer,
  postgresUrl,
  setUpIssuer,
  type Api,
} from '@timbre/testkit/client';
import { withClient } from '../../scripts/runtime/databases.mjs';
import { isFinal } from '../api/refused';
import { until } from '../api/until';
import { startObserved, type ObservedDeployment } from '../telemetry/observed-deployment';
import { findPgBouncer, startPgBouncer } from './pgbouncer';

const program = findPgBouncer();
// The test requires a minimum version of PgBouncer, because Debian 12 has version 1.18. PgBouncer
// supports prepared statements of clients since version 1.21.
const isPrepared = (program?.version ?? 0) >= 121;
const title = program
  ? `behind PgBouncer ${program.version / 100}, a transaction at a time`
  : 'behind PgBouncer: skipped, because neither this machine nor Debian’s mirror has it';

(program ? describe : describe.skip)(title, () => {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  let deployment: ObservedDeployment;
  let api: Api;
  beforeAll(async () => {
    bouncer = await startPgBouncer(program!, await postgresUrl());
    deployment = await startObserved(
      { TIMBRE_LOG_LEVEL: 'warn', TIMBRE_DATABASE_PREPARED_STATEMENTS: String(isPrepared) },
      { owner: 'pooled', poolerPort: bouncer.port },
    );
    const { organizationId, apiKey } = await deployment.bootstrap('Pooled');
    api = accessTo(deployment.baseUrl, organizationId, apiKey);
    await setUpIssuer(api);
  }, 180_000);
  afterAll(async () => {
    await deployment?.stop();
    await bouncer?.stop();
  });

  it('all database connections except those of this test come from the small PgBouncer pool', async () => {
    await Promise.all(Array.from({ length: 40 }, () => newCustomer(api)));
    const { rows } = await withClient(await postgresUrl(), (admin) =>
      admin.query<{ name: string; count: number }>(
        `select usename as name, count(*)::int from pg_stat_activity
         where datname like $1 and usename like '%\\_app' group by 1`,
        [`%\\_pooled\\_${process.pid}`],
      ),
    );
    expect(rows.map(({ name }) => name)).toContain('commerce_app');
    for (const { count } of rows) expect(count).toBeLessThanOrEqual(3);
  });

  it('clients draft, stamp and read documents concurrently', async () => {
    const customerId = await newCustomer(api);
    const drafts = await Promise.all(
      Array.from({ length: 12 }, () => created(api, '/v1/cfdi', incomeInput(customerId))),
    );
    const stamped = await Promise.all(
      drafts.map(({ documentRef }) => dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`))),
    );
    const folios = stamped.map(({ folio }) => Number(folio)).sort((a, b) => a - b);
    expect(folios).toEqual(drafts.map((_, index) => index + 1));
  });

  it('a retry through PgBouncer has no second effect', async () => {
    const [legalName, headers] = [randomUUID(), { 'idempotency-key': randomUUID() }];
    const body = { ...customerInput, legalName };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        until(30_000, () => api.request('POST', '/v1/contacts', { body, headers }), isFinal),
      ),
    );
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  it('organizations that share a connection do not see each other’s rows', async () => {
    const access = await deployment.bootstrap('Other');
    const other = accessTo(deployment.baseUrl, access.organizationId, access.apiKey);
    const lists = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? other : api).request('GET', '/v1/contacts'),
      ),
    );
    const lengths = lists.map(({ json }) => (json.data as unknown[]).length);
    expect(new Set(lengths.filter((_, index) => index % 2))).toEqual(new Set([0]));
    expect(Math.min(...lengths.filter((_, index) => index % 2 === 0))).toBeGreaterThan(0);
  });

  it('services behind PgBouncer publish events and log no error', async () => {
    const lag = await until(
      30_000,
      async () => (await fetch(`${deployment.healthUrls.commerce}/metrics`)).text(),
      (page) => /timbre_outbox_published_total\S* [1-9]/.test(page),
    );
    expect(lag).toMatch(/timbre_outbox_published_total\S* [1-9]/);
    expect(deployment.logOf('commerce').filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
