import type { contactBalance } from '@timbre/api';
import { unlessUnavailable, type CallContext } from '@timbre/kit';
import type { z } from 'zod';
import type { Principal } from '../../identity';
import { jsonOf } from './json-of';
import { readableSides } from './sides';
import type { Services } from '../services';

/**
 * The balances of contacts, keyed by their identifiers. A contact without an open balance is left
 * out.
 */
type Balances = Readonly<Record<string, z.output<typeof contactBalance>[]>>;

/**
 * Returns the balances of contacts on the sides that the credential may read, in one call.
 * @returns undefined if the credential may read neither side, or if accounts cannot be reached, because
 * people must still be able to sell to known contacts
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
