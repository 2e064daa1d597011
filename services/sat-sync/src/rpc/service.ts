import type { satSync, CallableRpcs } from '@timbre/contract';
import { answers, replies, type Rpcs, type Runtime, type ServiceClient } from '@timbre/kit';
import { checkBlacklist } from '../operations/check-blacklist';
import { checkTaxId } from '../operations/check-tax-id';
import { readConstancia } from '../operations/read-constancia';
import { checkBlacklistBatch } from '../operations/check-blacklist-batch';
import { extractTaxProfile } from '../operations/extract-tax-profile';
import { getTaxProfile } from '../operations/get-tax-profile';
import type { ListProviders } from '../workflows/load-list';
import { downloadDocument } from '../operations/download-document';
import { getComplianceOpinion } from '../operations/get-compliance-opinion';
import { getDeclaration } from '../operations/get-declaration';
import { getSatSyncSchedule } from '../operations/get-sat-sync-schedule';
import { cancelSatSync } from '../operations/cancel-sat-sync';
import { getSatQuotas } from '../operations/get-sat-quotas';
import { listSatSyncs } from '../operations/list-sat-syncs';
import { getSatSync } from '../operations/get-sat-sync';
import { listComplianceOpinions } from '../operations/list-compliance-opinions';
import { listTaxFacts } from '../operations/list-tax-facts';
import { listDeclarations } from '../operations/list-declarations';
import { putSatSyncSchedule } from '../operations/put-sat-sync-schedule';

import { startSatSync } from '../operations/start-sat-sync';
import type { DownloadProviders } from '../workflows/download-cfdi';
import type { PortalProviders } from '../workflows/read-declarations';
import type { FileProviders } from '../workflows/read-files';

/** The external systems that the operations of this service need. */
export interface Providers
  extends PortalProviders, FileProviders, ListProviders, DownloadProviders {
  fiscalCfdi: ServiceClient<CallableRpcs<'sat-sync', 'fiscal-cfdi'>>;
}

/** The implementations of all rpcs of the contract. TypeScript reports an error if an rpc is missing. */
export const rpcs = (runtime: Runtime<Providers>): Rpcs<typeof satSync.SatSyncService> => ({
  getSatSyncSchedule: replies(getSatSyncSchedule, runtime),
  putSatSyncSchedule: replies(putSatSyncSchedule, runtime),
  startSatSync: replies(startSatSync, runtime),
  getSatSync: replies(getSatSync, runtime),
  extractTaxProfile: replies(extractTaxProfile, runtime),
  getTaxProfile: replies(getTaxProfile, runtime),
  checkTaxId: replies(checkTaxId, runtime),
  readConstancia: replies(readConstancia, runtime),
  checkBlacklist: replies(checkBlacklist, runtime),
  checkBlacklistBatch: replies(checkBlacklistBatch, runtime),
  listSatSyncs: replies(listSatSyncs, runtime),
  cancelSatSync: replies(cancelSatSync, runtime),
  getSatQuotas: replies(getSatQuotas, runtime),
  listDeclarations: replies(listDeclarations, runtime),
  getDeclaration: replies(getDeclaration, runtime),
  listComplianceOpinions: replies(listComplianceOpinions, runtime),
  getComplianceOpinion: replies(getComplianceOpinion, runtime),
  listTaxFacts: answers(listTaxFacts, runtime),
  downloadDocument: answers(downloadDocument, runtime),
});
