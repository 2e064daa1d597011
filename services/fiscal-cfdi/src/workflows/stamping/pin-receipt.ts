import { isIdentifier, type Opening } from '@timbre/kit';
import type { PacDirectory } from '../../domain/stamping/pac';
import { beginMs, nextAttemptState } from '../../domain/stamping/stamping';
import { pinReceipt, type PinnedReceipt } from '../../store/stamping/sealed-receipts';
import { pinnedTo, requesterOf } from './add-attempt';
import { pacsOf } from './organization-pacs';
import type { Untried } from './seal-untried';

/**
 * A receipt of a run that nobody has sent yet goes on as if this request had sealed it: pinned to its
 * PAC, in one statement.
 * @returns undefined when it is no such receipt, or there is no PAC
 */
export async function pinSealedReceipt(
  run: Opening,
  documentId: string,
  { pacs }: { pacs: PacDirectory },
): Promise<Untried | undefined> {
  if (!isIdentifier(documentId)) return undefined;
  const [pac] = (await pacsOf(run, pacs)).inOrder;
  if (!pac) return undefined;
  let beginByMs = 0;
  const pinned = await run.change<PinnedReceipt>(({ now }) => {
    beginByMs = now.getTime() + beginMs;
    const state = nextAttemptState('sealed', 'send')!;
    const requestedBy = requesterOf(run);
    return pinReceipt({ documentId, requestedBy }, { state, ...pinnedTo(pac.name, now) });
  });
  if (!pinned) return undefined;
  const { attemptId, sealedAtMs, ...document } = pinned;
  const xml = Buffer.from(document.sealedXml!).toString();
  const sealedAt = new Date(sealedAtMs);
  return { attemptId, sealed: { document, xml, sealedAt, pinned: { pac, beginByMs } } };
}
