import type { commerce } from '@timbre/contract';
import { isIdentifier, notFound, type CallContext, type Run } from '@timbre/kit';
import type { Side } from '../domain/family';
import type { Contacts } from '../domain/ports';
import { meetContact } from './meet-contact';

/** The provider of operations that name a contact. */
export interface ContactProviders {
  contacts: Contacts<CallContext, commerce.Contact>;
}

/**
 * The identifier of the customer or supplier as accounts are named by it. One with documents is known
 * even if its own event has not arrived; commerce is asked for one that is not known at all. One that was
 * deleted is known only while something is open.
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
  const [row] = await run.read.rows<{ known: boolean }>(
    `select exists (select 1 from contacts where org_id = :org and id = $2::uuid and kind = $3
         and not deleted)
       or exists (select 1 from documents where org_id = :org and side = $4
         and contact = $2::uuid::text and family is not null and (open > 0 or not exists (
           select 1 from contacts where org_id = :org and id = $2::uuid and deleted))) as known`,
    [contact, kind, side],
  );
  if (row!.known) return contact;
  const found = await contacts.find(run.context, contact);
  if (found?.kind !== kind || found.deleted) throw notFound(kind);
  await run.step((tx) => meetContact(tx, found));
  return contact;
}
