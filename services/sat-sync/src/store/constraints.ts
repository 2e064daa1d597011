import type { ServiceParts } from '@timbre/kit';
import { syncRunning } from './syncs';

/** The refusals for the unique constraints that a request can violate. */
export const constraints: ServiceParts<unknown>['constraints'] = {
  sync_sources_live: () => syncRunning(),
};
