import type { fiscalCfdi } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { stampedCfdi } from '../store/cfdi/announced-cfdi';

/** Every document with a stamp, as its events announce it: reports count them again. */
export const listStampedCfdi = query(
  async (
    read,
    { afterId = nilUuid }: fiscalCfdi.ListStampedCfdiRequest,
  ): Promise<fiscalCfdi.ListStampedCfdiResponse> => ({
    documents: await stampedCfdi(read, afterId),
  }),
);
