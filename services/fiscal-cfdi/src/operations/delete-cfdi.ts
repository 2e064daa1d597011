import type { fiscalCfdi } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { VoidedFolio } from '../store/cfdi';
import { cfdiDeleted } from '../store/cfdi-events';
import { recordEvent } from '../store/cfdi-history';
import { lockDraft } from './editable-cfdi';

/** Deletes a draft. A folio that it already had is never given again: the record says why. */
export const deleteCfdi = command(async (tx, { documentRef }: fiscalCfdi.DeleteCfdiRequest) => {
  const cfdi = await lockDraft(tx, documentRef);
  const { id, seriesId, series, folio, lastRejection, sealedXml } = cfdi;
  if (folio != null) {
    const kept = { id, seriesId, series, folio, lastRejection, sealedXml };
    tx.add(VoidedFolio, { ...kept, voidedBy: tx.context.actor, voidedAt: tx.now });
  }
  recordEvent(tx, id, 'deleted');
  await tx.remove(cfdi);
  tx.emit(cfdiDeleted({ ...cfdi, version: cfdi.version + 1 }));
  return replyValue({ documentRef, deleted: true });
});
