import type { Pool } from 'pg';
import type { CallContext } from '../operation/context';
import type { Runtime } from '../operation/runtime';
import { every, type Repeated } from '../telemetry/every';
import { inRequest } from '../telemetry/request-scope';
import type { Background } from './service-parts';

export interface DueRow {
  org_id: string;
  id: string;
}

/** The parts of a service's process that its jobs use. */
export type JobParts<Providers = unknown> = Pick<Background<Providers>, 'runtime' | 'systemPool'>;

/** A job for rows that are due, over all organizations. */
export interface DueJob<Row extends DueRow = DueRow> {
  /** The name of the job in its actor and in the log: `deliver-documents`. */
  name: string;
  everyMs: number;
  /** Selects `org_id` and `id` of the rows that are due at `$1`, oldest first. */
  due: string;
  /** How many rows are processed concurrently. The next row starts as soon as one of them is done. */
  batchMax: number;
  /**
   * Whether each call of the work has a minute of its own, because the work may take hours in many calls. By
   * default the whole work has one minute.
   */
  isLong?: boolean;
  /**
   * Claims the row, because other replicas select it too, and processes it.
   * @returns whether the row made progress
   */
  work: (context: CallContext, row: Row) => Promise<boolean>;
}

const workMsMax = 60_000;
/** The largest number of rows of one selection. Selections grow up to it while they are full. */
const selectedMax = 256;
/** A row that is due again right after its work is taken up to this many times in one pass. */
const timesMax = 100;

/**
 * Polls for due rows. A pass goes on while rows are due. A failure is logged, and the row waits for the next
 * pass. A pass ends early if too many rows make no progress, because then a system that they need is down.
 */
export function createDueJob<Row extends DueRow = DueRow>(
  runtime: Runtime,
  systemPool: Pool,
  job: DueJob<Row>,
): Repeated {
  let isStopping = false;
  const pass = () => runPass(runtime, selection(runtime, systemPool, job), job, () => isStopping);
  const repeated = every(job.everyMs, pass, runtime.logger, `job ${job.name}`);
  const stop = () => {
    isStopping = true;
    return repeated.stop();
  };
  return { ...repeated, stop };
}

/** Selects the next due rows, without rows of these identifiers. */
type Select<Row> = (without: readonly string[]) => Promise<{ rows: Row[]; isLast: boolean }>;

/**
 * The selections of a pass. An organization that fills most of a selection is left out of the next one, so
 * that others need not wait for all of its rows.
 */
function selection<Row extends DueRow>(
  runtime: Runtime,
  systemPool: Pool,
  { due, batchMax }: DueJob<Row>,
): Select<Row> {
  // Without the offset PostgreSQL could filter before it sorts, and would sort all rows that are due.
  const sql = `select d.* from (${due} offset 0) d
    where d.id::text <> all($2::text[]) and d.org_id::text <> all($3::text[]) limit $4`;
  let size = batchMax;
  let busy: string[] = [];
  return async (without) => {
    const values = [runtime.now(), without, busy, size];
    const { rows } = await systemPool.query<Row>(sql, values);
    const isFull = rows.length === size;
    const isLast = !isFull && busy.length === 0;
    busy = busy.length === 0 && isFull ? busyIn(rows) : [];
    if (isFull) size = Math.min(2 * size, selectedMax);
    return { rows: inTurns(rows), isLast };
  };
}

/** The organization of more than half of these rows, if any. */
function busyIn(rows: readonly DueRow[]): string[] {
  const [first] = rows
    .map((row) => row.org_id)
    .toSorted()
    .slice(rows.length >> 1);
  const own = rows.filter((row) => row.org_id === first);
  return 2 * own.length > rows.length ? [first!] : [];
}

/** The rows with organizations taking turns, each in the order of its rows. */
function inTurns<Row extends DueRow>(rows: readonly Row[]): Row[] {
  const turns = new Map<string, number>();
  const placed = rows.map((row) => {
    const turn = turns.get(row.org_id) ?? 0;
    turns.set(row.org_id, turn + 1);
    return { row, turn };
  });
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ row }) => row);
}

async function runPass<Row extends DueRow>(
  runtime: Runtime,
  select: Select<Row>,
  job: DueJob<Row>,
  isStopping: () => boolean,
): Promise<void> {
  const running = new Map<string, Promise<void>>();
  const times = new Map<string, number>();
  /** Rows that are not taken again in this pass. */
  const left = new Set<string>();
  let waiting: Row[] = [];
  let isLast = false;
  const begin = (row: Row) => {
    const work = attempt(runtime, job, row).then((hasProgressed) => {
      running.delete(row.id);
      const count = (times.get(row.id) ?? 0) + 1;
      times.set(row.id, count);
      if (!hasProgressed || count === timesMax) left.add(row.id);
      // The row may be due again.
      else isLast = false;
    });
    running.set(row.id, work);
  };
  const isOver = () => isStopping() || left.size > 4 * job.batchMax;
  const hasRoom = () => running.size < job.batchMax && !isOver();
  for (;;) {
    if (waiting.length === 0 && !isLast && hasRoom()) {
      ({ rows: waiting, isLast } = await select([...left, ...running.keys()]));
    }
    while (waiting.length > 0 && hasRoom()) begin(waiting.shift()!);
    if (running.size > 0) await Promise.race(running.values());
    else if (isOver() || (isLast && waiting.length === 0)) return;
  }
}

async function attempt<Row extends DueRow>(
  runtime: Runtime,
  { name, isLong = false, work }: DueJob<Row>,
  row: Row,
): Promise<boolean> {
  const { org_id: organizationId, id } = row;
  const minute = () => runtime.now().getTime() + workMsMax;
  const untilMs = minute();
  const context: CallContext = {
    organizationId,
    environment: runtime.environment,
    actor: `system:${name}`,
    permissions: [],
    requestId: `job_${id}`,
    clockAheadMs: runtime.clocks?.aheadMsOf(organizationId),
    // Evaluated when a call begins and reads or copies the context.
    get deadlineMs() {
      return isLong ? minute() : untilMs;
    },
  };
  const { requestId, clockAheadMs } = context;
  return inRequest(requestId, () => work(context, row), clockAheadMs).catch((error: unknown) => {
    runtime.logger.error({ err: error, organizationId, id }, `job ${name} failed for a row`);
    return false;
  });
}
