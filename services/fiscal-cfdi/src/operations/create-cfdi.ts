import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi-resources';
import { acceptDraft } from './accept-draft';
import { addDraft } from './add-draft';
import { draftSourcesOf, inputOf, type CfdiProviders } from './draft-sources';

export const createCfdi = command(
  async (tx, request: fiscalCfdi.CreateCfdiRequest, providers: CfdiProviders) => {
    const input = inputOf(request);
    const sources = await draftSourcesOf(input, providers, tx.context);
    return replyWith(cfdiDetail, await addDraft(tx, await acceptDraft(tx, input, sources)));
  },
);
