import { counterMetric } from '@timbre/kit';

const differences = counterMetric(
  'timbre_sat_differences',
  'documents that Timbre has and the SAT does not, or the SAT has and Timbre does not, or that were stamped twice, as the audit after a download finds them',
);

const listFailures = counterMetric(
  'timbre_sat_list_failures',
  'loads of a list of article 69 or 69-B that failed: `sat_unavailable`, or refused as `page_not_recognised`; the list in use stays',
);

/** Counts a list that was not loaded because its server did not respond or the list was refused. */
export const countListFailure = (reason: string): void => listFailures.add(1, { reason });

/** Counts documents that exist only in Timbre or only at the SAT. */
export const countDifferences = (count: number): void => differences.add(count);
