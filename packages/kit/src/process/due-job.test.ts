import { startDatabase, testPool, type TestDatabase } from '@timbre/testkit';
import { pino } from 'pino';
import { Client, type Pool } from 'pg';
import type { CallContext } from '../operation/context';
import type { Runtime } from '../operation/runtime';
import { jobClaimsTable, type DueRow } from './due-leases';
import { createDueJob, type DueJob } from './due-job';

const start = new Date('2026-11-21T15:00:00.000Z');
let now = start;
const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const runtime = { environment: 'sandbox', now: () => now, logger } as unknown as Runtime;
const due = 'select org_id, id from letters where due_at <= $1 order by due_at';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await startDatabase('due_job_test', async (url) => {
    const client = new Client(url);
    await client.connect();
    await client.query('create table letters (org_id uuid, id uuid, due_at timestamptz)');
    for (const sql of jobClaimsTable('due_job_test')) await client.query(sql);
    await client.end();
  });
  pool = testPool(database.adminUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  now = start;
  lines.length = 0;
  await pool.query('truncate letters, job_claims');
});

/** Adds a mail of a new organization and returns its identifier. */
async function addLetter(dueAt: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into letters values (gen_random_uuid(), gen_random_uuid(), $1) returning id`,
    [dueAt],
  );
  return rows[0]!.id;
}

/** Completes a mail by deleting it. */
async function send(context: CallContext, { id }: DueRow): Promise<boolean> {
  const sql = 'delete from letters where org_id = $1 and id = $2';
  return (await pool.query(sql, [context.organizationId, id])).rowCount === 1;
}

const left = async () =>
  (await pool.query<{ id: string }>('select id from letters')).rows.map(({ id }) => id);

/** Returns the job in one process. The job's timer never fires. */
const jobOf = (job: Partial<DueJob>) =>
  createDueJob(runtime, pool, {
    name: 'send-letters',
    everyMs: 3_600_000,
    due,
    batchMax: 2,
    work: send,
    ...job,
  });

/** Runs one pass, and returns the rows in the order in which their work started. */
async function pass(job: Partial<DueJob>): Promise<string[]> {
  const worked: string[] = [];
  const { work = send } = job;
  const repeated = jobOf({
    ...job,
    work: (context, row) => {
      worked.push(row.id);
      return work(context, row);
    },
  });
  await repeated.pass().finally(() => repeated.stop());
  return worked;
}

const busy = '01890000-0000-7000-8000-000000000001';
/** Adds mails of one organization that are due before the mails of all other organizations. */
const addQueue = (count: number, organizationId = busy) =>
  pool.query(
    `insert into letters select $1, gen_random_uuid(), '2026-11-21T12:00:00Z'
     from generate_series(1, $2)`,
    [organizationId, count],
  );

describe('a due job', () => {
  it('a job processes the rows that are due by its clock, oldest first', async () => {
    await addLetter('2026-11-21T15:00:01Z');
    const second = await addLetter('2026-11-21T14:00:00Z');
    const third = await addLetter('2026-11-21T15:00:00Z');
    const first = await addLetter('2026-11-21T13:00:00Z');
    expect(await pass({})).toEqual([first, second, third]);
    expect(await pass({})).toEqual([]);
  });

  it('a job acts for the organization of each row, within a deadline', async () => {
    const id = await addLetter('2026-11-21T14:00:00Z');
    const contexts: CallContext[] = [];
    const work = (context: CallContext) => Promise.resolve(contexts.push(context) === 0);
    await pass({ work });
    const { rows } = await pool.query<{ org_id: string }>('select org_id from letters');
    expect(contexts).toEqual([
      {
        organizationId: rows[0]!.org_id,
        environment: 'sandbox',
        actor: 'system:send-letters',
        permissions: [],
        requestId: `job_${id}`,
        deadlineMs: now.getTime() + 60_000,
      },
    ]);
  });

  it('a job logs a failed row, processes the other rows, and retries the failed row in the next pass', async () => {
    const bad = await addLetter('2026-11-21T13:00:00Z');
    await addLetter('2026-11-21T14:00:00Z');
    const fails: DueJob['work'] = (context, row) =>
      row.id === bad ? Promise.reject(new Error('no')) : send(context, row);
    await pass({ work: fails });
    expect(await left()).toEqual([bad]);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: bad, msg: 'job send-letters failed for a row', err: { message: 'no' } },
    ]);
    expect(await pass({})).toEqual([bad]);
  });

  it('a job starts the next row as soon as a row is finished', async () => {
    const slow = await addLetter('2026-11-21T13:00:00Z');
    for (let count = 0; count < 5; count += 1) await addLetter('2026-11-21T14:00:00Z');
    const othersDone = Promise.withResolvers<void>();
    const work: DueJob['work'] = async (context, row) => {
      if (row.id === slow) await othersDone.promise;
      const isSent = await send(context, row);
      if ((await left()).length === 1) othersDone.resolve();
      return isSent;
    };
    expect(await pass({ work })).toHaveLength(6);
  });

  it('a job continues after rows without progress, and ends the pass if too many rows make no progress', async () => {
    const stuck = await addLetter('2026-11-21T13:00:00Z');
    for (let count = 0; count < 20; count += 1) await addLetter('2026-11-21T14:00:00Z');
    const work: DueJob['work'] = (context, row) =>
      row.id === stuck ? Promise.resolve(false) : send(context, row);
    expect(await pass({ work })).toHaveLength(21);
    expect(await left()).toEqual([stuck]);
    for (let count = 0; count < 20; count += 1) await addLetter('2026-11-21T14:30:00Z');
    const worked = await pass({ work: () => Promise.resolve(false) });
    expect(worked.length).toBeLessThan(12);
  });

  it('a job starts after the rows that ended the previous pass, so that they do not delay other rows', async () => {
    for (let count = 0; count < 30; count += 1) await addLetter('2026-11-21T13:00:00Z');
    const late = await addLetter('2026-11-21T14:00:00Z');
    let isLateSent = false;
    const job = jobOf({
      work: async (context, row) => {
        isLateSent ||= row.id === late;
        return row.id === late && send(context, row);
      },
    });
    for (let count = 0; count < 5; count += 1) await job.pass();
    await job.stop();
    expect(isLateSent).toBe(true);
  });

  it('a job processes a row again if it is due after its work, up to a limit', async () => {
    await addLetter('2026-11-21T14:00:00Z');
    let parts = 7;
    const inParts: DueJob['work'] = async (context, row) =>
      (parts -= 1) > 0 || (await send(context, row));
    expect(await pass({ work: inParts })).toHaveLength(7);
    await addLetter('2026-11-21T14:00:00Z');
    expect(await pass({ work: () => Promise.resolve(true) })).toHaveLength(100);
  });

  it('a job serves other organizations while some organizations have long queues', async () => {
    const others = [2, 3].map((n) => busy.replace(/1$/, String(n)));
    for (const organizationId of [busy, ...others]) await addQueue(300, organizationId);
    const late = await addLetter('2026-11-21T14:00:00Z');
    const worked = await pass({});
    expect(worked).toHaveLength(901);
    expect(worked.indexOf(late)).toBeLessThan(20);
  });

  it('a job gives one organization at most half of the concurrent places for long work', async () => {
    await addQueue(10);
    const waits = Promise.withResolvers<void>();
    const begun: string[] = [];
    const job = jobOf({
      batchMax: 4,
      isLong: true,
      work: async (context, row) => {
        begun.push(context.organizationId);
        if (begun.length === 3) waits.resolve();
        if (context.organizationId === busy) await waits.promise;
        return send(context, row);
      },
    });
    await addLetter('2026-11-21T14:00:00Z');
    // The rows of the organization with the long queue finish only after a row of the other
    // organization has started in a free place.
    await job.pass();
    await job.stop();
    expect(begun.slice(0, 3).filter((organizationId) => organizationId !== busy)).toHaveLength(1);
    expect(begun).toHaveLength(11);
  });

  it('a stopped job starts no further row, and releases the rows that it has claimed', async () => {
    for (let count = 0; count < 7; count += 1) await addLetter('2026-11-21T14:00:00Z');
    let stopped: Promise<void> | undefined;
    const job = jobOf({
      batchMax: 1,
      work: (context, row) => {
        if (lines.push(row.id) === 3) stopped = job.stop();
        return send(context, row);
      },
    });
    await job.pass();
    await stopped;
    expect(await left()).toHaveLength(4);
    expect((await pool.query('select from job_claims')).rowCount).toBe(0);
    expect(await pass({})).toHaveLength(4);
  });
});

describe('two workers', () => {
  it('two workers never process the same row', async () => {
    await addQueue(200);
    for (let count = 0; count < 100; count += 1) await addLetter('2026-11-21T14:00:00Z');
    const bothBegun = Promise.withResolvers<void>();
    const begun = new Set<number>();
    const worker = (number: number) =>
      pass({
        batchMax: 8,
        work: async (context, row) => {
          if (begun.add(number).size === 2) bothBegun.resolve();
          await bothBegun.promise;
          return send(context, row);
        },
      });
    const worked = (await Promise.all([worker(1), worker(2)])).flat();
    expect(new Set(worked).size).toBe(300);
    expect(worked).toHaveLength(300);
  });

  it('two workers do not wait for a row that the other worker is processing', async () => {
    const slow = await addLetter('2026-11-21T13:00:00Z');
    const gate = Promise.withResolvers<void>();
    const isBegun = Promise.withResolvers<void>();
    const first = pass({
      batchMax: 1,
      work: async (context, row) => {
        isBegun.resolve();
        await gate.promise;
        return send(context, row);
      },
    });
    await isBegun.promise;
    const other = await addLetter('2026-11-21T14:00:00Z');
    expect(await pass({})).toEqual([other]);
    expect(await left()).toEqual([slow]);
    gate.resolve();
    expect(await first).toEqual([slow]);
    expect(await left()).toEqual([]);
  });

  it('two workers do not wait in the database while the other worker claims rows', async () => {
    await addLetter('2026-11-21T14:00:00Z');
    const claiming = await pool.connect();
    await claiming.query('begin');
    const lock = `select pg_advisory_xact_lock(hashtextextended('job_claims send-letters', 0))`;
    await claiming.query(lock);
    const queries = jest.spyOn(pool, 'query');
    const passing = pass({});
    // Each claim returns immediately. The worker claims again until the other worker has finished.
    while (queries.mock.results.length < 3) await new Promise(setImmediate);
    const answers = await Promise.all(
      queries.mock.results.slice(0, 2).map(({ value }) => value as Promise<{ rows: object[] }>),
    );
    for (const { rows } of answers) expect(rows).toMatchObject([{ is_own: false }]);
    queries.mockRestore();
    await claiming.query('commit');
    claiming.release();
    expect(await passing).toHaveLength(1);
  });

  it('two workers share the work of a crashed worker after its claims have expired', async () => {
    const id = await addLetter('2026-11-21T14:00:00Z');
    const isBegun = Promise.withResolvers<void>();
    // The crashed worker's function never ends, and nothing renews its claim.
    const crashed = jobOf({
      work: () => {
        isBegun.resolve();
        return new Promise(() => undefined);
      },
    });
    void crashed.pass();
    await isBegun.promise;
    expect(await pass({})).toEqual([]);
    now = new Date(start.getTime() + 15_000);
    expect(await pass({})).toEqual([id]);
    expect(await left()).toEqual([]);
    await crashed.stop();
  });
});

test.each([
  ['all calls of the work share one minute', {}, [60, 60]],
  ['each call of long work has its own minute', { isLong: true }, [60, 150]],
])('%s', async (_, job, deadlines) => {
  await addLetter('2026-11-21T14:00:00Z');
  const secondsAfterStart = (context: CallContext) =>
    (context.deadlineMs - start.getTime()) / 1_000;
  const seen: number[] = [];
  await pass({
    ...job,
    work: async (context, row) => {
      seen.push(secondsAfterStart(context));
      now = new Date(start.getTime() + 90_000);
      seen.push(secondsAfterStart({ ...context }));
      return send(context, row);
    },
  });
  expect(seen).toEqual(deadlines);
});
