import { defineEntity, p } from '@mikro-orm/postgresql';
import type { commerce } from '@timbre/contract';
import {
  byName,
  isIdentifier,
  onlyRow,
  type Reader,
  type Transaction,
  pickColumns,
  type RowOf,
} from '@timbre/kit';
import { unassigned } from '../domain/facts';
import type { Side } from '../domain/open-item';

/** A contact as its last event stated it. */
export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    kind: p.text(),
    rfc: p.text().nullable(),
    legalName: p.text().nullable(),
    defaultTermDays: p.integer().nullable(),
    deleted: p.boolean(),
  },
});

/** An empty name is stored for documents without a contact. */
const none = '';

/**
 * Returns the party key for the names of ledger accounts, from an identifier, an RFC or another
 * text. The party key is the identifier of a contact, the RFC of a party without a contact, or
 * `unassigned` for all parties without a contact or an RFC.
 */
export function contactKey(text: string): string {
  if (isIdentifier(text)) return text.toLowerCase();
  if (text === unassigned) return unassigned;
  const rfc = text.toUpperCase();
  return /^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$/.test(rfc) ? rfc : none;
}

/**
 * SQL condition that the column contains the identifier of a contact. In rows without a contact, the
 * column contains an RFC or a fixed text.
 */
export const isContact = (column: string): string => `${column} ~ '^[0-9a-f]{8}-'`;

/**
 * SQL condition that selects the rows of one party.
 * @param column the name of the column with party keys
 * @param value the SQL parameter with the party key, such as $1
 */
export const namedIn = (key: string, column: string, value: string): string =>
  key === unassigned
    ? `${value}::text is not null and not ${isContact(column)}`
    : `${column} = ${value}::text`;

/**
 * Stores contacts as their events state them. A contact does not change if the stored version is
 * the same or newer.
 * @returns the contacts that were stored, with a flag for each new contact
 */
export async function storeContacts(
  tx: Transaction,
  contacts: readonly commerce.Contact[],
): Promise<Map<string, boolean>> {
  const of = (read: (contact: commerce.Contact) => unknown) => contacts.map(read);
  const stored = await tx.rows<{ id: string; isFirst: boolean }>(
    ...byName(
      `insert into contacts (org_id, id, version, kind, rfc, legal_name, default_term_days, deleted)
     select :org, x.* from unnest(:ids::uuid[], :versions::int[], :kinds::text[], :rfcs::text[],
       :names::text[], :termDays::int[], :deleted::bool[]) x (id) order by x.id
     on conflict (org_id, id) do update set version = excluded.version,
       rfc = coalesce(excluded.rfc, contacts.rfc),
       legal_name = coalesce(excluded.legal_name, contacts.legal_name),
       default_term_days = excluded.default_term_days, deleted = excluded.deleted
     where contacts.version < excluded.version
     returning id, xmax = 0 as "isFirst"`,
      {
        org: tx.organizationId,
        ids: of(({ contactId }) => contactId),
        versions: of(({ version }) => version),
        kinds: of(({ kind }) => kind),
        rfcs: of(({ fields }) => fields?.rfc ?? null),
        names: of(({ fields }) => fields?.legalName ?? null),
        termDays: of(({ deleted, fields }) =>
          deleted ? null : (fields?.defaultPaymentTermDays ?? null),
        ),
        deleted: of(({ deleted }) => deleted),
      },
    ),
  );
  return new Map(stored.map(({ id, isFirst }) => [id, isFirst]));
}

const party = pickColumns(Contact, ['rfc', 'kind']);

/** Reads a contact as stated by its last event, or returns undefined before its first event. */
export async function storedContact(
  read: Reader,
  id: string,
): Promise<RowOf<typeof party> | undefined> {
  const [row] = await read.rows<RowOf<typeof party>>(
    `select ${party} from contacts where org_id = :org and id = $2::uuid`,
    [id],
  );
  return row;
}

/**
 * Reads the stored version of a contact, if the contact is stored, and whether it has an open balance as
 * customer or supplier.
 */
export async function contactState(
  read: Reader,
  contact: string,
  side: Side,
): Promise<{ version: number | null; owes: boolean }> {
  const row = onlyRow(
    await read.rows<{ version: number | null; owes: boolean }>(
      `select (select version from contacts where org_id = :org and id = $2::text::uuid) as version,
       exists (select 1 from documents where org_id = :org and side = $3 and contact = $2::text
         and family is not null and open > 0) as owes`,
      [contact, side],
    ),
  );
  return row;
}
