import type { DueRow } from './due-leases';

/** The limit of organizations that are left out of a claim at the same time. */
const servedMax = 1_000;

/**
 * The turns of organizations. After a claim with many rows the next claim leaves out the organizations that had
 * rows, until every other organization with due rows has had its turn. A long queue of one organization
 * therefore does not delay the others.
 */
export function createTurns() {
  const served = new Set<string>();
  return {
    /** The organizations that had their turn. */
    served: (): string[] => [...served],
    /**
     * Takes the rows of a claim. @param isFull whether the claim got as many rows as it asked for
     * @returns whether another claim may find more rows
     */
    take(rows: readonly DueRow[], isFull: boolean): boolean {
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
