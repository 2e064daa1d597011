import type { commerce } from '@timbre/contract';
import { notFound, type Operation } from '@timbre/kit';
import { linkByDigest } from '../store/public-links';

/** The live link of a token's digest. Its answer names the organization for which the gateway acts. */
export const openPublicLink: Operation<
  commerce.OpenPublicLinkRequest,
  unknown,
  commerce.PublicLink
> = {
  async run(runtime, _, { digest }) {
    const link = await linkByDigest(runtime, digest);
    if (!link) throw notFound('link');
    return link;
  },
};
