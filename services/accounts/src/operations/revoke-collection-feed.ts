import type { accounts } from '@timbre/contract';
import { command, notFound, replyValue } from '@timbre/kit';
import { removeFeed } from '../store/collection-feeds';

/** Revokes the secret address of the calendar feed; a new feed gets a new address. */
export const revokeCollectionFeed = command(async (tx, _: accounts.RevokeCollectionFeedRequest) => {
  if (!(await removeFeed(tx))) throw notFound('collection feed');
  return replyValue({ deleted: true });
});
