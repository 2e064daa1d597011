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
 * The identifier of the customer or supplier as accounts are named by it. Commerce, which owns contacts, is asked each
 * time: money of one that was deleted a moment ago would become credit of nobody. One that is not there any more is known
 * only while something is open.
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
