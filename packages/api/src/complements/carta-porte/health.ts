import type { z } from 'zod';
import type { input } from './shape';

type Good = z.output<typeof input>['goods'][number];

/** The data that the health authority (COFEPRIS) requires for a good, except the sector. */
export type HealthField = Exclude<keyof NonNullable<Good['health']>, 'sector'>;

const medicine: readonly HealthField[] = [
  'genericName',
  'brandName',
  'manufacturer',
  'expiresOn',
  'batch',
  'dosageForm',
  'conditions',
  'registration',
];

/**
 * The fields that each sector in c_SectorCOFEPRIS requires (CP159 to CP163 of the SAT's matrix,
 * read 2026-11-21).
 */
export const healthFields: Readonly<Record<string, readonly HealthField[]>> = {
  '01': medicine,
  '02': [
    'activeIngredient',
    'chemicalName',
    'manufacturer',
    'expiresOn',
    'batch',
    'dosageForm',
    'conditions',
  ],
  '03': medicine,
  '04': ['chemicalName', 'casNumber'],
  '05': [
    'activeIngredient',
    'pesticideRegistration',
    'manufacturerData',
    'formulatorData',
    'processorData',
    'authorizedUse',
  ],
};

/** The additional fields for goods that are imported into Mexico (CP164 to CP166). */
export const healthFieldsOnEntry: Readonly<Record<string, readonly HealthField[]>> = {
  '01': ['importPermit', 'vucemFolio'],
  '02': ['importPermit', 'vucemFolio'],
  '03': ['importPermit'],
  '04': ['vucemFolio', 'importer'],
  '05': ['vucemFolio'],
};
