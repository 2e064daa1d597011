import { rowReader, type RowReader } from './catalogs';

/** A row of c_CodigoPostal. */
export interface PostalCode {
  code: string;
  /** c_Estado. */
  stateCode: string;
  /**
   * The code of the municipality within the state. In c_Municipio, the code has the form `CMX-010`.
   */
  municipalityCode?: string;
  /** The code of the locality within the state. In c_Localidad, the code has the form `CMX-01`. */
  localityCode?: string;
  /** The border region whose IVA stimulus applies at the postal code. */
  borderStimulus: 'none' | 'north' | 'south';
  /** The time zone for documents that are issued at the postal code. */
  ianaZone: string;
}

const borders = ['none', 'north', 'south'] as const;

export const postalCode: RowReader<PostalCode> = rowReader(
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
