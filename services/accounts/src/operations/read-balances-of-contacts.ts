import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { balancesOf } from '../store/owed';

/** Returns the balances of contacts on the sides that the caller may read, keyed by contact. */
export const readBalancesOfContacts = query(
  async (read, { contactIds, sides }: accounts.ReadBalancesOfContactsRequest) =>
    balancesOf(read, contactIds, sides, await todayFor(read)),
);
