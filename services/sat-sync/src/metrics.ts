import { counterMetric } from '@timbre/kit';

const differences = counterMetric('timbre_sat_differences');

const listFailures = counterMetric('timbre_sat_list_failures');

/** Counts a list that was not loaded, because it could not be reached or was refused. */
export const countListFailure = (reason: string): void => listFailures.add(1, { reason });

/** Counts documents that only Timbre or only the SAT has. */
export const countDifferences = (count: number): void => differences.add(count);
