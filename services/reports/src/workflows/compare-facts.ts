import type { Run } from '@timbre/kit';
import type { CalendarDate } from '@timbre/fiscal';
import type { FactShape } from '../domain/fact-shape';
import { countDrift } from '../metrics';
import { compareMonth, monthsWithFacts } from '../store/rollups';

interface Drift {
  report: string;
  month: CalendarDate;
  /** Sums that were different. */
  count: number;
}

/**
 * Compares the sums of an organization with its facts, a month in each transaction. Sums that differ
 * are replaced and counted.
 */
export async function compareFacts(run: Run, shapes: readonly FactShape[]): Promise<Drift[]> {
  const drifts: Drift[] = [];
  for (const shape of shapes) {
    for (const month of await run.step((tx) => monthsWithFacts(tx, shape))) {
      const count = await run.step((tx) => compareMonth(tx, shape, month));
      if (count === 0) continue;
      countDrift(count);
      drifts.push({ report: shape.name, month, count });
    }
  }
  return drifts;
}
