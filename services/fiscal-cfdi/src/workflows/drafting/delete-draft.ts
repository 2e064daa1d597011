import { replyValue, type Reply, type Transaction } from '@timbre/kit';
import { wakeCancellations } from '../../store/cancellations';
import { VoidedFolio } from '../../store/cfdi/cfdi';
import { recordEvent } from '../../store/cfdi-history';
import { lockDraft } from './editable-document';
import type { FiscalKind } from '../documents/fiscal-kinds';

/**
 * Deletes a draft. The folio of the draft is not used again; a VoidedFolio explains the gap in the series.
 */
export async function deleteDraft(
  tx: Transaction,
  kind: FiscalKind,
  documentRef: string,
): Promise<Reply> {
  const document = await lockDraft(tx, kind, documentRef);
  const { id, seriesId, series, folio, lastRejection, sealedXml } = document;
  if (folio != null) {
    const kept = { id, seriesId, series, folio, lastRejection, sealedXml };
    tx.add(VoidedFolio, { ...kept, voidedBy: tx.context.actor, voidedAt: tx.now });
  }
  recordEvent(tx, id, 'deleted');
  await tx.remove(document);
  await wakeCancellations(tx, id);
  tx.emit(kind.announce('deleted', { ...document, version: document.version + 1 }));
  return replyValue({ documentRef, deleted: true });
}
