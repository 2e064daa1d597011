import type { fiscalCfdi } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { stampedCfdi } from '../store/cfdi/announced-cfdi';

/**
 * Lists every stamped document in the form of its event. The reports service rebuilds its statistics from
 * this list.
 */
export const listStampedCfdi = query(
  async (
    read,
    { afterId = nilUuid }: fiscalCfdi.ListStampedCfdiRequest,
  ): Promise<fiscalCfdi.ListStampedCfdiResponse> => ({
    documents: await stampedCfdi(read, afterId),
  }),
);
