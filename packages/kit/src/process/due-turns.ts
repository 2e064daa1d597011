import type { DueRow } from './due-leases';

/** The maximum number of organizations that a claim excludes. */
const servedMax = 1_000;

/**
 * Tracks the turns of organizations. After a claim with many rows, the next claim excludes the
 * organizations that had rows, until every other organization with due rows has had its turn. As a
 * result, a long queue of one organization does not delay other organizations. A claim that finds
 * no row reads all rows of the excluded organizations, so such a claim is not repeated before the
 * next tick.
 */
export function createTurns() {
  const served = new Set<string>();
  /**
   * All organizations with due rows, after a claim found no row of another organization; empty if
   * unknown.
   */
  let known = new Set<string>();
  const areAll = (organizations: Iterable<string>): boolean => {
    const these = new Set(organizations);
    return known.size > 0 && [...known].every((id) => these.has(id));
  };
  return {
    /**
     * Returns the organizations that the next claim excludes: the organizations that had their
     * turn, and the organizations in `full`.
     * @param full contains the organizations that can have no further row now
     * @returns undefined if no other organization has due rows
     */
    leftOut(full: readonly string[]): string[] | undefined {
      if (areAll(full)) return undefined;
      if (areAll([...served, ...full])) served.clear();
      return [...served, ...full];
    },
    /** At each tick of the timer, other organizations may have due rows. */
    tick: (): void => known.clear(),
    /**
     * Records the rows of a claim.
     * @param isFull states whether the claim returned as many rows as requested
     * @param leftOut contains the organizations that the claim excluded
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
    /** Gives an organization its turn back if its claimed rows were not started. */
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

/**
 * The waits in milliseconds while another worker is claiming rows. Each wait is twice as long as
 * the previous wait.
 */
export function createClaimWaits() {
  let nextMs = waitMsMin;
  return {
    next(): number {
      const ms = nextMs;
      nextMs = Math.min(2 * ms, waitMsMax);
      return ms;
    },
    /** Starts with the shortest wait again, after a claim. */
    reset: (): void => void (nextMs = waitMsMin),
  };
}

/**
 * The time in which the rows of a claim should be finished, because no other worker can process
 * them meanwhile.
 */
const aheadMs = 500;
/**
 * The maximum number of rows that a process claims at a time, which in the worst case all belong to
 * one organization.
 */
const aheadMax = 64;

/**
 * Calculates the number of rows that a claim requests. The number doubles while claims are full and
 * their rows finish quickly, because a claim costs as much as a short transaction. The number
 * shrinks to the free places when nothing more is due, or when rows take long.
 */
export function createClaimSize() {
  let ahead = 0;
  let last = { count: 0, atMs: -Infinity };
  return {
    /** @param free is the number of free places */
    next: (free: number): number => Math.max(free, ahead),
    /**
     * Learns from a claim.
     * @param isDry states whether nothing more is due
     * @param atMs is the current time, at which the rows of the previous claim are finished
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
