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

/** Adds a letter of a new organization and returns its identifier. */
async function addLetter(dueAt: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into letters values (gen_random_uuid(), gen_random_uuid(), $1) returning id`,
    [dueAt],
  );
  return rows[0]!.id;
}

/** Claims and completes a letter by deleting it. */
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
  it('processes the rows that are due by its own clock, oldest first', async () => {
    await addLetter('2026-11-21T15:00:01Z');
    const second = await addLetter('2026-11-21T14:00:00Z');
    const third = await addLetter('2026-11-21T15:00:00Z');
    const first = await addLetter('2026-11-21T13:00:00Z');
    expect(await pass({})).toEqual([first, second, third]);
    expect(await pass({})).toEqual([]);
  });

  it('acts for the organization of each row, within a deadline', async () => {
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

  it('logs a failed row and processes the others', async () => {
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

  it('starts the next row as soon as one is done', async () => {
    const slow = await addLetter('2026-11-21T13:00:00Z');
    const others: string[] = [];
    for (let count = 0; count < 5; count += 1) others.push(await addLetter('2026-11-21T14:00:00Z'));
    let done = 0;
    let finish = () => {};
    const lastOfOthers = new Promise<void>((resolve) => (finish = resolve));
    const work: DueJob['work'] = async (context, row) => {
      if (row.id === slow) await lastOfOthers;
      else if ((done += 1) === others.length) finish();
      return send(context, row);
    };
    expect((await pass({ work })).toSorted()).toEqual([slow, ...others].toSorted());
  });

  it('goes on past rows that make no progress, and ends if too many make none', async () => {
    const stuck = await addLetter('2026-11-21T13:00:00Z');
    const others: string[] = [];
    for (let count = 0; count < 20; count += 1)
      others.push(await addLetter(`2026-11-21T14:00:${count + 10}Z`));
    const first = others[0]!;
    const work: DueJob['work'] = (context, row) =>
      [stuck, first].includes(row.id) ? Promise.resolve(false) : send(context, row);
    expect(await pass({ work })).toEqual([stuck, ...others]);
    for (let count = 0; count < 20; count += 1) await addLetter('2026-11-21T14:30:00Z');
    expect((await pass({ work: () => Promise.resolve(false) })).length).toBeLessThan(12);
  });

  it('takes a row again that is due after its work, up to a limit', async () => {
    await addLetter('2026-11-21T14:00:00Z');
    let left = 7;
    const inParts: DueJob['work'] = async (context, row) =>
      (left -= 1) > 0 || (await send(context, row));
    expect(await pass({ work: inParts })).toHaveLength(7);
    await addLetter('2026-11-21T14:00:00Z');
    expect(await pass({ work: () => Promise.resolve(true) })).toHaveLength(100);
  });

  it('gives other organizations their turn while one has many rows', async () => {
    const busy = '01890000-0000-7000-8000-000000000001';
    await pool.query(
      `insert into letters select $1, gen_random_uuid(), '2026-11-21T12:00:00Z'
       from generate_series(1, 1000)`,
      [busy],
    );
    const late = await addLetter('2026-11-21T14:00:00Z');
    const worked = await pass({});
    expect(worked).toHaveLength(1_001);
    expect(worked.indexOf(late)).toBeLessThan(8);
  });

  it('begins no further row once it is stopped', async () => {
    for (let count = 0; count < 9; count += 1) await addLetter('2026-11-21T14:00:00Z');
    let begun = 0;
    const repeated = createDueJob(runtime, pool, {
      name: 'send-letters',
      everyMs: 60_000,
      due,
      batchMax: 1,
      work: async (context, row) => {
        if ((begun += 1) === 3) void repeated.stop();
        return send(context, row);
      },
    });
    await repeated.pass();
    expect(begun).toBe(3);
  });
});

test.each([
  ['the minute of the work counts for all its calls', {}, [60, 60]],
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
