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
/** Organizations that are announced at once. */
const batchMax = 8;
const batchesMax = 20;
const levelsMax = 500;

/**
 * Announces the levels that have moved, each at most once a second: a product that many tills sell
 * gives one event for all of its movements.
 */
export const createInventoryAnnouncer = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'announce-inventory',
    everyMs,
    due: dueLevels,
    batchMax,
    batchesMax,
    work: (context) => announceInventory(runtime, context),
  });

/** Announces the due levels of an organization. @returns whether there were any */
export function announceInventory(runtime: Runtime, context: CallContext): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const levels = await takeDueLevels(tx, levelsMax);
    for (const level of levels) tx.emit(inventoryChanged(level));
    return levels.length > 0;
  });
}
