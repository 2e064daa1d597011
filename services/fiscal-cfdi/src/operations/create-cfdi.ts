import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { Cfdi } from '../store/cfdi';
import { cfdiDrafted } from '../store/cfdi-events';
import { cfdiDetail } from '../store/cfdi-resources';
import { replacePayments } from '../store/invoice-payments';
import { acceptDraft } from './accept-draft';
import { draftSourcesOf, inputOf, type CfdiProviders } from './draft-sources';

export const createCfdi = command(
  async (tx, request: fiscalCfdi.CreateCfdiRequest, providers: CfdiProviders) => {
    const input = inputOf(request);
    const sources = await draftSourcesOf(input, providers, tx.context);
    const columns = await acceptDraft(tx, input, sources);
    const draft = {
      id: tx.newId(),
      version: 1,
      direction: 'issued',
      status: 'draft',
      stage: 'draft',
      archived: false,
      ...columns,
      createdAt: tx.now,
      updatedAt: tx.now,
    } as const;
    tx.add(Cfdi, draft);
    if (draft.paidDocuments) await replacePayments(tx, draft.id, draft.paidDocuments);
    tx.emit(cfdiDrafted(draft));
    return replyWith(cfdiDetail, draft.id);
  },
);
