import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { balancesOf } from '../store/owed';

/**
 * Returns the balances of contacts, keyed by contact, for the sides (receivable, payable) that the caller
 * may read.
 */
export const readBalancesOfContacts = query(
  async (read, { contactIds, sides }: accounts.ReadBalancesOfContactsRequest) =>
    balancesOf(read, contactIds, sides, await todayFor(read)),
);
