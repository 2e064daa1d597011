import { z } from 'zod';
import { date, instant } from './values';

/** The body of a request for a link to a public page. */
export const pageLinkInput = z.strictObject({
  expiresOn: date.optional().meta({ description: 'Last day on which the link works.' }),
});

/** A link to a page for somebody without a login. */
export const pageLink = z
  .strictObject({
    url: z.url().meta({
      description: 'Address of the page or calendar; a secret, since its holder needs no key.',
    }),
    expiresAt: instant,
  })
  .meta({ id: 'PageLink' });
