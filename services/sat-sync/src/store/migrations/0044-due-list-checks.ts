import { addIndex } from '@timbre/kit';

/**
 * The job that compares contacts with the lists of the SAT finds the organizations that are due by an index.
 */
export const FindDueListChecks = addIndex('list_checks_due', 'list_checks (checked_at)');
