import { startDatabase, testPool, type TestDatabase } from '@timbre/testkit';
import { pino } from 'pino';
import { Client, type Pool } from 'pg';
import type { CallContext } from '../operation/context';
import type { Runtime } from '../operation/runtime';
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
  await pool.query('delete from letters');
});

/** Adds a mail of a new organization and returns its identifier. */
async function addLetter(dueAt: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into letters values (gen_random_uuid(), gen_random_uuid(), $1) returning id`,
    [dueAt],
  );
  return rows[0]!.id;
}

/** Claims and completes a mail by deleting it. */
async function send(context: CallContext, { id }: { id: string }): Promise<boolean> {
  const sql = 'delete from letters where org_id = $1 and id = $2';
  return (await pool.query(sql, [context.organizationId, id])).rowCount === 1;
}

async function pass(job: Partial<DueJob>): Promise<string[]> {
  const worked: string[] = [];
  const { work = send, ...others } = job;
  const repeated = createDueJob(runtime, pool, {
    name: 'send-letters',
    everyMs: 60_000,
    due,
    batchMax: 2,
    ...others,
    work: (context, row) => {
      worked.push(row.id);
      return work(context, row);
    },
  });
  await repeated.pass().finally(() => repeated.stop());
  return worked;
}

describe('a due job', () => {
  it('a job processes a batch of the rows that are due by its clock, oldest first', async () => {
    await addLetter('2026-11-21T15:00:01Z');
    const second = await addLetter('2026-11-21T14:00:00Z');
    const third = await addLetter('2026-11-21T15:00:00Z');
    const first = await addLetter('2026-11-21T13:00:00Z');
    expect(await pass({})).toEqual([first, second]);
    expect(await pass({})).toEqual([third]);
    expect(await pass({})).toEqual([]);
  });

  it('a job acts for the organization of each row, within a deadline', async () => {
    const id = await addLetter('2026-11-21T14:00:00Z');
    const contexts: CallContext[] = [];
    const work = (context: CallContext) => Promise.resolve(contexts.push(context) > 0);
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

  it('a job logs a failed row and processes the others', async () => {
    const bad = await addLetter('2026-11-21T13:00:00Z');
    await addLetter('2026-11-21T14:00:00Z');
    const fails: DueJob['work'] = (context, row) =>
      row.id === bad ? Promise.reject(new Error('no')) : send(context, row);
    await pass({ work: fails });
    expect((await pool.query('select id from letters')).rows).toEqual([{ id: bad }]);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: bad, msg: 'job send-letters failed for a row', err: { message: 'no' } },
    ]);
  });

  it('a job takes further batches while they are full and make progress, up to its limit', async () => {
    for (let count = 0; count < 7; count += 1) await addLetter('2026-11-21T14:00:00Z');
    expect(await pass({ batchesMax: 2 })).toHaveLength(4);
    expect(await pass({ batchesMax: 5 })).toHaveLength(3);
  });

  it('a job leaves rows without progress to the next pass', async () => {
    for (let count = 0; count < 3; count += 1) await addLetter('2026-11-21T14:00:00Z');
    expect(await pass({ batchesMax: 5, work: () => Promise.resolve(false) })).toHaveLength(2);
  });

  it('a job begins no further batch once it is stopped', async () => {
    for (let count = 0; count < 7; count += 1) await addLetter('2026-11-21T14:00:00Z');
    const stopped: Promise<void>[] = [];
    const job = createDueJob(runtime, pool, {
      name: 'send-letters',
      everyMs: 60_000,
      due,
      batchMax: 2,
      batchesMax: 5,
      work: (context, row) => {
        stopped.push(job.stop());
        return send(context, row);
      },
    });
    await job.pass();
    await Promise.all(stopped);
    expect((await pool.query('select id from letters')).rows).toHaveLength(5);
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
