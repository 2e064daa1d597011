import type { accounts } from '@timbre/contract';
import { command, notFound, replyValue } from '@timbre/kit';
import { removeFeed } from '../store/collection-feeds';

/** Ends the address of the feed; a new feed has another one. */
export const revokeCollectionFeed = command(async (tx, _: accounts.RevokeCollectionFeedRequest) => {
  if (!(await removeFeed(tx))) throw notFound('collection feed');
  return replyValue({ deleted: true });
});
