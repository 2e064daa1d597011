import type { commerce } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';

/**
 * The name of a contact in its accounts, from what a client wrote. PostgreSQL keeps no text with NUL:
 * nobody has such a name, nor the empty one.
 */
export const contactKey = (text: string): string => (text.includes('\0') ? '' : text.toLowerCase());

/**
 * Stores a contact, unless as much is known already.
 * @returns whether it is known for the first time; undefined if nothing is new
 */
export async function storeContact(
  tx: Transaction,
  contact: commerce.Contact,
): Promise<boolean | undefined> {
  const { contactId, version, kind, fields, deleted } = contact;
  const [stored] = await tx.rows<{ isFirst: boolean }>(
    `insert into contacts (org_id, id, version, kind, rfc, legal_name, default_term_days, deleted)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (org_id, id) do update set version = excluded.version,
       rfc = coalesce(excluded.rfc, contacts.rfc),
       legal_name = coalesce(excluded.legal_name, contacts.legal_name),
       default_term_days = excluded.default_term_days, deleted = excluded.deleted
     where contacts.version < excluded.version
     returning xmax = 0 as "isFirst"`,
    [
      ...[tx.organizationId, contactId, version, kind, fields?.rfc ?? null],
      ...[fields?.legalName ?? null, fields?.defaultPaymentTermDays ?? null, deleted],
    ],
  );
  return stored?.isFirst;
}
