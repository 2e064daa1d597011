import { defineEntity, p } from '@mikro-orm/postgresql';
import { Decimal, Rfc } from '@timbre/fiscal';
import { byName, isNewer, type Reader, type Transaction, recordColumns } from '@timbre/kit';
import type { Claim, Facts } from '../domain/facts';
import type { BalanceRow } from './open-items';

/** The amount by which a document lowers the balance of an open item. */
export const DocumentClaim = defineEntity({
  name: 'DocumentClaim',
  tableName: 'claims',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    /** The reference of the document that lowers the balance of the open item. */
    ref: p.text().primary(),
    openItem: p.text().name('family').primary(),
    kind: p.text().$type<Claim['kind']>().primary(),
    currency: p.text().primary(),
    amount: p.decimal(),
  },
});

/** A document in the state that its service last reported, with its balance. */
export const StoredDocument = defineEntity({
  name: 'StoredDocument',
  tableName: 'documents',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    ref: p.text().primary(),
    version: p.integer(),
    role: p.text().$type<Facts['role']>(),
    side: p.text().$type<Facts['side']>(),
    isValid: p.boolean(),
    openItem: p.text().name('family').nullable(),
    supports: p.text().nullable(),
    contact: p.text(),
    rfc: p.text().nullable(),
    currency: p.text(),
    total: p.decimal(),
    isDeferred: p.boolean(),
    occurredOn: p.date(),
    uuid: p.uuid().nullable(),
    folio: p.text().nullable(),
    name: p.text().name('counterparty_name').nullable(),
    dueOn: p.date().nullable(),
    /** The first day on which a part of the document's balance is due. */
    nextDueOn: p.date().nullable(),
    terms: p.json<object>().nullable(),
    exchangeRate: p.decimal().nullable(),
    replaces: p.array().columnType('uuid[]'),
    isCovered: p.boolean(),
    owedBy: p.text().nullable(),
    /** How much of the credit of this credit note was used to pay other documents. */
    spent: p.decimal(),
    remaining: p.decimal(),
    fiscal: p.decimal(),
    uncertified: p.decimal(),
    /** The database calculates the value of this column. */
    open: p.decimal().nullable().persist(false),
    needsReview: p.boolean(),
    /** The number of changes of the document's balance. */
    balanceVersion: p.integer().name('standing_version'),
    /** The database calculates the value of this column. */
    id: p.uuid().nullable().persist(false),
    debt: p.json<object>().nullable(),
  },
});

/** A database row that transactions lock before they change a document or an open item. */
export const Lock = defineEntity({
  name: 'Lock',
  tableName: 'locks',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    key: p.text().primary(),
  },
});

/**
 * Locks the rows of the given lock keys, in sorted order, until the commit. Other transactions that
 * lock one of these keys wait for the commit.
 */
export async function lockKeys(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  // A single SQL statement adds the missing rows and locks the existing rows.
  await tx.rows(
    `insert into locks (org_id, key) select distinct $1::uuid, x.key from unnest($2::text[]) x (key)
     order by x.key on conflict (org_id, key) do update set key = excluded.key`,
    [tx.organizationId, keys],
  );
}

const contactLock = (name: string) =>
  `hashtextextended('accounts:contact:' || $1::uuid || ':' || ${name}, 0)`;

/** Returns SQL that takes the advisory locks of contacts, sorted by name. */
const contactLocks = (lock: string, names: string) => `select ${lock}(hash) from (
  select ${contactLock('x.name')} as hash from unnest(${names}::text[]) x (name) order by x.name offset 0) h`;

/**
 * Locks the open items of the stored documents with the given references.
 * @param contact a contact whose shared lock is taken first
 * @returns the locked open items
 */
