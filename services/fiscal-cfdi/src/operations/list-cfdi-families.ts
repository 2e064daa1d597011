import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiFamilies } from '../store/cfdi/cfdi-families';

/**
 * The stamped documents with these identifiers, the newest invoices of the customer, also those that name only its RFC,
 * and those that lower what is owed of them, each with its version, so that the caller reads only what it does not know.
 * Unknown identifiers are left out.
 */
export const listCfdiFamilies = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiFamiliesRequest,
  ): Promise<fiscalCfdi.ListCfdiFamiliesResponse> => ({
    documents: await cfdiFamilies(read, request),
  }),
);
