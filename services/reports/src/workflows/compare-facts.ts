import type { Run } from '@timbre/kit';
import type { CalendarDate } from '@timbre/fiscal';
import type { FactShape } from '../domain/fact-shape';
import { countDrift } from '../metrics';
import { compareDays, compareMonth, spansToCompare } from '../store/rollups';

interface Drift {
  report: string;
  month: CalendarDate;
  /** The number of sums that differed from the facts. */
  count: number;
}

/**
 * Compares the sums of an organization with its facts, in many transactions, so that each
 * transaction reads only some facts. Wrong sums are replaced and counted.
 */
export async function compareFacts(run: Run, shapes: readonly FactShape[]): Promise<Drift[]> {
  const drifts: Drift[] = [];
  for (const shape of shapes) {
    const spans = await run.step((tx) => spansToCompare(tx, shape));
    for (const [month, own] of Map.groupBy(spans, ({ from }) => `${from.slice(0, 7)}-01`)) {
      let count = 0;
      for (const span of own) count += await run.step((tx) => compareDays(tx, shape, span));
      count += await run.step((tx) => compareMonth(tx, shape, month));
      if (count === 0) continue;
      countDrift(count);
      drifts.push({ report: shape.name, month, count });
    }
  }
  return drifts;
}
