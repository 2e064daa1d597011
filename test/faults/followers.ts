import { lateDocuments, rebuilt, sums, unequal } from './accounts';
import type { Client } from './clients';
import { unlikeFacts, unlikeOwners } from './reports';
import type { System } from './system';

/**
 * Waits until reports and accounts have processed the events of all writes, and returns the
 * remaining differences between these two services and the owners of the documents.
 */
export const unlikeWrites = async (
  system: System,
  api: Client,
  settleMs: number,
): Promise<string[]> => [
  ...(await unlikeOwners(system, api, settleMs)),
  ...(await unlikeFacts(system, api)),
  ...(await lateDocuments(system, api, settleMs)),
  ...(await unequal(system, api, sums)),
  ...(await rebuilt(system, api)),
];
