import type { fiscalCfdi } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedCfdi } from '../store/cfdi/announced-cfdi';

/**
 * Lists every stamped document that changes a balance. The accounts service rebuilds its ledger from this
 * list.
 */
export const listOwedCfdi = query(
  async (
    read,
    { afterId = nilUuid }: fiscalCfdi.ListOwedCfdiRequest,
  ): Promise<fiscalCfdi.ListOwedCfdiResponse> => ({ documents: await owedCfdi(read, afterId) }),
);
