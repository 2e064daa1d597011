import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { listedLink } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import {
  instant,
  resource,
  type Answer,
  type List,
  type Reader,
  type Runtime,
  type Transaction,
} from '@timbre/kit';

/**
 * A link with a secret token. Anyone with the token can use one page of one subject until the link
 * expires.
 */
export const PublicLink = defineEntity({
  name: 'PublicLink',
  tableName: 'public_links',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    kind: p.text().$type<'quote' | 'receipt' | 'tax_info'>(),
    subjectId: p.uuid(),
    digest: p.blob(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type PublicLink = InferEntity<typeof PublicLink>;

export const publicLinkResource = resource<Answer<typeof listedLink>>('link', 'public_links', {
  linkId: 'r.id',
  createdAt: instant('r.created_at'),
  expiresAt: instant('r.expires_at'),
  usedAt: instant('r.used_at'),
});

export const publicLinkList: List = { name: 'public_links', resource: publicLinkResource };

/** Returns the SQL condition for links to one kind of page of one subject. */
export const linksOf = (kind: PublicLink['kind'], subjectId: string): [string, unknown][] => [
  ['r.kind = $1', kind],
  ['r.subject_id = $1::uuid', subjectId],
];

/**
 * Finds a link before its organization is known: row-level security shows the link whose digest is
 * set in `app.link_digest`, regardless of the bound organization.
 */
const byDigest = `select q.* from (select set_config('app.link_digest', $1, true) as digest offset 0) b
  cross join lateral (
    select r.org_id as "organizationId", r.id as "linkId", r.kind, r.subject_id as "subjectId",
      r.used_at is not null as used
    from public_links r
    where r.digest = decode(b.digest, 'hex') and r.expires_at > $2::timestamptz offset 0) q`;

/** Returns the link with the digest; undefined if no such link exists or the link has expired. */
export async function linkByDigest(
  { pool, now }: Pick<Runtime, 'pool' | 'now'>,
  digest: Uint8Array,
): Promise<commerce.PublicLink | undefined> {
  const values = [Buffer.from(digest).toString('hex'), now()];
  const { rows } = await pool.query<commerce.PublicLink>(byDigest, values);
  return rows[0];
}

/** Returns the subject's valid link with the latest expiry; undefined without a valid link. */
export async function liveLinkOf(
  read: Reader,
  kind: PublicLink['kind'],
  subjectId: string,
): Promise<string | undefined> {
  const rows = await read.rows<{ id: string }>(
    `select r.id from public_links r where r.org_id = :org and r.kind = $2 and r.subject_id = $3::uuid
       and r.expires_at > $4::timestamptz order by r.expires_at desc limit 1`,
    [kind, subjectId, read.businessNow],
  );
  return rows[0]?.id;
}

/** A link with the time of its expiry. */
export type LivingLink = Pick<PublicLink, 'id' | 'expiresAt'>;

/** The page and the subject of a link, with the link's expiry. */
export type Linking = Pick<PublicLink, 'kind' | 'subjectId' | 'expiresAt'>;

/**
 * Extends the subject's link with the latest expiry to at least `expiresAt`.
 * @returns the link, if the subject has one
 */
export async function prolongLink(
  tx: Transaction,
  { kind, subjectId, expiresAt }: Linking,
): Promise<LivingLink | undefined> {
  const [kept] = await tx.rows<LivingLink>(
    `update public_links set expires_at = greatest(expires_at, $4::timestamptz)
     where org_id = $1 and id = (select id from public_links
       where org_id = $1 and kind = $2 and subject_id = $3 order by expires_at desc, id limit 1)
     returning id, expires_at as "expiresAt"`,
    [tx.organizationId, kind, subjectId, expiresAt],
  );
  return kept && { ...kept, expiresAt: new Date(kept.expiresAt) };
}
