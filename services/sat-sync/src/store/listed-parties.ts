import { certain } from '@timbre/fiscal';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { publicForm } from '@timbre/api';
import { satSync } from '@timbre/contract';
import type { commerce } from '@timbre/contract';
import { byName, type DomainEvent, type Transaction } from '@timbre/kit';

/** The list entries of a party as stated in the last event about the party. */
export const ListedPartyRecord = defineEntity({
  name: 'ListedPartyRecord',
  tableName: 'listed_parties',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    rfc: p.text(),
    entries: p.json<ListedEntry[]>(),
    announcedAt: p.datetime(),
  },
});

/** The last comparison of an organization's parties with the lists. */
export const ListCheck = defineEntity({
  name: 'ListCheck',
  tableName: 'list_checks',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    id: p.uuid(),
    checkedAt: p.datetime(),
  },
});

/** A contact whose RFC is compared with the SAT's lists. */
export const WatchedContact = defineEntity({
  name: 'WatchedContact',
  tableName: 'watched_contacts',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    contactId: p.uuid().primary(),
    version: p.integer(),
    kind: p.text(),
    legalName: p.text(),
    rfc: p.text().nullable(),
    deleted: p.boolean(),
  },
});

/** An entry of a party on one of the lists. */
interface ListedEntry {
  list: '69b' | '69';
  situation: string;
  since: string | null;
  listed: boolean;
}

interface Party {
  rfc: string;
  /** The entries of the party on the current lists; null if the party has no entry. */
  entries: ListedEntry[] | null;
  /** The identifier of the entries that the last event stated; null if no event was emitted. */
  id: string | null;
  version: number;
  contacts: { contactId: string; kind: string; legalName: string }[] | null;
}

/**
 * Selects the RFCs of contacts and of issuers of received CFDI whose list entries differ from the entries
 * that their last event stated. The RFCs of deleted contacts are left out.
 */
const changed = `with watched as (
    select rfc from watched_contacts where org_id = $1 and not deleted and rfc is not null
    union select issuer_rfc from metadata where org_id = $1 and direction = 'received'),
  known as (select * from listed_parties where org_id = $1),
  found as (
    select w.rfc, jsonb_agg(distinct jsonb_build_object('list', f.list,
      'situation', e.entry->>'situation', 'since', e.entry->>'since',
      'listed', (e.entry->>'listed')::boolean)) as entries
    from watched w join list_entries e on e.rfc = w.rfc
    join list_files f on f.file = e.file and f.version = e.version group by w.rfc)
  select w.rfc, f.entries, k.id::text as id, coalesce(k.version, 0) as version,
    (select jsonb_agg(jsonb_build_object('contactId', c.contact_id, 'kind', c.kind,
       'legalName', c.legal_name) order by c.contact_id)
     from (select * from watched_contacts c where c.org_id = $1 and c.rfc = w.rfc and not c.deleted
       order by c.contact_id limit 20) c) as contacts
  from watched w left join found f on f.rfc = w.rfc left join known k on k.rfc = w.rfc
  where f.entries is distinct from nullif(k.entries, '[]') order by w.rfc limit $2::int`;

const batchMax = 200;

/**
 * Emits events for parties whose entries have changed since their last event. The emitted entries are
 * stored in the same commit, so a repeated call emits no further event.
 * @returns true if more parties may remain for the next call
 */
export async function announceListed(tx: Transaction, listDates: object): Promise<boolean> {
  const parties = await tx.rows<Party>(changed, [tx.organizationId, batchMax]);
  for (const party of parties) {
    const id = party.id ?? tx.newId();
    const version = party.version + 1;
    const entries = party.entries ?? [];
    await tx.rows(
      `insert into listed_parties (id, org_id, version, rfc, entries, announced_at)
       values ($2, $1, $3::int, $4, $5::jsonb, $6)
       on conflict (org_id, rfc) do update set version = excluded.version,
         entries = excluded.entries, announced_at = excluded.announced_at`,
      [tx.organizationId, id, version, party.rfc, JSON.stringify(entries), tx.now],
    );
    tx.emit(
      blacklistChanged({ ...party, id, version, entries }, listDates as Record<string, string>),
    );
  }
  return parties.length === batchMax;
}

/**
 * Creates the event sat_sync.blacklist.changed for a contact, or an issuer of received CFDI, whose list
 * entries have changed.
 */
