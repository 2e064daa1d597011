import { callable } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import type { CallContext } from '@timbre/kit';
import type { IdentityClient } from '../identity';
import type { WholeClient } from './whole-client';

/** The services that the gateway calls, each with the setting that contains its address. */
export const calls = {
  accounts: { at: 'TIMBRE_ACCOUNTS_ADDRESS', service: callable('gateway', 'accounts') },
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: callable('gateway', 'commerce') },
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: callable('gateway', 'fiscal-cfdi') },
  payroll: { at: 'TIMBRE_PAYROLL_ADDRESS', service: callable('gateway', 'payroll') },
  reports: { at: 'TIMBRE_REPORTS_ADDRESS', service: callable('gateway', 'reports') },
  satSync: { at: 'TIMBRE_SAT_SYNC_ADDRESS', service: callable('gateway', 'sat-sync') },
  webhooks: { at: 'TIMBRE_WEBHOOKS_ADDRESS', service: callable('gateway', 'webhooks') },
};

/** The services that operation rows call. The identity service runs in the same process. */
export type Services = WholeClients & { identity: IdentityClient };

export type WholeClients = {
  [Name in keyof typeof calls]: WholeClient<(typeof calls)[Name]['service']['definition']>;
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
