import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiFamilies } from '../store/cfdi/cfdi-families';

/**
 * Lists the stamped documents with these identifiers, the customer's newest invoices, and the documents
 * that reduce the balances of these invoices. An invoice without a customer identifier counts as the
 * customer's invoice if it has the customer's RFC. The list contains the version of each document, so that
 * the caller reads only the documents whose current version it does not have. Unknown identifiers are
 * omitted from the result.
 */
export const listCfdiFamilies = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiFamiliesRequest,
  ): Promise<fiscalCfdi.ListCfdiFamiliesResponse> => ({
    documents: await cfdiFamilies(read, request),
  }),
);
