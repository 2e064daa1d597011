import { shapes } from '../domain/shapes';
import { defineFactTables } from './fact-tables';
import { GroupNameRecord } from './names';
import { Organization } from './organizations';
import { Declaration, TaxProfile } from './taxes';

/** All database entities of the reports service. */
export const entities = [
  Declaration,
  GroupNameRecord,
  Organization,
  TaxProfile,
  ...shapes.flatMap(defineFactTables),
];
