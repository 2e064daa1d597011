import type { Transaction } from '@timbre/kit';
import {
  cancelCallMs,
  isCancellationOpen,
  replacementCheckMs,
} from '../../domain/cancelling/cancellation';
import type { CancelacionRequest, StoredSigningKey } from '../../domain/ports';
import { satQueryOf, type SatQuery } from '../../domain/cancelling/sat-status';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { FiscalProfile } from '../../store/set-up/fiscal-profiles';
import { activeSigningKey } from '../../store/stamping/signing-keys';
import { stampingPacOf } from '../../store/stamping/stamp-attempts';
import { rejectCancellation } from './cancellation-outcome';
import { findDocument } from '../documents/fiscal-kinds';
import { lockCancellation, type LockedCancellation } from './lock-cancellation';

/** A request to the PAC that is to be signed and sent. */
export interface DueRequest {
  step: 'send';
  key: StoredSigningKey;
  /** The PAC that stamped the document; undefined when it was stamped elsewhere. */
  pac: string | undefined;
  request: Omit<CancelacionRequest, 'fecha'>;
  /** An earlier sending may have arrived. */
  wasSent: boolean;
  /** By what the SAT is asked about both. */
  document: SatQuery;
  replacement: SatQuery | undefined;
}

/** What is to be done about a cancellation now. */
export type DueCancellation =
  { step: 'nothing' } | { step: 'ask'; document: SatQuery } | DueRequest;

/** Takes a cancellation that is due for a minute, in which nobody else takes it. */
export async function claimCancellation(tx: Transaction, id: string): Promise<DueCancellation> {
  const locked = await lockCancellation(tx, id);
  const { cancellation } = locked;
  const { state, nextCheckAt, motive, receivedAt, sentAt, documentKind: kind } = cancellation;
  const isDue = isCancellationOpen(state) && nextCheckAt && nextCheckAt <= tx.now;
  if (!isDue) return { step: 'nothing' };
  cancellation.nextCheckAt = new Date(tx.now.getTime() + cancelCallMs);
  const document = satQueryOf(kind, locked.document.stampedXml!);
  if (receivedAt) return { step: 'ask', document };
  const replacement = await replacementFor(tx, locked);
  if (replacement === 'waiting') return { step: 'nothing' };
  const profile = await tx.findBy(FiscalProfile, {});
  return {
    step: 'send',
    key: await activeSigningKey(tx),
    pac: await stampingPacOf(tx, cancellation.documentId),
    request: {
      ...{ kind, issuerRfc: profile!.rfc, uuid: locked.document.uuid!, motive },
      replacementUuid: replacement?.uuid ?? undefined,
    },
    wasSent: sentAt != null,
    document,
    replacement: replacement && satQueryOf(kind, replacement.stampedXml!),
  };
}

/** The replacement, once it is stamped; without it there is nothing to wait for any more. */
async function replacementFor(
  tx: Transaction,
  locked: LockedCancellation,
): Promise<FiscalDocument | undefined | 'waiting'> {
  const { cancellation, kind } = locked;
  if (!cancellation.replacementId) return undefined;
  const replacement = await findDocument(tx, kind, cancellation.replacementId);
  if (replacement?.status === 'valid') return replacement;
  if (replacement?.status === 'draft')
    cancellation.nextCheckAt = new Date(tx.now.getTime() + replacementCheckMs);
  else
    rejectCancellation(tx, locked, {
      code: 'replacement_gone',
      message: 'The draft that was to replace it was deleted or canceled.',
    });
  return 'waiting';
}
