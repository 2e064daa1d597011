import type { CallableRpcs } from '@timbre/contract';
import { Refusal, withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { FiscalDocuments } from '../domain/ports';

/** Reads CFDI from fiscal-cfdi. */
export const fiscalDocuments = (
  client: Pick<
    ServiceClient<CallableRpcs<'accounts', 'fiscal-cfdi'>>,
    'readCfdi' | 'listCfdiFamilies'
  >,
): FiscalDocuments<CallContext> => ({
  async find(context, cfdiId) {
    try {
      return await client.readCfdi({ cfdiId }, withoutKey(context));
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return undefined;
      throw error;
    }
  },
  async openItems(context, { cfdiIds, contact }) {
    const named = contact && {
      customerId: contact.id,
      counterpartyRfc: contact.rfc,
      direction: contact.side === 'receivable' ? 'issued' : 'received',
    };
    return (await client.listCfdiFamilies({ cfdiIds, ...named }, withoutKey(context))).documents;
  },
});
