import { ComplianceOpinion } from './compliance-opinions';
import { Declaration } from './declarations';
import { Schedule } from './schedules';
import { Sync, SyncSource } from './syncs';
import { TaxProfile } from './tax-profiles';
import { KeptPage } from './kept-pages';
import { ListTurn } from './list-turn';
import { ListedPartyRecord, ListCheck, WatchedContact } from './listed-parties';
import { ListEntryRecord, ListFailure, ListFile } from './loaded-lists';
import { Metadata } from './metadata';
import { Organization } from './organizations';
import { PackagePart, Package, SatRequest } from './download-sources';
import { PortalTurn } from './portal-turns';
import { SatFile } from './sat-files';

/** All database entities of the sat-sync service. */
export const entities = [
  ComplianceOpinion,
  Declaration,
  KeptPage,
  ListCheck,
  ListEntryRecord,
  ListFailure,
  ListFile,
  ListTurn,
  ListedPartyRecord,
  Metadata,
  Organization,
  Package,
  PackagePart,
  PortalTurn,
  SatFile,
  SatRequest,
  Schedule,
  Sync,
  SyncSource,
  TaxProfile,
  WatchedContact,
];
