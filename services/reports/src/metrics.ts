import { counterMetric } from '@timbre/kit';

const drift = counterMetric(
  'timbre_reports_drift',
  'sums that differed from their facts and were repaired by the daily comparison; alert on any',
);

/** Counts sums that differed from the facts and were corrected. */
export const countDrift = (count: number): void => drift.add(count);
