// Jobs over organizations: 100,000 organizations of which 100 have rows that are due, and one of these has
// most of them. The rate compared with plain workers that claim rows with `skip locked`, and the time until
// each busy organization had its first row.
import pg from 'pg';
import { createDueJob } from '../../packages/kit/dist/index.js';
import { startPostgres } from '../../scripts/runtime/postgres.mjs';
import { median, report } from './measure.mjs';
import { withStops } from './system.mjs';

const organizations = 100_000;
const busy = 100;
const rowsOfEach = 20;
const rowsOfOne = 3_000;
const amount = rowsOfOne + (busy - 1) * rowsOfEach;
const workers = 8;
const rounds = 3;

const tables = `create table letters (org_id uuid, id uuid primary key, due_at timestamptz);
  create index letters_due on letters (due_at);
  create table sent (org_id uuid, id uuid);
  create table organizations as
    select gen_random_uuid() as org_id, n from generate_series(1, ${organizations}) n`;

// The rows of the organization with the most are the oldest.
const fill = `truncate letters, sent;
  insert into letters select org_id, gen_random_uuid(),
      now() - case n when 1 then interval '2 hours' else interval '1 hour' end
    from organizations, lateral generate_series(1,
      case n when 1 then ${rowsOfOne} else ${rowsOfEach} end) where n <= ${busy};
  analyze letters`;

/** The due jobs of kit. */
export const benchJobs = () => withStops(measure);

/** @param {import('./system.mjs').Stops} stops */
async function measure(stops) {
  const postgres = await startPostgres({ keep: false, args: [] });
  stops.push(postgres.stop);
  const pool = new pg.Pool({ connectionString: postgres.url, max: workers + 1 });
  stops.push(() => pool.end());
  await pool.query(tables);
  /** @type {{ ours: Awaited<ReturnType<typeof timed>>, theirs: Awaited<ReturnType<typeof timed>> }[]} */
  const runs = [];
  for (let round = 0; round <= rounds; round++) {
    runs.push({ ours: await timed(pool, runJob), theirs: await timed(pool, runPlain) });
  }
  const counted = runs.slice(1);
  report({
    bench: `jobs of ${organizations} organizations, ${busy} of them busy`,
    ratio: median(counted.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)),
    must: 0.5,
    aim: 0.8,
    oursPerSecond: median(counted.map(({ ours }) => ours.perSecond)),
    theirsPerSecond: median(counted.map(({ theirs }) => theirs.perSecond)),
    oursMsUntilAll: median(counted.map(({ ours }) => ours.msUntilAll)),
    theirsMsUntilAll: median(counted.map(({ theirs }) => theirs.msUntilAll)),
  });
}

/** @typedef {(organizationId: string) => void} Served */

/**
 * The rate, and the time until each busy organization had a row. @param {pg.Pool} pool
 * @param {(pool: pg.Pool, served: Served) => Promise<void>} work
 */
async function timed(pool, work) {
  await pool.query(fill);
  /** @type {Set<string>} */
  const had = new Set();
  let msUntilAll = Infinity;
  const begin = performance.now();
  await work(pool, (organizationId) => {
    had.add(organizationId);
    if (had.size === busy) msUntilAll = Math.min(msUntilAll, performance.now() - begin);
  });
  const seconds = (performance.now() - begin) / 1_000;
  const { rows } = await pool.query('select count(*)::int as sent from sent');
  if (rows[0].sent !== amount) throw new Error(`${rows[0].sent} of ${amount} rows were processed`);
  return { perSecond: amount / seconds, msUntilAll };
}

const taking = (/** @type {string} */ which) => `with taken as (delete from letters where ${which}
    returning org_id, id)
  insert into sent select * from taken returning org_id`;
const takeOne = taking('id = $1');
const takeNext = taking(
  'id = (select id from letters where due_at <= now() order by due_at limit 1 for update skip locked)',
);

/** @param {pg.Pool} pool @param {Served} served */
async function runJob(pool, served) {
  const logger = { info() {}, warn() {}, error: console.error };
  const runtime = { environment: 'sandbox', now: () => new Date(), logger };
  // The job uses these members of the runtime only.
  const job = createDueJob(/** @type {any} */ (runtime), pool, {
    name: 'bench',
    everyMs: 3_600_000,
    due: 'select org_id, id from letters where due_at <= $1 order by due_at',
    batchMax: workers,
    work: async (context, { id }) => {
      const { rowCount } = await inTransaction(pool, takeOne, [id]);
      served(context.organizationId);
      return rowCount === 1;
    },
  });
  await job.pass();
  await job.stop();
}

/** @param {pg.Pool} pool @param {Served} served */
async function runPlain(pool, served) {
  const worker = async () => {
    for (;;) {
      const { rows } = await inTransaction(pool, takeNext, []);
      if (rows.length === 0) return;
      served(rows[0].org_id);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/** @param {pg.Pool} pool @param {string} sql @param {unknown[]} values */
async function inTransaction(pool, sql, values) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await client.query({ name: sql.slice(-60), text: sql, values });
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}
