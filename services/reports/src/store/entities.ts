import { shapes } from '../domain/shapes';
import { defineFactTables } from './fact-tables';
import { GroupNameRecord } from './names';
import { Organization } from './organizations';
import { Declaration, TaxProfile } from './taxes';

/** All entities of this service. */
export const entities = [
  Declaration,
  GroupNameRecord,
  Organization,
  TaxProfile,
  ...shapes.flatMap(defineFactTables),
];
