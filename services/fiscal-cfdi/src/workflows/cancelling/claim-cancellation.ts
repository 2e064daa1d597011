import { Refusal, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import {
  cancelCallMs,
  isCancellationOpen,
  keyWaitMs,
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

/** A cancellation request that must be signed and sent to the PAC. */
export interface DueRequest {
  step: 'send';
  key: StoredSigningKey;
  /** The PAC that stamped the document; undefined for an imported document. */
  pac: string | undefined;
  request: Omit<CancelacionRequest, 'fecha'>;
  /** True if an earlier call with this request might have reached the SAT. */
  wasSent: boolean;
  /** The query for the SAT's status of the document. */
  document: SatQuery;
  replacement: SatQuery | undefined;
}

/** The next step of a due cancellation: a request to send, a status to query, or a reason to wait. */
export type DueCancellation =
  | { step: 'nothing' }
  | { step: 'ask'; document: SatQuery }
  /** The active CSD cannot sign the request, so the cancellation waits for another CSD. */
  | { step: 'refused'; refusal: Refusal }
  | DueRequest;

/** Claims a due cancellation for a minute. */
export async function claimCancellation(tx: Transaction, id: string): Promise<DueCancellation> {
  const locked = await lockCancellation(tx, id);
  const { cancellation } = locked;
  const { state, nextCheckAt, motive, receivedAt, sentAt, documentKind: kind } = cancellation;
  const isDue = isCancellationOpen(state) && nextCheckAt && nextCheckAt <= tx.now;
  if (!isDue) return { step: 'nothing' };
  cancellation.nextCheckAt = new Date(tx.now.getTime() + cancelCallMs);
  if (!locked.document.stampedXml) {
    rejectCancellation(tx, locked, {
      code: 'xml_missing',
      message: 'Only the metadata of the document is available; import its XML to cancel it.',
    });
    return { step: 'nothing' };
  }
  const document = satQueryOf(kind, locked.document.stampedXml);
  if (receivedAt) return { step: 'ask', document };
  const replacement = await replacementFor(tx, locked);
  if (replacement === 'waiting') return { step: 'nothing' };
  const key = await activeSigningKey(tx).catch(refusalOnly);
  if (key instanceof Refusal) {
    cancellation.nextCheckAt = new Date(tx.now.getTime() + keyWaitMs);
    return { step: 'refused', refusal: key };
  }
  const profile = await tx.findBy(FiscalProfile, {});
  return {
    step: 'send',
    key,
    pac: await stampingPacOf(tx, cancellation.documentId),
    request: {
      kind,
      issuerRfc: certain(profile, 'profile').rfc,
      uuid: certain(locked.document.uuid, 'uuid'),
      motive,
      replacementUuid: replacement?.uuid ?? undefined,
    },
    wasSent: sentAt != null,
    document,
    replacement: replacement && satQueryOf(kind, certain(replacement.stampedXml, 'stampedXml')),
  };
}

function refusalOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/**
 * Returns the replacement if it is stamped. If the replacement was deleted, the cancellation ends.
 * - replacement_gone: the draft that was to replace the document was deleted or canceled
 */
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
