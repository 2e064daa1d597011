import type { satSync } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { endSources } from '../store/download-sources';
import { lockLive, Sync, syncResource } from '../store/syncs';

/**
 * Cancels the unfinished sources of a synchronization. Documents that the synchronization has already
 * stored are not deleted. A request that was sent to the SAT cannot be withdrawn, so it still counts as
 * used. Refusals: not_found; conflict sync_over.
 */
export const cancelSatSync = command(async (tx, { syncId }: satSync.CancelSatSyncRequest) => {
  const { id } = await tx.get(Sync, syncId, syncResource.name);
  const live = await lockLive(tx, id);
  if (live.length === 0) throw conflict('This synchronization is over.', 'sync_over');
  await endSources(tx, live, 'canceled');
  return replyWith(syncResource, id);
});
