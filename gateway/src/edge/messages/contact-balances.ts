import type { contactBalance } from '@timbre/api';
import { Refusal, withoutKey, type CallContext } from '@timbre/kit';
import type { z } from 'zod';
import type { Principal } from '../../identity';
import { jsonOf } from './json-of';
import { readableSides } from './sides';
import type { Services } from '../services';

/** Contacts are answered without balances if the ledger takes longer. */
const waitMs = 2_000;

/** The balances of contacts by their identifiers; those with nothing open are left out. */
type Balances = Readonly<Record<string, z.output<typeof contactBalance>[]>>;

/**
 * The balances of contacts on the sides that the credential may read, in one call.
 * @returns undefined if the credential may read neither side, or accounts cannot be reached: people can still
 * sell to the contacts that they know
 */
export async function balancesOf(
  { accounts }: Services,
  contactIds: string[],
  context: CallContext,
  credential: Principal,
): Promise<Balances | undefined> {
  const sides = readableSides(credential);
  if (sides.length === 0) return undefined;
  const deadlineMs = Math.min(context.deadlineMs, Date.now() + waitMs);
  try {
    const call = { ...withoutKey(context), deadlineMs };
    return jsonOf<Balances>(
      (await accounts.readBalancesOfContacts({ contactIds, sides }, call)).body,
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'provider_unavailable') return undefined;
    throw error;
  }
}

/** The contact with its balances, where they are known. */
export const withBalances = (contact: { contactId: string }, balances: Balances | undefined) =>
  balances ? { ...contact, balances: balances[contact.contactId] ?? [] } : contact;
