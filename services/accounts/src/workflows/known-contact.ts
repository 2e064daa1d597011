import type { commerce } from '@timbre/contract';
import { isIdentifier, notFound, type CallContext, type Run } from '@timbre/kit';
import type { Side } from '../domain/family';
import type { Contacts } from '../domain/ports';
import { meetContact } from './meet-contact';

/** The provider of operations that name a contact. */
export interface ContactProviders {
  contacts: Contacts<CallContext, commerce.Contact>;
}

const ofContact = `from documents where org_id = :org and side = $3 and contact = $2::text
  and family is not null`;

/**
 * The identifier under which the accounts of a customer or supplier are kept. Commerce, which owns
 * contacts, is asked each time, so that no money is recorded for a contact that was just deleted. A
 * deleted contact is still accepted while it has an open balance.
 * @throws Refusal not_found
 */
export async function knownContact(
  run: Run,
  { contacts }: ContactProviders,
  side: Side,
  id: string,
): Promise<string> {
  const kind = side === 'receivable' ? 'customer' : 'supplier';
  if (!isIdentifier(id)) throw notFound(kind);
  const contact = id.toLowerCase();
  const found = await contacts.find(run.context, contact);
  const [row] = await run.read.rows<{ known: boolean; owes: boolean }>(
    `select exists (select 1 from contacts where org_id = :org and id = $2::text::uuid)
         or exists (select 1 ${ofContact}) as known,
       exists (select 1 ${ofContact} and open > 0) as owes`,
    [contact, side],
  );
  if (found?.kind === kind && !found.deleted) {
    // One with documents is known even if its own event has not arrived.
    if (!row!.known) await run.step((tx) => meetContact(tx, found));
    return contact;
  }
  if (!row!.owes) throw notFound(kind);
  return contact;
}
