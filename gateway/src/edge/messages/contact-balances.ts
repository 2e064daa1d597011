import type { contactBalance } from '@timbre/api';
import { unlessUnavailable, type CallContext } from '@timbre/kit';
import type { z } from 'zod';
import type { Principal } from '../../identity';
import { jsonOf } from './json-of';
import { readableSides } from './sides';
import type { Services } from '../services';

/**
 * The balances of contacts, keyed by contact identifier. A contact without an open balance has no
 * entry.
 */
type Balances = Readonly<Record<string, z.output<typeof contactBalance>[]>>;

/**
 * Reads the balances of contacts in one call: receivables, payables or both, depending on the
 * credential's permissions.
 * @returns undefined if the credential may not read balances, or if the accounts service is
 * unreachable. Contacts without balances are better than an error in that case, because people must
 * still be able to sell
 */
export async function balancesOf(
  { accounts }: Services,
  contactIds: string[],
  context: CallContext,
  credential: Principal,
): Promise<Balances | undefined> {
  const sides = readableSides(credential);
  if (sides.length === 0) return undefined;
  const read = await unlessUnavailable(context, (asking) =>
    accounts.readBalancesOfContacts({ contactIds, sides }, asking),
  );
  return read && jsonOf<Balances>(read.body);
}

/** Returns the contact with its balances, if the balances are known. */
export const withBalances = (contact: { contactId: string }, balances: Balances | undefined) =>
  balances ? { ...contact, balances: balances[contact.contactId] ?? [] } : contact;
