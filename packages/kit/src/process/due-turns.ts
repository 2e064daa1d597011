import type { DueRow } from './due-leases';

/** The limit of organizations that are left out of a claim at the same time. */
const servedMax = 1_000;

/**
 * The turns of organizations. After a claim with many rows the next claim leaves out the organizations that had
 * rows, until every other organization with due rows has had its turn. A long queue of one organization
 * therefore does not delay the others. A claim that finds no row reads all rows of the organizations that it
 * leaves out, so such a claim is not repeated before the next tick.
 */
export function createTurns() {
  const served = new Set<string>();
  /** All organizations with due rows, after a claim found no row of another organization; empty if unknown. */
  let known = new Set<string>();
  const areAll = (organizations: Iterable<string>): boolean => {
    const these = new Set(organizations);
    return known.size > 0 && [...known].every((id) => these.has(id));
  };
  return {
    /**
     * Returns the organizations that the next claim leaves out: those that had their turn and those in `full`.
     * @param full the organizations that can have no further row now
     * @returns undefined if no other organization has due rows
     */
    leftOut(full: readonly string[]): string[] | undefined {
      if (areAll(full)) return undefined;
      if (areAll([...served, ...full])) served.clear();
      return [...served, ...full];
    },
    /** At a tick other organizations may have due rows. */
    tick: (): void => known.clear(),
    /**
     * Takes the rows of a claim.
     * @param isFull whether the claim got as many rows as it asked for
     * @param leftOut the organizations that the claim left out
     * @returns whether another claim may find more rows
     */
    take(
      rows: readonly DueRow[],
      { isFull, leftOut }: { isFull: boolean; leftOut: readonly string[] },
    ): boolean {
      if (rows.length === 0) known = new Set(leftOut);
      else if (rows.some(({ org_id }) => !known.has(org_id))) known.clear();
      if (!isFull) {
        const isEnd = served.size === 0;
        served.clear();
        return !isEnd;
      }
      if (served.size >= servedMax) served.clear();
      for (const row of rows) served.add(row.org_id);
      return true;
    },
    /** Returns rows that were claimed and not begun. */
    giveBack(rows: readonly DueRow[]): void {
      for (const row of rows) served.delete(row.org_id);
    },
  };
}

/** Sorts rows so that organizations take turns; the rows of each organization keep their order. */
export function inTurns<Row extends DueRow>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  const placed = rows.map((row) => {
    const turn = counts.get(row.org_id) ?? 0;
    counts.set(row.org_id, turn + 1);
    return { row, turn };
  });
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ row }) => row);
}

const waitMsMin = 5;
const waitMsMax = 200;

/** The waits for another worker that is claiming rows, in milliseconds. Each wait is twice as long as the last. */
export function createClaimWaits() {
  let nextMs = waitMsMin;
  return {
    next(): number {
      const ms = nextMs;
      nextMs = Math.min(2 * ms, waitMsMax);
      return ms;
    },
    /** Begins with the shortest wait again, after a claim. */
    reset: (): void => void (nextMs = waitMsMin),
  };
}

/** The time in which the rows of a claim should be done, because claimed rows wait for this process. */
const aheadMs = 500;
/** The limit of rows that a process claims at a time, which are all of one organization at worst. */
const aheadMax = 64;

/**
 * The number of rows that a claim asks for. The number doubles while claims are full and their rows are quickly
 * done, because a claim costs as much as a short transaction. It shrinks to the free places when nothing more is
 * due, or when rows take long.
 */
export function createClaimSize() {
  let ahead = 0;
  let last = { count: 0, atMs: -Infinity };
  return {
    /** @param free the number of free places */
    next: (free: number): number => Math.max(free, ahead),
    /**
     * Learns from a claim.
     * @param isDry whether nothing more is due
     * @param atMs the present time; the rows of the claim before are done by then
     */
    take(
      count: number,
      { isFull, isDry }: { isFull: boolean; isDry: boolean },
      atMs: number,
    ): void {
      const doneInTime = Math.floor((last.count * aheadMs) / (atMs - last.atMs));
      if (isDry) ahead = 0;
      else if (isFull) ahead = Math.min(2 * count, doneInTime, aheadMax);
      if (count > 0) last = { count, atMs };
    },
  };
}
