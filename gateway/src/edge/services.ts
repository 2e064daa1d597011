import {
  accounts,
  commerce,
  fiscalCfdi,
  payroll,
  reports,
  satSync,
  webhooks,
} from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { createServiceClient, type ClientOptions } from '@timbre/kit';
import type { IdentityClient } from '../identity';

/** The services behind the gateway. */
export function connectServices(
  addresses: Record<
    'accounts' | 'commerce' | 'fiscalCfdi' | 'payroll' | 'reports' | 'satSync' | 'webhooks',
    string
  >,
  options: ClientOptions,
) {
  return {
    accounts: createServiceClient(accounts.AccountsService, addresses.accounts, options),
    commerce: createServiceClient(commerce.CommerceService, addresses.commerce, options),
    fiscalCfdi: createServiceClient(fiscalCfdi.FiscalCfdiService, addresses.fiscalCfdi, options),
    payroll: createServiceClient(payroll.PayrollService, addresses.payroll, options),
    reports: createServiceClient(reports.ReportsService, addresses.reports, options),
    satSync: createServiceClient(satSync.SatSyncService, addresses.satSync, options),
    webhooks: createServiceClient(webhooks.WebhooksService, addresses.webhooks, options),
  };
}

/** The services behind the rows; that of identity is in the same process. */
export interface Services extends ReturnType<typeof connectServices> {
  identity: IdentityClient;
}

const ofCommerce: (string | undefined)[] = ['quote', 'sales_receipt'];
const ofSatSync: (string | undefined)[] = ['declaration', 'tax_compliance_opinion'];

/** The service that has the files of the document: fiscal-cfdi, unless another one owns its kind. */
export function filesOf({ commerce, fiscalCfdi, satSync }: Services, documentRef: string) {
  const prefix = parseDocumentRef(documentRef)?.prefix;
  if (ofSatSync.includes(prefix)) return satSync;
  return ofCommerce.includes(prefix) ? commerce : fiscalCfdi;
}
