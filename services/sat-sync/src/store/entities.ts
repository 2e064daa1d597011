import { ComplianceOpinion } from './compliance-opinions';
import { Declaration } from './declarations';
import { Schedule } from './schedules';
import { Sync, SyncSource } from './syncs';
import { TaxProfile } from './tax-profiles';

/** All entities of this service. */
export const entities = [Schedule, Declaration, ComplianceOpinion, Sync, SyncSource, TaxProfile];
