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
import type { IdentityClient } from '../identity';
import type { WholeClient } from './whole-client';

/** The services that the gateway calls, each with the setting of its address. */
export const calls = {
  accounts: { at: 'TIMBRE_ACCOUNTS_ADDRESS', service: accounts.AccountsService },
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: commerce.CommerceService },
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: fiscalCfdi.FiscalCfdiService },
  payroll: { at: 'TIMBRE_PAYROLL_ADDRESS', service: payroll.PayrollService },
  reports: { at: 'TIMBRE_REPORTS_ADDRESS', service: reports.ReportsService },
  satSync: { at: 'TIMBRE_SAT_SYNC_ADDRESS', service: satSync.SatSyncService },
  webhooks: { at: 'TIMBRE_WEBHOOKS_ADDRESS', service: webhooks.WebhooksService },
};

/** The services behind the rows; that of identity is in the same process. */
export type Services = WholeClients & { identity: IdentityClient };

export type WholeClients = {
  [Name in keyof typeof calls]: WholeClient<(typeof calls)[Name]['service']>;
};

const ofCommerce: (string | undefined)[] = ['quote', 'sales_receipt'];
const ofSatSync: (string | undefined)[] = ['declaration', 'tax_compliance_opinion'];

/** The service that has the files of the document: fiscal-cfdi, unless another one owns its kind. */
export function filesOf({ commerce, fiscalCfdi, satSync }: Services, documentRef: string) {
  const prefix = parseDocumentRef(documentRef)?.prefix;
  if (ofSatSync.includes(prefix)) return satSync;
  return ofCommerce.includes(prefix) ? commerce : fiscalCfdi;
}
