import { addIndex } from '@timbre/kit';

/** The job that queries the PAC finds the organizations that are due by an index. */
export const FindDuePolls = addIndex('cancellation_polls_due', 'cancellation_polls (due_at)');