export async function lockOpenItems(
  tx: Transaction,
  refs: readonly string[],
  contact?: string,
): Promise<string[]> {
  const rows = await tx.rows<{ openItem: string }>(
    `with known as materialized (${contactLocks('pg_advisory_xact_lock_shared', '$3')})
     insert into locks (org_id, key) select distinct d.org_id, d.family from documents d
     where (select count(*) from known) >= 0
       and d.org_id = $1 and d.ref = any($2::text[]) and d.family is not null
     order by d.org_id, d.family on conflict (org_id, key) do update set key = excluded.key
     returning key as "openItem"`,
    [tx.organizationId, refs, contact === undefined ? [] : [contact]],
  );
  return rows.map(({ openItem }) => openItem);
}

/**
 * SQL that locks documents exclusively and the contacts that these documents name with a shared
 * lock. If one transaction changes a document and another changes its contact, the second
 * transaction waits for the commit of the first and then reads its changes. Transactions on two
 * documents of one contact do not wait for each other. A transaction takes the locks of contacts
 * and documents before any other lock.
 */
const lockOfDocuments = `with known as materialized (${contactLocks('pg_advisory_xact_lock_shared', '$3')})
  insert into locks (org_id, key) select distinct $1::uuid, x.key
  from unnest($2::text[]) x (key), (select count(*) from known) k
  order by x.key on conflict (org_id, key) do update set key = excluded.key`;

/** Locks contacts and documents: first the contacts, then the documents. */
export async function lockDocuments(tx: Transaction, documents: readonly Facts[]): Promise<void> {
  const contacts = new Set(documents.map(({ contact }) => contact));
  await tx.rows(lockOfDocuments, [
    tx.organizationId,
    documents.map(({ ref }) => ref),
    [...contacts],
  ]);
}

/**
 * Returns those of the given references whose documents are not stored and are named by no stored
 * document. The caller must hold the locks of the documents with these references.
 */
export async function untouched(
  tx: Transaction,
  documents: readonly Facts[],
): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set();
  const rows = await tx.rows<{ ref: string }>(
    `select x.ref from unnest($2::text[], $3::text[]) x (ref, family)
     where not exists (select from documents d where d.org_id = $1 and d.ref = x.ref)
       and not exists (select from documents d where d.org_id = $1 and d.family = x.family)
       and not exists (select from documents d where d.org_id = $1 and d.supports = x.family)
       and not exists (select from documents d where d.org_id = $1 and d.owed_by = x.ref)
       and not exists (select from claims c where c.org_id = $1 and c.family = x.family)`,
    [tx.organizationId, documents.map(({ ref }) => ref), documents.map(({ openItem }) => openItem)],
  );
  return new Set(rows.map(({ ref }) => ref));
}

/**
 * Takes the exclusive locks of contacts with the given names. Transactions on documents that name
 * the contacts wait for the commit.
 */
export async function lockContacts(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.rows(contactLocks('pg_advisory_xact_lock', '$2'), [
    tx.organizationId,
    [...new Set(names)],
  ]);
}

/**
 * Stores the state of a document, unless the same or a newer state is stored.
 * @returns the references of the open items that the document affects or affected before; empty if
 * nothing was stored
 */
export async function storeFacts(tx: Transaction, facts: Facts): Promise<string[]> {
  await lockDocuments(tx, [facts]);
  const known = await touchedBefore(tx, facts.ref);
  if (!isNewer(facts.version, known?.version)) return [];
  return replaceFacts(tx, facts, known);
}

/**
 * Stores the state of a document whose contact is already assigned, unless a newer state is stored.
 */
export async function restoreFacts(tx: Transaction, facts: Facts): Promise<void> {
  await lockKeys(tx, [facts.ref]);
  const known = await touchedBefore(tx, facts.ref);
  if (known && known.version > facts.version) return;
  const isNamed = known && facts.contact === facts.rfc;
  await replaceFacts(tx, isNamed ? { ...facts, contact: known.contact } : facts, known);
}

