import type { commerce } from '@timbre/contract';
import { notFound, type Operation } from '@timbre/kit';
import { linkByDigest } from '../store/public-links';

/**
 * Returns the valid link for a token digest. The response names the organization, in which the
 * gateway then continues the request.
 */
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
