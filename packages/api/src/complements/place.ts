import { requiredCatalog, said, type Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { address } from '../contacts';
import type { ComplementElement } from './complement';

type Address = z.output<typeof address>;

export const mexico = 'MEX';

/**
 * An address of a complement. The attributes of an address have the same names in Carta Porte and Comercio
 * Exterior.
 */
export const addressElement = (name: string): ComplementElement => ({
  name,
  title: said('Domicilio', 'Address'),
  attributes: [
    ['Calle', 'street', said('Calle', 'Street')],
    ['NumeroExterior', 'exterior', said('Número exterior', 'Exterior number')],
    ['NumeroInterior', 'interior', said('Número interior', 'Interior number')],
    ['Colonia', 'neighborhood', said('Colonia', 'Neighborhood'), 'c_Colonia'],
    ['Localidad', 'city', said('Localidad', 'City'), 'c_Localidad'],
    ['Referencia', 'reference', said('Referencia', 'Reference')],
    ['Municipio', 'municipality', said('Municipio', 'Municipality'), 'c_Municipio'],
    ['Estado', 'state', said('Estado', 'State'), 'c_Estado'],
    ['Pais', 'country', said('País', 'Country'), 'c_Pais'],
    ['CodigoPostal', 'postalCode', said('Código postal', 'Postal code')],
  ],
});

/** The codes of a Mexican address, derived from its postal code. */
function placeOf({ postalCode }: Pick<Address, 'postalCode'>) {
  const { state, municipality, locality } =
    requiredCatalog('c_CodigoPostal').get(postalCode, 'latest')?.attributes ?? {};
  return { state, municipality, city: locality };
}

/**
 * The address in the form of a complement. In Mexico the codes of its parts are derived from its
 * postal code.
 */
export const writtenAddress = (address: Address) => ({
  ...(address.country === mexico && placeOf(address)),
  ...address,
});

/**
 * The faults of the parts of an address. They are checked by the postal code in Mexico, and by the
 * country abroad.
 * @param at the path of the address
 */
export const addressIssues = (address: Address, today: string, at: Issue['path']): Issue[] =>
  (address.country === mexico ? placeIssues : abroadIssues)(address, today, at);

/** Countries besides Mexico with states in c_Estado. */
const withStates = ['USA', 'CAN'];

/** The faults of the state in an address. Only Mexico, the United States and Canada have codes of states. */
function abroadIssues({ state, country }: Address, today: string, at: Issue['path']): Issue[] {
  const path = [...at, 'state'];
  if (state === undefined)
    return [{ path, code: 'state_missing', message: 'The address requires state.' }];
  if (!withStates.includes(country)) return [];
  if (requiredCatalog('c_Estado').get(state, today)?.attributes.country === country) return [];
  return [
    { path, code: 'state_not_in_catalog', message: `${state} is not a state of ${country}.` },
  ];
}

/** The parts of a Mexican address that do not belong to its postal code. */
function placeIssues(address: Address, today: string, at: Issue['path']): Issue[] {
  const { neighborhood, postalCode } = address;
  const code = 'place_not_of_postal_code';
  const found = Object.entries(placeOf(address)).flatMap(([part, own]): Issue[] => {
    const given = address[part as 'state'];
    if (given === undefined || given === own) return [];
    const message = `The ${part} of ${postalCode} is ${own ?? 'absent'}.`;
    return [{ path: [...at, part], code, message }];
  });
  if (neighborhood === undefined) return found;
  if (requiredCatalog('c_Colonia').isActive(`${postalCode}-${neighborhood}`, today)) return found;
  const message = `${neighborhood} is not a code of c_Colonia in ${postalCode}.`;
  return [...found, { path: [...at, 'neighborhood'], code, message }];
}
