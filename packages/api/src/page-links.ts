import { z } from 'zod';
import { pageFields, queryOf } from './page';
import { date, identifier, instant } from './values';

/** The body of a request that creates a link to a public page. */
export const pageLinkInput = z.strictObject({
  expiresOn: date.optional().meta({ description: 'Last day on which the link works.' }),
});

/** A link to a page that requires no login. */
export const pageLink = z
  .strictObject({
    url: z.url().meta({
      description: 'Address of the page or calendar; a secret, because it needs no API key.',
    }),
    expiresAt: instant,
  })
  .meta({ id: 'PageLink' });

const linkId = z.string().meta({
  description:
    'Names the link where links are listed and revoked. It is not a secret: it does not open the page.',
});

/** A new link that can be revoked later. */
export const revocableLink = pageLink.extend({ linkId }).meta({ id: 'RevocableLink' });

/**
 * A link in a list. The list does not contain the address of the link; only the response that
 * creates the link contains it.
 */
export const listedLink = z
  .strictObject({
    linkId,
    createdAt: instant,
    expiresAt: instant,
    usedAt: instant.optional().meta({
      description:
        'Time at which the link was used; a link works once. The time is absent for an unused link.',
    }),
  })
  .meta({ id: 'ListedLink' });

const { cursor, limit } = pageFields;
export const linkFilters = queryOf({ cursor, limit });

/** The path parameter that identifies the link to revoke. */
export const linkParam = {
  linkId: identifier.meta({
    description: 'Identifier of the link, from its creation response or the list.',
  }),
};

export const revokedLink = z
  .strictObject({ linkId, deleted: z.literal(true) })
  .meta({ id: 'RevokedLink' });
