import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { syncResource } from '../store/syncs';

export const getSatSync = query((read, { syncId }: satSync.GetSatSyncRequest) =>
  read.resource(syncResource, syncId),
);
