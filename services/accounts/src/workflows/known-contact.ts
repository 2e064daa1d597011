import type { commerce } from '@timbre/contract';
import { isIdentifier, isNewer, notFound, type CallContext, type Run } from '@timbre/kit';
import type { Side } from '../domain/open-item';
import type { Contacts, NamedContact } from '../domain/ports';
import { contactState } from '../store/contacts';
import { adoptDocuments } from './adopt-documents';

/** The provider that reads contacts from commerce, for operations whose request names a contact. */
export interface ContactProviders {
  contacts: Contacts<CallContext, commerce.Contact>;
}

/**
 * Returns the customer or supplier, with the identifier and the RFC by which accounts and documents name
 * the contact. The contact is read from commerce for every payment, so that no payment is recorded for a
 * contact that was just deleted. A payment for a deleted contact is still accepted if the contact
 * has an open balance.
 * @throws Refusal not_found if the contact does not exist, or is deleted and has no open balance
 */
export async function knownContact(
  run: Run,
  { contacts }: ContactProviders,
  side: Side,
  id: string,
): Promise<NamedContact> {
  const kind = side === 'receivable' ? 'customer' : 'supplier';
  if (!isIdentifier(id)) throw notFound(kind);
  const contact = id.toLowerCase();
  const found = await contacts.find(run.context, contact);
  const { version, owes } = await contactState(run.read, contact, side);
  const named = { id: contact, rfc: found?.fields?.rfc, side };
  if (found?.kind === kind && !found.deleted) {
    // Documents without a contact are assigned by RFC, so a changed RFC must be stored before the
    // payment.
    if (isNewer(found.version, version ?? undefined)) {
      await run.step((tx) => adoptDocuments(tx, [found]));
    }
    return named;
  }
  if (!owes) throw notFound(kind);
  return named;
}
