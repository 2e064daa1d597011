import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { recordEvent } from '../store/cfdi-history';
import { withholdingChanged } from '../store/withholdings/withholding-events';
import { withholdingDetail } from '../store/withholdings/withholding-resources';
import type { Withholding } from '../store/withholdings/withholdings';
import { acceptWithholding, withholdingInputOf } from '../workflows/drafting/accept-withholding';
import { lockDraft, unsealed } from '../workflows/drafting/editable-document';
import { withholdingKind } from '../workflows/documents/fiscal-kinds';

/** Replaces the whole input of a withholding draft. A draft whose stamp was rejected keeps its folio. */
export const updateWithholding = command(
  async (tx, request: fiscalCfdi.UpdateWithholdingRequest) => {
    const input = withholdingInputOf(request);
    const withholding = await lockDraft<Withholding>(tx, withholdingKind, request.documentRef);
    const accepted = await acceptWithholding(tx, input, withholding);
    const { seriesId, series, ...columns } = accepted;
    Object.assign(withholding, columns, unsealed, { updatedAt: tx.now });
    if (withholding.folio == null) Object.assign(withholding, { seriesId, series });
    recordEvent(tx, withholding.id, 'changed');
    tx.emit(() => withholdingChanged(withholding));
    return replyWith(withholdingDetail, withholding.id);
  },
);
