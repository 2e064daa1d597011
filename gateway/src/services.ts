import { commerce, fiscalCfdi } from '@timbre/contract';
import { createServiceClient } from '@timbre/kit';

/** The services behind the gateway. */
export function connectServices(
  addresses: { commerce: string; fiscalCfdi: string },
  contextKey: Buffer,
) {
  return {
    commerce: createServiceClient(commerce.CommerceService, addresses.commerce, contextKey),
    fiscalCfdi: createServiceClient(fiscalCfdi.FiscalCfdiService, addresses.fiscalCfdi, contextKey),
  };
}

export type Services = ReturnType<typeof connectServices>;
