import type { accounts } from '@timbre/contract';
import { command, replyValue, type PageLinks } from '@timbre/kit';
import { addFeed, feedOf } from '../store/collection-feeds';

export interface FeedProviders {
  pages: Pick<PageLinks, 'digestOf'>;
}

/** Returns the existing feed of the collection calendar, or creates the feed. */
export const createCollectionFeed = command(
  async (tx, _: accounts.CreateCollectionFeedRequest, { pages }: FeedProviders) => {
    const known = await feedOf(tx);
    if (known) return replyValue({ linkId: known });
    const id = tx.newId();
    return replyValue({ linkId: await addFeed(tx, id, pages.digestOf(id)) });
  },
);
