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
import type { CallContext } from '@timbre/kit';
import type { IdentityClient } from '../identity';
import type { WholeClient } from './whole-client';

/** The services that the gateway calls, each with the setting that contains its address. */
export const calls = {
  accounts: { at: 'TIMBRE_ACCOUNTS_ADDRESS', service: accounts.AccountsService },
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: commerce.CommerceService },
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: fiscalCfdi.FiscalCfdiService },
  payroll: { at: 'TIMBRE_PAYROLL_ADDRESS', service: payroll.PayrollService },
  reports: { at: 'TIMBRE_REPORTS_ADDRESS', service: reports.ReportsService },
  satSync: { at: 'TIMBRE_SAT_SYNC_ADDRESS', service: satSync.SatSyncService },
  webhooks: { at: 'TIMBRE_WEBHOOKS_ADDRESS', service: webhooks.WebhooksService },
};

/** The services that operation rows call. The identity service runs in the same process. */
export type Services = WholeClients & { identity: IdentityClient };

export type WholeClients = {
  [Name in keyof typeof calls]: WholeClient<(typeof calls)[Name]['service']>;
};

const ofCommerce: (string | undefined)[] = ['quote', 'sales_receipt'];
const ofSatSync: (string | undefined)[] = ['declaration', 'tax_compliance_opinion'];

/**
 * A request for a file of a document. `language` is the language of the labels in a file that
 * Timbre renders.
 */
export interface AskedFile {
  documentRef: string;
  format: string;
  language: string | undefined;
}

/**
 * Reads the file from the service that owns this kind of document. Kinds without another owner
 * belong to fiscal-cfdi.
 */
export function readFile(
  { commerce, fiscalCfdi, satSync }: Services,
  { documentRef, format, language }: AskedFile,
  context: CallContext,
) {
  const prefix = parseDocumentRef(documentRef)?.prefix;
  // sat-sync stores the documents that the SAT issues.
  if (ofSatSync.includes(prefix)) return satSync.downloadDocument({ documentRef, format }, context);
  const owner = ofCommerce.includes(prefix) ? commerce : fiscalCfdi;
  return owner.downloadDocument({ documentRef, format, language }, context);
}
