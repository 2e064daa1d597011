import type { satSync } from '@timbre/contract';
import { longCommand, replyWith } from '@timbre/kit';
import { syncResource } from '../store/syncs';
import { addSync } from '../workflows/add-sync';
import { requireFiel, rfcOf, type FiscalProviders } from '../workflows/fiscal-identity';
import { readFiles, type FileProviders } from '../workflows/read-files';

export type StartProviders = FileProviders & FiscalProviders;

type Request = satSync.StartSatSyncRequest;

/**
 * Queues the sources of a synchronization; with files it imports them at once, which needs no FIEL.
 * Refusals: validation_error as in `readFiles`; conflict fiscal_profile_missing, fiel_missing,
 * sync_running.
 */
export const startSatSync = longCommand(
  async (run, request: Request, providers: StartProviders) => {
    const rfc = await rfcOf(run.context, providers);
    const { fileIds } = request;
    if (fileIds.length > 0) {
      const counts = await readFiles(run, providers, rfc, fileIds);
      return run.finish(async (tx) => replyWith(syncResource, addSync(tx, rfc, request, counts)));
    }
    await requireFiel(run.context, providers);
    return run.finish(async (tx) => replyWith(syncResource, addSync(tx, rfc, request)));
  },
);
