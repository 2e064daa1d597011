import type { fiscalCfdi } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { acceptDraft } from '../workflows/drafting/accept-draft';
import { addDraft } from '../workflows/drafting/add-draft';
import { draftSourcesOf, inputOf, type CfdiProviders } from '../workflows/drafting/draft-sources';

export const createCfdi = command(
  async (tx, request: fiscalCfdi.CreateCfdiRequest, providers: CfdiProviders) => {
    const input = inputOf(request);
    const sources = await draftSourcesOf(input, providers, tx.context);
    const accepted = await acceptDraft(tx, input, sources);
    return replyWith(cfdiDetail, await addDraft(tx, accepted), accepted.warnings);
  },
);
