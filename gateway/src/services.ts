import { commerce, fiscalCfdi, payroll } from '@timbre/contract';
import { createServiceClient } from '@timbre/kit';

/** The services behind the gateway. */
export function connectServices(
  addresses: { commerce: string; fiscalCfdi: string; payroll: string },
  contextKey: Buffer,
) {
  return {
    commerce: createServiceClient(commerce.CommerceService, addresses.commerce, contextKey),
    fiscalCfdi: createServiceClient(fiscalCfdi.FiscalCfdiService, addresses.fiscalCfdi, contextKey),
    payroll: createServiceClient(payroll.PayrollService, addresses.payroll, contextKey),
  };
}

export type Services = ReturnType<typeof connectServices>;