async function replaceFacts(
  tx: Transaction,
  facts: Facts,
  known: { openItems: (string | null)[] } | undefined,
): Promise<string[]> {
  const claims = summed(facts.claims);
  const touched = [
    facts.openItem,
    facts.supports,
    ...(await takenOver(tx, facts)),
    ...claims.map(({ openItem }) => openItem),
  ];
  const openItems = [...new Set([...touched, ...(known?.openItems ?? [])])].filter(
    (openItem) => openItem !== null,
  );
  await lockKeys(
    tx,
    openItems.filter((openItem) => openItem !== facts.ref),
  );
  if (known && facts.role === 'receipt') await moveRefunds(tx, facts);
  for (const stored of await withContacts(tx, [facts])) await replaceDocument(tx, stored);
  await replaceClaims(tx, facts.ref, claims, known !== undefined);
  return openItems.toSorted();
}

/**
 * Returns the open items of the documents that took over a debt or whose debt was taken over: the
 * invoice of a receipt or refund, or the receipts of an invoice.
 */
async function takenOver(tx: Transaction, { ref, owedBy, role }: Facts): Promise<string[]> {
  if (role !== 'invoice' && owedBy === null) return [];
  const rows = await tx.rows<{ openItem: string }>(
    `select family as "openItem" from documents
     where org_id = $1 and (ref = $2 or owed_by = $3) and family is not null`,
    [tx.organizationId, owedBy, ref],
  );
  return rows.map(({ openItem }) => openItem);
}

/** Assigns the refunds of a receipt to its new invoice. */
async function moveRefunds(tx: Transaction, { ref, owedBy }: Facts): Promise<void> {
  if (owedBy === null) return;
  await tx.rows(
    `update documents n set owed_by = $3
     from documents r join claims c on c.org_id = r.org_id and c.family = r.family
     where r.org_id = $1 and r.ref = $2 and r.owed_by <> $3 and n.org_id = r.org_id
       and n.ref = c.ref and n.role = 'credit_note' and n.owed_by = r.owed_by`,
    [tx.organizationId, ref, owedBy],
  );
}

/** Returns the reference of the stored invoice that took over the debt of a receipt, or null. */
export async function owedByOf(tx: Transaction, ref: string): Promise<string | null> {
  const [row] = await tx.rows<{ owedBy: string | null }>(
    `select owed_by as "owedBy" from documents where org_id = $1 and ref = $2`,
    [tx.organizationId, ref],
  );
  return row?.owedBy ?? null;
}

async function touchedBefore(tx: Transaction, ref: string) {
  type Row = { version: number; contact: string; openItems: (string | null)[] };
  const [row] = await tx.rows<Row>(
    `select d.version, d.contact, array[d.family, d.supports, (select i.family from documents i
         where i.org_id = d.org_id and i.ref = d.owed_by)] || array(select c.family from claims c
       where c.org_id = d.org_id and c.ref = d.ref) as "openItems"
     from documents d where d.org_id = $1 and d.ref = $2`,
    [tx.organizationId, ref],
  );
  return row;
}

/**
 * Adds up claims by open item and currency, because one complement can contain two payments of the
 * same invoice.
 */
function summed(claims: readonly Claim[]): Claim[] {
  const sums = new Map<string, Claim>();
  for (const claim of claims) {
    const key = `${claim.openItem} ${claim.currency} ${claim.kind}`;
    const before = sums.get(key)?.amount ?? '0';
    const amount = Decimal.from(before).plus(Decimal.from(claim.amount)).toString();
    sums.set(key, { ...claim, amount });
  }
  return [...sums.values()];
}

/**
 * Returns documents with their assigned contacts. If a document names only an RFC, its contact is
 * the only contact with this RFC. If no contact or several contacts have the RFC, the RFC itself is
 * used.
 */
export async function withContacts(tx: Transaction, documents: readonly Facts[]): Promise<Facts[]> {
  const partyOf = ({ contact, rfc, side }: Facts) =>
    rfc !== null && contact === rfc ? { side, name: rfc } : undefined;
  const known = await contactsOfRfcs(
    tx,
    documents.flatMap((facts) => partyOf(facts) ?? []),
  );
  return documents.map((facts) => {
    const party = partyOf(facts);
    return { ...facts, contact: (party && known.get(partyKey(party))) ?? facts.contact };
  });
}

