import type { fiscalCfdi } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { owedCfdi } from '../store/cfdi/announced-cfdi';

/** Every stamped document that changes what is owed: accounts rebuilds its ledger from them. */
export const listOwedCfdi = query(
  async (
    read,
    { afterId = nilUuid }: fiscalCfdi.ListOwedCfdiRequest,
  ): Promise<fiscalCfdi.ListOwedCfdiResponse> => ({ documents: await owedCfdi(read, afterId) }),
);
