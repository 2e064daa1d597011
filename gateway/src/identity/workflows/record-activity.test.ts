import { EventEmitter, once } from 'node:events';
import { createLogger, invalid, migrate, newId, type Runtime } from '@timbre/kit';
import { startDatabase, type TestDatabase, testPool } from '@timbre/testkit';
import type { Pool, QueryConfig } from 'pg';
import type { OperationRow } from '../../edge/operations/operation';
import { migrations } from '../store/migrations';
import { createActivityDays } from '../jobs/keep-activity-days';
import { createActivityRecorder, type Answered } from './record-activity';

const logger = createLogger('test', 'silent');
const row = { id: 'createContact', method: 'POST', path: '/v1/contacts' } as OperationRow;
const credential = { actor: `credential:${newId()}`, organizationId: newId() };
const answered: Answered = {
  requestId: 'req_1',
  channel: 'rest',
  row,
  credential,
  status: 201,
  refusal: undefined,
  durationMs: 12.5,
};

let database: TestDatabase;
let admin: Pool;
let system: Pool;

beforeAll(async () => {
  database = await startDatabase('gateway', (url) => migrate(url, [], migrations));
  admin = testPool(database.adminUrl);
  system = testPool(database.systemUrl);
});
afterAll(async () => {
  await Promise.all([admin.end(), system.end()]);
  await database.drop();
});
beforeEach(() => admin.query('delete from activity; delete from activity_hours'));

const kept = async (table = 'activity') =>
  (await admin.query(`select * from ${table}`)).rows as Record<string, unknown>[];

/** Records the requests and stops the recorder, which then stores them. */
async function recordAll(...requests: Answered[]): Promise<void> {
  const { record, stop } = createActivityRecorder(system, newId, logger);
  for (const request of requests) record(request);
  await stop();
}

test('an authenticated request is stored with its outcome when the recorder stops', async () => {
  const issue = { path: ['rfc'], code: 'rfc_invalid', message: 'Not a valid RFC.' };
  await recordAll({
    ...answered,
    channel: 'mcp',
    tool: 'save_contact',
    status: 400,
    refusal: invalid([issue, issue]),
    caller: () => ({ address: '::ffff:203.0.113.77', userAgent: 'caja/7.1 (Linux) token=abc' }),
    documentRef: 'quote:1',
  });
  expect(await kept()).toMatchObject([
    {
      org_id: credential.organizationId,
      actor: credential.actor,
      request_id: 'req_1',
      operation: 'createContact',
      method: 'POST',
      path: '/v1/contacts',
      channel: 'mcp',
      tool: 'save_contact',
      status: 400,
      code: 'validation_error',
      issue_codes: ['rfc_invalid'],
      duration_ms: 12.5,
      replayed: false,
      address: '203.0.113.0/24',
      agent: 'caja',
      document_ref: 'quote:1',
    },
  ]);
});

test('a request without a credential is not stored', async () => {
  const { credential: _, ...anonymous } = answered;
  await recordAll(anonymous);
  expect(await kept()).toEqual([]);
});

test('requests are counted by hour, operation, outcome and duration in the same statement that stores them', async () => {
  await recordAll(answered, answered, { ...answered, durationMs: 300 });
  await recordAll(answered, { ...answered, status: 503 });
  const counts = await kept('activity_hours');
  expect(counts.map((count) => [count['status_class'], count['requests']]).sort()).toEqual([
    [2, '1'],
    [2, '3'],
    [5, '1'],
  ]);
  expect(counts[0]).toMatchObject({ operation: 'createContact' });
});

test('if requests cannot be stored they are lost, and later requests are stored', async () => {
  const { record, stop } = createActivityRecorder(system, newId, logger);
  record({ ...answered, status: 2 ** 40 });
  await stop();
  expect(await kept()).toEqual([]);
  await recordAll(answered);
  expect(await kept()).toHaveLength(1);
});

test('a batch whose response was lost is sent again and counted once', async () => {
  const lost = new EventEmitter();
  let sent = 0;
  const query = async (batch: QueryConfig) => {
    const answer = await system.query(batch);
    sent += 1;
    if (sent > 1) return answer;
    lost.emit('answer');
    throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
  };
  const { record, stop } = createActivityRecorder({ query } as Pool, newId, logger);
  record(answered);
  await once(lost, 'answer');
  record(answered);
  await stop();
  expect(await kept()).toHaveLength(2);
  const counts = await kept('activity_hours');
  expect(counts.map(({ requests }) => Number(requests))).toEqual([2]);
});

const daysOf = async (): Promise<string[]> =>
  (
    await admin.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'activity'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name);

describe('activity days', () => {
  it('the activity table has partitions a week ahead, and several gateways can drop old ones concurrently', async () => {
    await admin.query(`
      create table activity_20200101 partition of activity
        for values from (id_at('2020-01-01T00:00Z')) to (id_at('2020-01-02T00:00Z'))`);
    await recordAll(answered);
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const runtime = { logger } as Runtime;
    const parts = { runtime, systemPool: system, settings: { TIMBRE_ACTIVITY_DAYS: 30 } };
    const jobs = [1, 2].map(() => createActivityDays(parts));
    await Promise.all(jobs.map((job) => job.pass()));
    await Promise.all(jobs.map((job) => job.stop()));
    const days = await daysOf();
    expect(days).not.toContain('activity_20200101');
    expect(days).toContain(`activity_${inAWeek.replaceAll('-', '')}`);
    // If a new day in UTC has begun since the migration, there is one more partition.
    expect([10, 11]).toContain(days.length);
    expect(await kept()).toHaveLength(1);
  });

  it('the activity table accepts a request from a gateway with a wrong clock', async () => {
    const later = '0fffffff-0000-7000-8000-000000000000';
    const { record, stop } = createActivityRecorder(system, () => later, logger);
    record(answered);
    await stop();
    expect(await kept('activity_other')).toHaveLength(1);
  });

  it('activities can be read only through the parent table, which returns rows of one organization', async () => {
    const { rows } = await admin.query<{ may: boolean }>(
      `select has_table_privilege('gateway_app', inhrelid, 'select') as may
       from pg_inherits where inhparent = 'activity'::regclass`,
    );
    expect(new Set(rows.map(({ may }) => may))).toEqual(new Set([false]));
  });
});
