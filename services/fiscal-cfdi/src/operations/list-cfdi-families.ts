import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiFamilies } from '../store/cfdi/cfdi-families';

/**
 * Lists the stamped documents with these identifiers, the customer's newest invoices, and the documents that
 * lower the balances of these invoices. An invoice that names no customer but has the customer's RFC counts
 * as the customer's invoice. Each document is listed with its version, so that the caller reads only the
 * versions that it lacks. Identifiers that are unknown are left out.
 */
export const listCfdiFamilies = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiFamiliesRequest,
  ): Promise<fiscalCfdi.ListCfdiFamiliesResponse> => ({
    documents: await cfdiFamilies(read, request),
  }),
);
