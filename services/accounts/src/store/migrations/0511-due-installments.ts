import { addIndex } from '@timbre/kit';

/**
 * The job that announces installments finds those of all organizations by their day, so it need not visit
 * each organization at its midnight. `organizations.announced_on` is no longer read.
 */
export const FindDueInstallments = addIndex(
  'dues_to_announce',
  `dues (due_on)
      where open > 0 and kind <> 'undated' and announced is distinct from 'overdue'`,
);
