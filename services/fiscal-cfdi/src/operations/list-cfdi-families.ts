import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiFamilies } from '../store/cfdi/cfdi-families';

/**
 * The stamped documents with these identifiers, the newest invoices of the customer (even if they name only
 * its RFC), and the documents that lower their balances. Each has its version, so the caller reads only the
 * versions that it does not know. Unknown identifiers are left out.
 */
export const listCfdiFamilies = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiFamiliesRequest,
  ): Promise<fiscalCfdi.ListCfdiFamiliesResponse> => ({
    documents: await cfdiFamilies(read, request),
  }),
);
