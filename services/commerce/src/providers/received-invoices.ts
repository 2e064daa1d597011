import { withoutKey, type CallContext } from '@timbre/kit';
import type { ReceivedInvoices } from '../domain/ports';
import { ifFound, type FiscalCfdiClient } from './fiscal-cfdi-client';

/** Reads received CFDI from fiscal-cfdi. */
export const receivedInvoices = (client: FiscalCfdiClient): ReceivedInvoices<CallContext> => ({
  find: (context, cfdiId) => ifFound(client.readCfdi({ cfdiId }, withoutKey(context))),
  suggest: async (context, search) =>
    (await client.suggestReceivedCfdi(search, withoutKey(context))).cfdi,
});
