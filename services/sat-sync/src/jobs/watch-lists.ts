import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Repeated,
  type Runtime,
} from '@timbre/kit';
import { announceListed, claimCheck, settleCheck } from '../store/listed-parties';

const due = `select org_id, id from list_checks
  where checked_at < (select max(loaded_at) from list_files where loaded_at <= $1)
  order by checked_at`;

/** Announces the contacts and issuers of organizations that came on a list of the SAT, or left it. */
export const createListWatch = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'watch-lists',
    everyMs: 5_000,
    due,
    batchMax: 4,
    batchesMax: 100,
    work: (context) => watchLists(runtime, context),
  });

/** Compares the parties of one organization with the lists. @returns whether this call did */
export function watchLists(runtime: Runtime<unknown>, context: CallContext): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const listDates = await claimCheck(tx);
    if (!listDates) return false;
    if (!(await announceListed(tx, listDates))) await settleCheck(tx);
    return true;
  });
}
