import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger';
import { survived } from '../telemetry/survived';
import type { Claims } from './due-claims';
import { renewEveryMs, type DueRow } from './due-leases';
import { createClaimSize, createClaimWaits, createTurns, inTurns } from './due-turns';

interface DuePassJob {
  everyMs: number;
  batchMax: number;
  isLong?: boolean;
}

/** The dependencies of a pass over a job's due rows. */
export interface DuePassParts<Row extends DueRow> {
  job: DuePassJob;
  claims: Claims<Row>;
  /** Processes a row and never rejects. @returns whether the row made progress */
  attempt: (row: Row) => Promise<boolean>;
  logger: Logger;
}

/**
 * The number of consecutive rows without progress, per concurrent row, after which the pass starts
 * no further row, because a system that the rows need is probably down.
 */
const failuresOfPlace = 4;
/**
 * The maximum number of times that a pass processes the same row, if the row is due again after
 * each time; then the row rests.
 */
const timesMax = 100;
/** The maximum number of rows that rest in the following pass. */
const restingMax = 1_000;

/**
 * Creates the function that runs one pass. The turns of organizations continue in the next pass,
 * and rows whose failures ended a pass rest in the next pass, so they do not delay the rows behind
 * them.
 */
export function createDuePass<Row extends DueRow>(parts: DuePassParts<Row>) {
  const { batchMax, everyMs } = parts.job;
  const turns = createTurns();
  const resting = new Set<string>();
  return async (isStopped: () => boolean): Promise<void> => {
    turns.tick();
    const rows = heldRows(parts, turns, resting);
    const isFailing = () => rows.failures() >= failuresOfPlace * batchMax;
    const isOver = () => isStopped() || isFailing();
    const tick = setInterval(rows.again, everyMs).unref();
    const renewal = setInterval(rows.renew, renewEveryMs).unref();
    try {
      for (;;) {
        if (rows.needsClaim() && !isOver()) await rows.claim();
        rows.begin(isOver);
        if (rows.free() === batchMax && (isOver() || rows.isDry())) return;
        if (!rows.needsClaim() || isOver()) await rows.changed();
      }
    } finally {
      clearInterval(tick);
      await rows.end();
      clearInterval(renewal);
      if (!isFailing() || resting.size > restingMax) resting.clear();
    }
  };
}

/**
 * Tracks the rows that a pass is processing.
 * @param resting contains rows without progress, which are not claimed again until the next tick
 */
function rowsAtWork<Row extends DueRow>({ job, attempt }: DuePassParts<Row>, resting: Set<string>) {
  const atWork = new Map<string, { row: Row; work: Promise<void> }>();
  const times = new Map<string, number>();
  let done: Row[] = [];
  let failures = 0;
  return {
    free: () => job.batchMax - atWork.size,
    rows: () => [...atWork.values()].map(({ row }) => row),
    /** Returns the number of consecutive rows without progress. */
    failures: () => failures,
    begin(row: Row, ended: (hasProgressed: boolean) => void): void {
      const work = attempt(row).then((hasProgressed) => {
        atWork.delete(row.id);
        done.push(row);
        failures = hasProgressed ? 0 : failures + 1;
        const count = (times.get(row.id) ?? 0) + 1;
        times.set(row.id, count);
        if (!hasProgressed || count >= timesMax) resting.add(row.id);
        ended(hasProgressed);
      });
      atWork.set(row.id, { row, work });
    },
    /** Removes and returns the finished rows. */
    takeDone(): Row[] {
      const rows = done;
      done = [];
      return rows;
    },
    again(): void {
      resting.clear();
      times.clear();
      failures = 0;
    },
    ended: () => Promise.all([...atWork.values()].map(({ work }) => work)),
  };
}

/** Returns the organizations that already use their share of the concurrent places of long work. */
function fullOf(held: readonly DueRow[], { batchMax, isLong = false }: DuePassJob): string[] {
  if (!isLong) return [];
  const own = Map.groupBy(held, ({ org_id }) => org_id);
  return [...own].filter(([, { length }]) => 2 * length >= batchMax).map(([id]) => id);
}

/** Makes the claims of a pass, one after the other, until no further row is due. */
function nextClaims<Row extends DueRow>(
  { job, claims }: DuePassParts<Row>,
  turns: ReturnType<typeof createTurns>,
  resting: ReadonlySet<string>,
) {
  const { isLong = false } = job;
  const size = createClaimSize();
  const waits = createClaimWaits();
  let isDry = false;
  /** Whether rows may have become due since the last claim began. */
  let mayHaveMore = false;
  return {
    isDry: () => isDry,
    /** Records that further rows may be due now. */
    more(): void {
      mayHaveMore = true;
      isDry = false;
    },
    /** @returns the claimed rows; an empty list, after a wait, while another worker claims rows */
    async claim(
      { takeDone, free, failures }: ReturnType<typeof rowsAtWork<Row>>,
      held: () => Row[],
    ): Promise<Row[]> {
      mayHaveMore = false;
      await claims.release(takeDone());
      // Failing rows may end the pass, so no more rows are claimed than can start immediately.
      const max = isLong ? 1 : failures() > 0 ? free() : size.next(free());
      const organizations = turns.leftOut(fullOf(held(), job));
      if (!organizations) {
        isDry = !mayHaveMore;
        return [];
      }
      const claimed = await claims.claim(max, { organizations, ids: [...resting] });
      if (!claimed) {
        await pause(waits.next());
        return [];
      }
      waits.reset();
      const isFull = claimed.length === max;
      const isEnd = !turns.take(claimed, { isFull, leftOut: organizations });
      isDry = isEnd && !mayHaveMore;
      size.take(claimed.length, { isFull, isDry }, performance.now());
      return inTurns(claimed);
    },
  };
}

/**
 * Tracks the rows that a pass has claimed: waiting for a free place, in progress, or finished but
 * not released yet.
 */
function heldRows<Row extends DueRow>(
  parts: DuePassParts<Row>,
  turns: ReturnType<typeof createTurns>,
  resting: Set<string>,
) {
  const { claims, logger } = parts;
  const working = rowsAtWork(parts, resting);
  const next = nextClaims(parts, turns, resting);
  const { free, failures } = working;
  const { isDry } = next;
  let waiting: Row[] = [];
  let change = Promise.withResolvers<void>();
  const held = () => [...waiting, ...working.rows()];
  return {
    free,
    failures,
    isDry,
    needsClaim: () => !isDry() && waiting.length === 0 && free() > 0,
    async claim(): Promise<void> {
      waiting = await next.claim(working, held);
    },
    /** Starts waiting rows while places are free. */
    begin(isOver: () => boolean): void {
      while (free() > 0 && !isOver()) {
        const row = waiting.shift();
        if (!row) return;
        working.begin(row, (hasProgressed) => {
          if (hasProgressed) next.more();
          change.resolve();
        });
      }
    },
    /** Waits until a row is finished, or until the next tick of the timer. */
    async changed(): Promise<void> {
      await change.promise;
      change = Promise.withResolvers();
    },
    /** At each tick, resting rows and rows that became due in the meantime are claimed again. */
    again(): void {
      working.again();
      turns.tick();
      next.more();
      change.resolve();
    },
    renew: () =>
      void claims.renew(held()).catch(survived(logger, 'the renewal of claims of a job')),
    async end(): Promise<void> {
      await working.ended();
      turns.giveBack(waiting);
      // A failed release is only logged, because claims that are not released expire with their
      // lease.
      await claims
        .release([...working.takeDone(), ...waiting])
        .catch(survived(logger, 'the release of claims of a job'));
    },
  };
}
