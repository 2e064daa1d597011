import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Reader, Runtime, Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { isContact } from './contacts';

/** The calendar feed of an organization, found by the digest of its link. */
export const CollectionFeed = defineEntity({
  name: 'CollectionFeed',
  tableName: 'collection_feeds',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    id: p.uuid(),
    digest: p.blob(),
    createdAt: p.datetime(),
  },
});

/** Returns the identifier of the organization's feed, or undefined if the organization has no feed. */
export async function feedOf(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    'select id from collection_feeds where org_id = $1 for update',
    [tx.organizationId],
  );
  return row?.id;
}

/**
 * Inserts the calendar feed of the organization. If another request added a feed at the same time,
 * the feed of that request is returned.
 */
export async function addFeed(tx: Transaction, id: string, digest: Buffer): Promise<string> {
  await tx.rows(
    `insert into collection_feeds (org_id, id, digest, created_at) values ($1, $2, $3, $4)
     on conflict (org_id) do nothing`,
    [tx.organizationId, id, digest, tx.now],
  );
  return certain(await feedOf(tx), 'feed');
}

/**
 * Deletes the calendar feed of the organization.
 * @returns whether a feed existed
 */
export async function removeFeed(tx: Transaction): Promise<boolean> {
  const removed = await tx.rows('delete from collection_feeds where org_id = $1 returning 1', [
    tx.organizationId,
  ]);
  return removed.length > 0;
}

/**
 * Finds a calendar feed by the digest of its address, before the organization is known. Row-level
 * security returns only the feed whose digest is set in `app.link_digest`, for any organization.
 */
const byDigest = `select q.* from (select set_config('app.link_digest', $1, true) as digest offset 0) b
  cross join lateral (select r.org_id as "organizationId" from collection_feeds r
    where r.digest = decode(b.digest, 'hex') offset 0) q`;

/** Returns the organization of the feed with a given digest. */
export async function organizationOfFeed(
  { pool }: Pick<Runtime, 'pool'>,
  digest: Uint8Array,
): Promise<string | undefined> {
  const values = [Buffer.from(digest).toString('hex')];
  const { rows } = await pool.query<{ organizationId: string }>(byDigest, values);
  return rows[0]?.organizationId;
}

export interface FeedEvent {
  eventId: string;
  version: number;
  customerName: string | null;
  folio: string | null;
  installment: number | null;
  dueOn: string;
  currency: string;
  open: string;
}

/** Reads the open installments that are due between two days, the earliest due date first. */
export const feedEvents = (
  read: Reader,
  { from, to, max }: { from: string; to: string; max: number },
): Promise<FeedEvent[]> =>
  read.rows<FeedEvent>(
    `select case when r.plan_id is null then r.document_ref
         else r.plan_id || ':' || r.number end as "eventId",
       r.version, coalesce(c.legal_name, d.counterparty_name) as "customerName", d.folio,
       r.number as installment, r.due_on::text as "dueOn", r.currency, trim_scale(r.open)::text as open
     from dues r
     left join documents d on d.org_id = :org and d.ref = r.document_ref
     left join lateral (select k.legal_name from contacts k where k.org_id = :org
       and k.id = case when ${isContact('r.contact')} then r.contact::uuid end limit 1) c on true
     where r.org_id = :org and r.open > 0
       and r.due_on between $2::date and $3::date
     order by r.due_on, r.id limit $4::int`,
    [from, to, max],
  );
