import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Runtime,
} from '@timbre/kit';
import { dueLevels, takeDueLevels } from '../store/inventory';
import { inventoryChanged } from '../store/inventory-events';

const everyMs = 1_000;
/** The number of organizations that are processed concurrently. */
const batchMax = 8;
const levelsMax = 500;

/**
 * Publishes changed stock levels, each at most once a second. A product that many tills sell causes
 * one event for all stock movements of a second.
 */
export const createInventoryAnnouncer = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'announce-inventory',
    everyMs,
    due: dueLevels,
    batchMax,
    work: (context) => announceInventory(runtime, context),
  });

/** Publishes an organization's due stock levels. @returns whether any level was due */
export function announceInventory(runtime: Runtime, context: CallContext): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const levels = await takeDueLevels(tx, levelsMax);
    for (const level of levels) tx.emit(inventoryChanged(level));
    return levels.length > 0;
  });
}
