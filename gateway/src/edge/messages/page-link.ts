import type { pageLink, revocableLink } from '@timbre/api';
import type { PageLinks } from '@timbre/kit';
import type { z } from 'zod';

interface StoredLink {
  linkId: string;
  expiresAt: string;
}

/**
 * Adds the URL of a link's page to a response. The stored response contains only the identifier of
 * the link.
 */
export function pageLinkOf(reply: Uint8Array, pages: PageLinks): Buffer {
  const { data } = JSON.parse(Buffer.from(reply).toString()) as { data: StoredLink };
  const shown: z.output<typeof revocableLink> = { ...shownLink(data, pages), linkId: data.linkId };
  return Buffer.from(JSON.stringify({ data: shown }));
}

/** Adds the page's URL to the `publicLink` of a response. */
export function withPageLink(reply: Uint8Array, pages: PageLinks): Buffer {
  const { data, ...beside } = JSON.parse(Buffer.from(reply).toString()) as {
    data: { publicLink: StoredLink };
  };
  const publicLink = shownLink(data.publicLink, pages);
  return Buffer.from(JSON.stringify({ data: { ...data, publicLink }, ...beside }));
}

const shownLink = (
  { linkId, expiresAt }: StoredLink,
  pages: PageLinks,
): z.output<typeof pageLink> => ({ url: pages.urlOf(linkId), expiresAt });
