import { isIdentifier, notFound, type PageLinks, type Transaction } from '@timbre/kit';
import { LockMode } from '@mikro-orm/postgresql';
import {
  prolongLink,
  PublicLink,
  publicLinkResource,
  type Linking,
  type LivingLink,
} from '../store/public-links';

/** The provider for operations that create links. */
export interface PageProviders {
  pages: PageLinks;
}

/**
 * Adds a link to a page of the gateway.
 * @returns the identifier of the link. A stored response contains this identifier instead of the
 * URL, `pages.urlOf(linkId)`
 */
export function newLink(tx: Transaction, pages: PageLinks, link: Linking): string {
  const id = tx.newId();
  return tx.add(PublicLink, { id, ...link, digest: pages.digestOf(id), createdAt: tx.now });
}

/**
 * Extends the subject's link with the latest expiry to at least `expiresAt`, or adds a link. The
 * function is for subjects with a single link, such as a quote that is published again or a printed
 * receipt.
 */
export async function keepLink(
  tx: Transaction,
  pages: PageLinks,
  link: Linking,
): Promise<LivingLink> {
  const kept = await prolongLink(tx, link);
  return kept ?? { id: newLink(tx, pages, link), expiresAt: link.expiresAt };
}

/**
 * Revokes a link. The page of a revoked link responds as if the link had never existed, but data
 * that the customer entered is kept.
 * @throws Refusal not_found, also for a link of another subject
 */
export async function revokeLink(
  tx: Transaction,
  { id, kind, subjectId }: Pick<PublicLink, 'id' | 'kind' | 'subjectId'>,
): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const link = isIdentifier(id)
    ? await tx.findBy(PublicLink, { id, kind, subjectId }, { lockMode })
    : undefined;
  if (!link) throw notFound(publicLinkResource.name);
  await tx.remove(link);
}

/**
 * Reads and locks the link of a submitted page.
 * @throws Refusal not_found, also if the link has expired or belongs to another kind of page
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