/**
 * A customer or supplier with the text by which documents name the contact: its identifier or its
 * RFC.
 */
export interface Party {
  side: Facts['side'];
  name: string;
}

export const partyKey = ({ side, name }: Party): string => `${side} ${name}`;

/**
 * Returns the contacts with the given RFCs, keyed by `partyKey`. A generic RFC, and an RFC that
 * several contacts share, are left out.
 */
export async function contactsOfRfcs(
  tx: Transaction,
  parties: readonly Party[],
): Promise<ReadonlyMap<string, string>> {
  const asked = new Map(
    parties.flatMap((party) => (isGeneric(party.name) ? [] : [[partyKey(party), party] as const])),
  );
  if (asked.size === 0) return new Map();
  const rows = await tx.rows<Party & { id: string }>(
    `select x.side, x.name, c.id from unnest($2::text[], $3::text[]) x (side, name)
     cross join lateral (select min(k.id::text) as id from (
       select k.id from contacts k where k.org_id = $1 and k.rfc = x.name and not k.deleted
         and k.kind = case x.side when 'receivable' then 'customer' else 'supplier' end limit 2) k
       having count(*) = 1) c`,
    [
      tx.organizationId,
      [...asked.values()].map(({ side }) => side),
      [...asked.values()].map(({ name }) => name),
    ],
  );
  return new Map(rows.map((row) => [partyKey(row), row.id]));
}

/** Returns those of the given parties that a document names, as `partyKey` values. */
export async function namesInUse(
  tx: Transaction,
  names: readonly Party[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await tx.rows<Party>(
    `select x.side, x.name from unnest($2::text[], $3::text[]) x (side, name)
     where exists (select from documents d where d.org_id = $1 and d.side = x.side
       and d.contact = x.name and d.family is not null)`,
    [tx.organizationId, names.map(({ side }) => side), names.map(({ name }) => name)],
  );
  return new Set(rows.map(partyKey));
}

/**
 * Returns the references of a side's documents that name a contact by one of the given names; open
 * documents come first, then the latest documents.
 */
export async function refsOfNames(
  tx: Transaction,
  side: Facts['side'],
  names: readonly string[],
  max: number,
): Promise<string[]> {
  const rows = await tx.rows<{ ref: string }>(
    `select ref from documents where org_id = $1 and side = $2 and contact = any($3::text[])
       and family is not null
     order by open > 0 desc, occurred_on desc, ref limit $4`,
    [tx.organizationId, side, names, max],
  );
  return rows.map(({ ref }) => ref);
}

/** Assigns a document to a contact. */
export async function assignDocument(tx: Transaction, ref: string, contact: string): Promise<void> {
  await tx.rows(
    `update documents set contact = $3, standing_version = standing_version + 1
     where org_id = $1 and ref = $2`,
    [tx.organizationId, ref, contact],
  );
}

/**
 * Returns the stored versions of the given documents. Documents that are not stored are left out.
 */
export async function knownVersions(
  read: Reader,
  refs: readonly string[],
): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map();
  const known = await read.rows<{ ref: string; version: number }>(
    `select ref, version from documents where org_id = :org and ref = any($2::text[])`,
    [refs],
  );
  return new Map(known.map(({ ref, version }) => [ref, version]));
}

/** Whether the RFC is generic; all parties with a generic RFC share one account. */
const isGeneric = (rfc: string): boolean =>
  [Rfc.genericNational, Rfc.genericForeign].some((generic) => generic.toString() === rfc);

type FactName = Exclude<keyof Facts, 'claims' | 'isMoneyBack'>;

