import { counterMetric } from '@timbre/kit';

const differences = counterMetric('timbre_sat_differences');

const listFailures = counterMetric('timbre_sat_list_failures');

/** A list of the SAT was not loaded: it could not be reached, or it was refused. */
export const countListFailure = (reason: string): void => listFailures.add(1, { reason });

/** Documents that only Timbre or only the SAT has. */
export const countDifferences = (count: number): void => differences.add(count);
