import { cancelSatSync } from './cancel-sat-sync';
import { getSatQuotas } from './get-sat-quotas';
import { listSatSyncs } from './list-sat-syncs';
import { checkCfdiStatus } from './check-cfdi-status';
import { checkBlacklist } from './check-blacklist';
import { checkBlacklistBatch } from './check-blacklist-batch';
import { checkTaxId } from './check-tax-id';
import { extractTaxProfile } from './extract-tax-profile';
import { getComplianceOpinion } from './get-compliance-opinion';
import { getDeclaration } from './get-declaration';
import { getSatCatalogEntry } from './get-sat-catalog-entry';
import { getSatSync } from './get-sat-sync';
import { getSatSyncSchedule } from './get-sat-sync-schedule';
import { listLawPacks } from './list-law-packs';
import { getTaxProfile } from './get-tax-profile';
import { listComplianceOpinions } from './list-compliance-opinions';
import { listDeclarations } from './list-declarations';
import { listSatCatalogs } from './list-sat-catalogs';
import { putSatSyncSchedule } from './put-sat-sync-schedule';
import { searchSatCatalog } from './search-sat-catalog';
import { startSatSync } from './start-sat-sync';

export const sat = [
  cancelSatSync,
  checkCfdiStatus,
  checkBlacklist,
  checkBlacklistBatch,
  checkTaxId,
  extractTaxProfile,
  getTaxProfile,
  getSatQuotas,
  listSatSyncs,
  getComplianceOpinion,
  getDeclaration,
  listComplianceOpinions,
  listDeclarations,
  getSatCatalogEntry,
  getSatSync,
  getSatSyncSchedule,
  listLawPacks,
  listSatCatalogs,
  putSatSyncSchedule,
  searchSatCatalog,
  startSatSync,
];