/** TypeScript reports an error if a field of the type `Facts` has no column in this list. */
const factNames: Record<FactName, true> = {
  ref: true,
  version: true,
  role: true,
  side: true,
  isValid: true,
  openItem: true,
  supports: true,
  contact: true,
  rfc: true,
  currency: true,
  total: true,
  isDeferred: true,
  occurredOn: true,
  uuid: true,
  folio: true,
  name: true,
  dueOn: true,
  terms: true,
  exchangeRate: true,
  replaces: true,
  isCovered: true,
  owedBy: true,
};
const factColumns = recordColumns(StoredDocument, Object.keys(factNames) as FactName[]);
const columns = factColumns.map(([, , column]) => column);
const names = factColumns.map(([name]) => name);

const upsert = `insert into documents (org_id, ${columns.join(', ')})
  values (:org, ${names.map((name) => `:${name}`).join(', ')})
  on conflict (org_id, ref) do update set
  ${columns.slice(1).map((column) => `${column} = excluded.${column}`).join(', ')}
  where (${columns.map((column) => `documents.${column}`).join(', ')}) is distinct from
    (${columns.map((column) => `excluded.${column}`).join(', ')})`; // prettier-ignore

async function replaceDocument(tx: Transaction, facts: Facts): Promise<void> {
  const stored = Object.fromEntries(names.map((name) => [name, facts[name]]));
  const terms = facts.terms && JSON.stringify(facts.terms);
  await tx.rows(...byName(upsert, { ...stored, terms, org: tx.organizationId }));
}

const balanceNames: Record<keyof BalanceRow, true> = {
  fiscal: true,
  uncertified: true,
  spent: true,
  needsReview: true,
  remaining: true,
  debt: true,
};
const balanceColumns = recordColumns(
  StoredDocument,
  Object.keys(balanceNames) as (keyof BalanceRow)[],
);
const newColumns = [...factColumns, ...balanceColumns]
  .map(([, , column]) => column)
  .filter((column) => column !== 'debt');

/**
 * The column `standing_version` counts the changes of the balance; the first balance counts as one
 * change.
 */
const addSql = `insert into documents (org_id, ${newColumns.join(', ')}, debt, standing_version)
  select :org, ${newColumns.map((column) => `x.${column}`).join(', ')}, coalesce(x.debt, 'null'), 1
  from jsonb_populate_recordset(null::documents, :rows::jsonb) x`;

/** Inserts documents that are not stored yet, each with its balance. */
export async function addDocuments(
  tx: Transaction,
  documents: readonly { facts: Facts; row: BalanceRow }[],
): Promise<void> {
  const rows = documents.map(({ facts, row }) => ({
    ...Object.fromEntries(factColumns.map(([name, , column]) => [column, facts[name]])),
    ...Object.fromEntries(balanceColumns.map(([name, , column]) => [column, row[name]])),
  }));
  await tx.rows(...byName(addSql, { org: tx.organizationId, rows: JSON.stringify(rows) }));
}

/**
 * Stores the claims of a document in place of its earlier claims.
 * @param isKnown true if claims of the document may already be stored
 */
async function replaceClaims(
  tx: Transaction,
  ref: string,
  claims: Claim[],
  isKnown: boolean,
): Promise<void> {
  const of = (name: keyof Claim) => claims.map((claim) => claim[name]);
  const values = [tx.organizationId, ref, of('openItem'), of('kind'), of('currency')];
  if (isKnown) await dropOthers(tx, values);
  if (claims.length === 0) return;
  await tx.rows(
    `insert into claims (org_id, ref, family, kind, currency, amount)
     select $1, $2, x.* from unnest($3::text[], $4::text[], $5::text[], $6::numeric[]) x
     on conflict (org_id, ref, family, currency, kind) do update set amount = excluded.amount
     where claims.amount <> excluded.amount`,
    [...values, of('amount')],
  );
}

async function dropOthers(tx: Transaction, values: readonly unknown[]): Promise<void> {
  await tx.rows(
    `delete from claims c where c.org_id = $1 and c.ref = $2 and not exists (
       select 1 from unnest($3::text[], $4::text[], $5::text[]) x (family, kind, currency)
       where (x.family, x.kind, x.currency) = (c.family, c.kind, c.currency))`,
    values,
  );
}
