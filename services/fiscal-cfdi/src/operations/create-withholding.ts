import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { recordEvent } from '../store/cfdi-history';
import { withholdingDrafted } from '../store/withholdings/withholding-events';
import { withholdingDetail } from '../store/withholdings/withholding-resources';
import { Withholding } from '../store/withholdings/withholdings';
import { acceptWithholding, withholdingInputOf } from '../workflows/drafting/accept-withholding';

export const createWithholding = command(
  async (tx, request: fiscalCfdi.CreateWithholdingRequest) => {
    const columns = await acceptWithholding(tx, withholdingInputOf(request));
    const draft = {
      id: tx.newId(),
      version: 1,
      status: 'draft',
      stage: 'draft',
      archived: false,
      direction: 'issued',
      ...columns,
      createdAt: tx.now,
      updatedAt: tx.now,
    } as const;
    tx.add(Withholding, draft);
    recordEvent(tx, draft.id, 'drafted');
    tx.emit(withholdingDrafted(draft));
    return replyWith(withholdingDetail, draft.id);
  },
);
