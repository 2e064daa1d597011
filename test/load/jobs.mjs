// Measures jobs over organizations: 100 of 100,000 organizations have due rows. One organization has most of
// the due rows, and these rows are due before all others. Two processes work on the rows. The baseline
// consists of plain workers that claim the oldest row with `skip locked`.
import pg from 'pg';
import { createDueJob } from '../../packages/kit/dist/index.js';
import { jobClaimsTable } from '../../packages/kit/dist/process/due-leases.js';
import { startPostgres } from '../../scripts/runtime/postgres.mjs';
import { median, report } from './measure.mjs';
import { withStops } from './system.mjs';

const organizations = 100_000;
const busy = 100;
const rowsOfEach = 20;
const rowsOfOne = 4_000;
const amount = rowsOfOne + (busy - 1) * rowsOfEach;
const processes = 2;
/** The number of rows that one process handles concurrently. */
const places = 8;
const everyMs = 1_000;
const rounds = 3;

const tables = `create table letters (org_id uuid, id uuid primary key, due_at timestamptz);
  create index letters_due on letters (due_at) where due_at is not null;
  create table sent (org_id uuid, id uuid);
  create table organizations as
    select gen_random_uuid() as org_id, n from generate_series(1, ${organizations}) n;
  create role bench_app; create role bench_system`;

// SQL that fills the test table `letters`. Each organization also gets a row that is due tomorrow.
const fill = `truncate letters, sent;
  insert into letters select org_id, gen_random_uuid(), now() + interval '1 day' from organizations;
  insert into letters select org_id, gen_random_uuid(),
      now() - case n when 1 then interval '2 hours' else interval '1 hour' end
    from organizations, lateral generate_series(1,
      case n when 1 then ${rowsOfOne} else ${rowsOfEach} end) where n <= ${busy};
  analyze letters`;

/** Benchmarks the due jobs of packages/kit. */
export const benchJobs = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const postgres = await startPostgres({ keep: false, args: [] });
  stops.push(postgres.stop);
  const open = () => {
    const pool = new pg.Pool({ connectionString: postgres.url, max: places + 4 });
    stops.push(() => pool.end());
    return pool;
  };
  const pools = Array.from({ length: processes }, open);
  const [admin] = pools;
  for (const sql of [tables, ...jobClaimsTable('bench')]) await admin.query(sql);
  const runs = [];
  for (let round = 0; round <= rounds; round++) {
    runs.push({ ours: await timed(pools, runJob), theirs: await timed(pools, runPlain) });
  }
  const counted = runs.slice(1);
  /**
   * @param {'ours' | 'theirs'} whose
   * @param {'perSecond' | 'before' | 'lost'} what
   */
  const of = (whose, what) => median(counted.map((run) => run[whose][what]));
  report({
    bench: `rows in each second of ${busy} busy organizations among ${organizations}, against plain workers`,
    ratio: of('ours', 'perSecond') / of('theirs', 'perSecond'),
    must: 0.4,
    aim: 0.7,
    oursPerSecond: of('ours', 'perSecond'),
    theirsPerSecond: of('theirs', 'perSecond'),
    // The number of rows that a worker tried to claim although another worker had already claimed these
    // rows.
    oursLost: of('ours', 'lost'),
  });
  report({
    bench:
      'rows of the busiest organization until each other one had a row, plain workers against ours',
    ratio: of('theirs', 'before') / of('ours', 'before'),
    must: 10,
    oursRows: of('ours', 'before'),
    theirsRows: of('theirs', 'before'),
  });
  await benchIdle(admin);
}

/**
 * @typedef {(organizationId: string, isTaken: boolean) => void} Served a function that is called for each
 * row that the job handles
 */

/**
 * Measures the rate of the jobs, how many rows of the busiest organization ran before every other
 * organization had a turn, and how often a job found that its row was already claimed.
 * @param {pg.Pool[]} pools
 * @param {(pools: pg.Pool[], served: Served) => Promise<void>} work
 */
