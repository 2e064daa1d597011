import { rowReader } from './catalogs';

/** A row of c_CodigoPostal. */
export interface PostalCode {
  code: string;
  /** c_Estado. */
  stateCode: string;
  /** Code within the state; c_Municipio keeps it as `CMX-010`. */
  municipalityCode?: string;
  /** Code within the state; c_Localidad keeps it as `CMX-01`. */
  localityCode?: string;
  /** Border whose IVA stimulus reaches the place. */
  borderStimulus: 'none' | 'north' | 'south';
  /** Zone whose clock dates the invoices issued there. */
  ianaZone: string;
}

const borders = ['none', 'north', 'south'] as const;

export const postalCode: (code: string) => PostalCode | undefined = rowReader(
  'c_CodigoPostal',
  ({ code, attributes }) => {
    const { state = '', municipality, locality, borderStimulus, ianaZone = '' } = attributes;
    return {
      code,
      stateCode: state,
      ...(municipality === undefined ? {} : { municipalityCode: municipality }),
      ...(locality === undefined ? {} : { localityCode: locality }),
      borderStimulus: borders[Number(borderStimulus)] ?? 'none',
      ianaZone,
    };
  },
);
