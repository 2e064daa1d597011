import { failpoint, type Run, type Transaction } from '@timbre/kit';
import { isOpen } from '../../domain/stamping/attempt-state';
import type { OrganizationPacs, PacDirectory } from '../../domain/stamping/pac';
import { openAttempts } from '../../store/recovery/known-stamps';
import { documentOfAttempt, lockAttempt } from '../../store/stamping/stamp-attempts';
import { fiscalKindOf, lockDocument } from '../documents/fiscal-kinds';
import { pinnedTo } from '../stamping/add-attempt';
import { checkAttempt } from '../stamping/send-attempt';
import { moveAttempt } from '../stamping/settle-attempt';

/**
 * Looks up every stamp attempt that was open at the restored point, as the reconciler does. A document that
 * was sealed and not yet sent may have been sent after the point. If exactly one PAC has no list of its
 * stamps, the document is looked up there: the PAC receives it again and returns the first stamp, or stamps
 * it now, as was requested before the point. The PACs with a list were asked before.
 * @returns the attempts that are still open, because a PAC did not answer or several PACs have no list
 */
export async function settleOpen(
  run: Run,
  directory: PacDirectory,
  { inOrder }: OrganizationPacs,
): Promise<number> {
  const withoutList = inOrder.filter(({ issued }) => issued === undefined);
  const [only] = withoutList.length === 1 ? withoutList : [];
  for (const { id, state } of await run.step(openAttempts)) {
    if (state === 'sealed' && !only) continue;
    await run.step((tx) => makeDue(tx, id, only?.name));
    failpoint('ahead.pinned');
    await checkAttempt(run, directory, id);
  }
  const left = await run.step(openAttempts);
  // Without a PAC that has no list, the lists prove that a sealed document was not sent.
  return left.filter(({ state }) => state !== 'sealed' || withoutList.length > 0).length;
}

async function makeDue(tx: Transaction, id: string, pac: string | undefined): Promise<void> {
  const { documentKind, documentId } = await documentOfAttempt(tx, id);
  await lockDocument(tx, fiscalKindOf(documentKind), documentId);
  const attempt = await lockAttempt(tx, id);
  if (!isOpen(attempt.state)) return;
  if (attempt.state === 'sealed' && pac !== undefined) {
    moveAttempt(attempt, 'send');
    Object.assign(attempt, pinnedTo(pac, tx.now));
  }
  attempt.nextCheckAt = tx.now;
}