async function timed(pools, work) {
  await pools[0].query(fill);
  /** @type {Set<string>} */
  const had = new Set();
  let [before, lost] = [0, 0];
  const { rows: first } = await pools[0].query('select org_id from organizations where n = 1');
  const begin = performance.now();
  await work(pools, (organizationId, isTaken) => {
    if (!isTaken) lost += 1;
    else if (organizationId === first[0].org_id && had.size < busy) before += 1;
    had.add(organizationId);
  });
  const seconds = (performance.now() - begin) / 1_000;
  const sent = await pools[0].query('select count(*)::int as sent from sent');
  if (sent.rows[0].sent !== amount) throw new Error(`${sent.rows[0].sent} of ${amount} rows`);
  return { perSecond: amount / seconds, before, lost };
}

const taking = (/** @type {string} */ which) => `with taken as (delete from letters where ${which}
    returning org_id, id)
  insert into sent select * from taken returning org_id`;
const lockOne = { name: 'lock_one', text: 'select from letters where id = $1 for update' };
const takeOne = { name: 'take_one', text: taking('id = $1') };
const takeNext = {
  name: 'take_next',
  text: taking(
    'id = (select id from letters where due_at <= now() order by due_at limit 1 for update skip locked)',
  ),
};

const due = 'select org_id, id from letters where due_at <= $1 order by due_at';
const logger = { info() {}, warn: console.warn, error: console.error };
// The job under test uses only these members of the service runtime.
const runtime = /** @type {any} */ ({ environment: 'sandbox', now: () => new Date(), logger });

/**
 * @param {pg.Pool[]} pools
 * @param {Served} served
 */
async function runJob(pools, served) {
  let left = amount;
  const ended = Promise.withResolvers();
  const jobs = pools.map((pool) =>
    createDueJob(runtime, pool, {
      name: 'bench',
      everyMs,
      due,
      batchMax: places,
      async work({ organizationId }, { id }) {
        const { rowCount } = await inTransaction(pool, [lockOne, takeOne], [id]);
        served(organizationId, rowCount === 1);
        if (rowCount === 1 && (left -= 1) === 0) ended.resolve(undefined);
        return rowCount === 1;
      },
    }),
  );
  await ended.promise;
  await Promise.all(jobs.map((job) => job.stop()));
}

/**
 * @param {pg.Pool[]} pools
 * @param {Served} served
 */
async function runPlain(pools, served) {
  /** @param {pg.Pool} pool */
  const worker = async (pool) => {
    for (;;) {
      const { rows } = await inTransaction(pool, [takeNext], []);
      if (rows.length === 0) return;
      served(rows[0].org_id, true);
    }
  };
  await Promise.all(pools.flatMap((pool) => Array.from({ length: places }, () => worker(pool))));
}

/**
 * Measures a pass without due rows, compared with a query that reads the first row of each organization.
 * @param {pg.Pool} pool
 */
async function benchIdle(pool) {
  const job = createDueJob(runtime, pool, {
    name: 'bench',
    everyMs: 3_600_000,
    due,
    batchMax: places,
    work: () => Promise.resolve(true),
  });
  const walk =
    'select org_id, min(due_at) from letters group by org_id having min(due_at) <= now()';
  /** @param {() => Promise<unknown>} work */
  const msOf = async (work) => {
    const times = [];
    for (let n = 0; n < 20; n++) {
      const begin = performance.now();
      await work();
      times.push(performance.now() - begin);
    }
    return median(times);
  };
  const oursMs = await msOf(() => job.pass());
  const theirsMs = await msOf(() => pool.query(walk));
  await job.stop();
  report({
    bench: `a pass over ${organizations} organizations without due rows, a walk against ours`,
    ratio: theirsMs / oursMs,
    must: 10,
    oursMs,
    theirsMs,
  });
}

/**
 * @param {pg.Pool} pool
 * @param {{ name: string, text: string }[]} statements
 * @param {unknown[]} values
 */
async function inTransaction(pool, statements, values) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    let result = { rowCount: 0, rows: /** @type {any[]} */ ([]) };
    for (const statement of statements) {
      result = /** @type {any} */ (await client.query({ ...statement, values }));
    }
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}
