import type { satSync } from '@timbre/contract';
import { command, conflict, replyWith } from '@timbre/kit';
import { dropParts } from '../store/download-sources';
import { Sync, syncResource } from '../store/syncs';

/**
 * Ends the sources that are not over; what they have stored stays. A request at the SAT cannot be
 * withdrawn, and stays counted. Refusals: not_found; conflict sync_over.
 */
export const cancelSatSync = command(async (tx, { syncId }: satSync.CancelSatSyncRequest) => {
  const { id } = await tx.lock(Sync, syncId, syncResource.name);
  const rows = await tx.rows<{ id: string }>(
    `update sync_sources set state = 'canceled', due_at = null, lease = null, version = version + 1
     where org_id = $1 and sync_id = $2 and state in ('queued', 'running', 'waiting_for_sat')
     returning id::text as id`,
    [tx.organizationId, id],
  );
  if (rows.length === 0) throw conflict('This synchronization is over.', 'sync_over');
  await dropParts(
    tx,
    rows.map((row) => row.id),
  );
  return replyWith(syncResource, id);
});
