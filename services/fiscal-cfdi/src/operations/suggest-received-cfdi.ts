import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { suggestedCfdi } from '../store/cfdi/announced-cfdi';

export const suggestReceivedCfdi = query(
  async (read, request: fiscalCfdi.SuggestReceivedCfdiRequest) => ({
    cfdi: await suggestedCfdi(read, request),
  }),
);
