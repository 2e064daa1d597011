import type { contactBalance } from '@timbre/api';
import { unlessUnavailable, type CallContext } from '@timbre/kit';
import type { z } from 'zod';
import type { Principal } from '../../identity';
import { jsonOf } from './json-of';
import { readableSides } from './sides';
import type { Services } from '../services';

/**
 * The balances of contacts, keyed by the identifier of the contact. A contact without an open
 * balance has no entry.
 */
type Balances = Readonly<Record<string, z.output<typeof contactBalance>[]>>;

/**
 * Reads the balances of contacts in one call: receivables, payables or both, as far as the
 * credential may read them.
 * @returns undefined if the credential may read neither, or if the service accounts cannot be
 * reached. Contacts without balances are then better than an error, because people must still be
 * able to sell
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

/** Returns the contact with its balances, if they are known. */
export const withBalances = (contact: { contactId: string }, balances: Balances | undefined) =>
  balances ? { ...contact, balances: balances[contact.contactId] ?? [] } : contact;
