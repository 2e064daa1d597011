import { counterMetric } from '@timbre/kit';

const drift = counterMetric('timbre_reports_drift');

/** Counts sums that differed from their facts and were repaired. */
export const countDrift = (count: number): void => drift.add(count);
