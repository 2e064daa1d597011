import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Repeated,
  type Runtime,
} from '@timbre/kit';
import { announceListed, claimCheck, settleCheck, dueChecks } from '../store/listed-parties';

/**
 * Emits events for contacts and issuers of received CFDI that were added to or removed from a list
 * of the SAT.
 */
export const createListWatch = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'watch-lists',
    everyMs: 5_000,
    due: dueChecks,
    batchMax: 4,
    work: (context) => watchLists(runtime, context),
  });

/**
 * Compares the contacts and issuers of one organization with the SAT's lists. @returns true if this
 * call made the comparison
 */
export function watchLists(runtime: Runtime<unknown>, context: CallContext): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const listDates = await claimCheck(tx);
    if (!listDates) return false;
    if (!(await announceListed(tx, listDates))) await settleCheck(tx);
    return true;
  });
}
