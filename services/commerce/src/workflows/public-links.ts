import { notFound, type PageLinks, type Transaction } from '@timbre/kit';
import { LockMode } from '@mikro-orm/postgresql';
import { PublicLink } from '../store/public-links';

/** The provider of operations that make links. */
export interface PageProviders {
  pages: PageLinks;
}

export interface NewLink {
  kind: PublicLink['kind'];
  subjectId: string;
  expiresAt: Date;
}

/**
 * Adds a link to a page of the gateway.
 * @returns its identifier: stored answers contain it instead of the address, `pages.urlOf(linkId)`
 */
export function newLink(tx: Transaction, pages: PageLinks, link: NewLink): string {
  const id = tx.newId();
  return tx.add(PublicLink, { id, ...link, digest: pages.digestOf(id), createdAt: tx.now });
}

/**
 * The link of the subject that lives longest, made to live at least until `expiresAt`; a new one if
 * the subject has none. For subjects with one address, such as a quote that is published again.
 * @returns its identifier
 */
export async function keepLink(tx: Transaction, pages: PageLinks, link: NewLink): Promise<string> {
  const { kind, subjectId, expiresAt } = link;
  const [kept] = await tx.rows<{ id: string }>(
    `update public_links set expires_at = greatest(expires_at, $4::timestamptz)
     where org_id = $1 and id = (select id from public_links
       where org_id = $1 and kind = $2 and subject_id = $3 order by expires_at desc, id limit 1)
     returning id`,
    [tx.organizationId, kind, subjectId, expiresAt],
  );
  return kept?.id ?? newLink(tx, pages, link);
}

/**
 * The link that a page sends with its form, locked until the commit.
 * @throws Refusal not_found, also when it has expired or belongs to another kind of page
 */
export async function openLink(
  tx: Transaction,
  linkId: string,
  kind: PublicLink['kind'],
): Promise<PublicLink> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const link = await tx.findBy(PublicLink, { id: linkId, kind }, { lockMode });
  if (!link || link.expiresAt <= tx.businessNow) throw notFound('link');
  return link;
}
