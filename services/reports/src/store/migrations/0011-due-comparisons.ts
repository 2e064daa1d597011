import { addIndex } from '@timbre/kit';

/**
 * The job that compares sums finds the organizations that are due by an index, those never compared first.
 */
export const FindDueComparisons = addIndex(
  'organizations_to_compare',
  `organizations (coalesce(checked_at, '-infinity'), org_id)`,
);