function blacklistChanged(
  { id, version, rfc, entries, contacts }: Party & { id: string; entries: ListedEntry[] },
  listDates: Record<string, string>,
): DomainEvent {
  const message: satSync.ListedParty = {
    partyId: id,
    version,
    rfc,
    contacts: contacts ?? [],
    listed: entries.some(({ listed }) => listed),
    entries: entries.map((entry) => ({ ...entry, since: entry.since ?? undefined })),
    listDates: { list69b: listDates['69b'] ?? '', list69: listDates['69'] ?? '' },
  };
  return {
    subject: 'sat_sync.blacklist.changed',
    aggregate: 'listed_party',
    aggregateId: id,
    aggregateVersion: version,
    payload: satSync.ListedParty.encode(message).finish(),
  };
}

export const publicListedParty = publicForm('sat_sync.blacklist', satSync.ListedParty, {
  type: () => 'blacklist.changed',
  data: ({ listDates, ...party }) => ({
    ...party,
    listVersion: {
      '69b': certain(listDates, 'listDates').list69b,
      '69': certain(listDates, 'listDates').list69,
    },
  }),
});

/**
 * Stores the newest version of each contact. The lists are compared again if a newly stored contact has
 * an RFC and is not deleted.
 */
export async function watchContacts(
  tx: Transaction,
  contacts: readonly commerce.Contact[],
): Promise<void> {
  const of = (read: (contact: commerce.Contact) => unknown) => contacts.map(read);
  const kept = await tx.rows<{ isWatched: boolean }>(
    ...byName(
      `insert into watched_contacts as w (org_id, contact_id, version, kind, legal_name, rfc, deleted)
     select distinct on (x.id) :org::uuid, x.* from unnest(:ids::uuid[], :versions::int[],
       :kinds::text[], :names::text[], :rfcs::text[], :deleted::bool[])
       x (id, version, kind, name, rfc, deleted) order by x.id, x.version desc
     on conflict (org_id, contact_id) do update set version = excluded.version,
       kind = excluded.kind, legal_name = excluded.legal_name, rfc = excluded.rfc,
       deleted = excluded.deleted
     where w.version < excluded.version returning rfc is not null and not deleted as "isWatched"`,
      {
        org: tx.organizationId,
        ids: of(({ contactId }) => contactId),
        versions: of(({ version }) => version),
        kinds: of(({ kind }) => kind),
        names: of(({ fields }) => fields?.legalName ?? ''),
        rfcs: of(({ fields }) => fields?.rfc ?? null),
        deleted: of(({ deleted }) => deleted),
      },
    ),
  );
  if (kept.some(({ isWatched }) => isWatched)) await recheckLists(tx);
}

/**
 * Marks the comparison of an organization's parties with the lists as due. If the comparison is
 * already due, the row of the comparison is only locked.
 */
export async function recheckLists(tx: Transaction): Promise<void> {
  await tx.rows(
    `insert into list_checks as c (id, org_id, checked_at) values ($1, $2, '-infinity')
     on conflict (org_id) do update set checked_at = '-infinity' where c.checked_at <> '-infinity'`,
    [tx.newId(), tx.organizationId],
  );
}

/**
 * Claims the comparison of an organization's parties with the lists. If several replicas find the
 * comparison due, only the first replica makes it.
 * @returns the dates of the lists for the comparison, or undefined if the comparison is not due
 */
export async function claimCheck(tx: Transaction): Promise<Record<string, string> | undefined> {
  const [check] = await tx.rows(
    `select 1 from list_checks where org_id = $1
     and checked_at < (select max(loaded_at) from list_files) for update`,
    [tx.organizationId],
  );
  if (!check) return undefined;
  const rows = await tx.rows<{ list: string; date: string }>(
    'select list, min(list_date)::text as date from list_files group by list',
  );
  return Object.fromEntries(rows.map(({ list, date }) => [list, date]));
}

/** Marks the comparison as done until a list is loaded again or a contact changes. */
export async function settleCheck(tx: Transaction): Promise<void> {
  await tx.rows(
    `update list_checks set checked_at = (select max(loaded_at) from list_files)
     where org_id = $1`,
    [tx.organizationId],
  );
}

/** SQL that selects the organizations whose last comparison is older than a list. */
export const dueChecks = `select org_id, id from list_checks
  where checked_at < (select max(loaded_at) from list_files where loaded_at <= $1)
  order by checked_at`;
