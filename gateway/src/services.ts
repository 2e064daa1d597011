import { commerce, fiscalCfdi, payroll } from '@timbre/contract';
import { createServiceClient, type ClientOptions } from '@timbre/kit';

/** The services behind the gateway. */
export function connectServices(
  addresses: { commerce: string; fiscalCfdi: string; payroll: string },
  options: ClientOptions,
) {
  return {
    commerce: createServiceClient(commerce.CommerceService, addresses.commerce, options),
    fiscalCfdi: createServiceClient(fiscalCfdi.FiscalCfdiService, addresses.fiscalCfdi, options),
    payroll: createServiceClient(payroll.PayrollService, addresses.payroll, options),
  };
}

export type Services = ReturnType<typeof connectServices>;
