import { isIdentifier, type Opening } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import type { PacDirectory } from '../../domain/stamping/pac';
import { beginMs, nextAttemptState } from '../../domain/stamping/attempt-state';
import { pinReceipt, type PinnedReceipt } from '../../store/stamping/sealed-receipts';
import { pinnedTo, requesterOf } from './add-attempt';
import { pacsOf } from './organization-pacs';
import type { FirstAttempt } from './seal-first-attempt';

/**
 * Pins an unsent receipt of a payroll run to its PAC, in one statement. The request then continues as if it
 * had sealed the receipt itself.
 * @returns the pinned receipt; undefined if there is no such receipt, or if the organization has no PAC
 */
export async function pinSealedReceipt(
  run: Opening,
  documentId: string,
  { pacs }: { pacs: PacDirectory },
): Promise<FirstAttempt | undefined> {
  if (!isIdentifier(documentId)) return undefined;
  const [pac] = (await pacsOf(run, pacs)).inOrder;
  if (!pac) return undefined;
  let beginByMs = 0;
  const pinned = await run.change<PinnedReceipt>(({ now }) => {
    beginByMs = now.getTime() + beginMs;
    const state = certain(nextAttemptState('sealed', 'send'), 'state');
    const requestedBy = requesterOf(run);
    return pinReceipt({ documentId, requestedBy }, { state, ...pinnedTo(pac.name, now) });
  });
  if (!pinned) return undefined;
  const { attemptId, sealedAtMs, ...document } = pinned;
  const xml = Buffer.from(certain(document.sealedXml, 'sealedXml')).toString();
  const sealedAt = new Date(sealedAtMs);
  return { attemptId, sealed: { document, xml, sealedAt, pinned: { pac, beginByMs } } };
}
