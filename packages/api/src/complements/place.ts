import { requiredCatalog, said, type Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { address } from '../contacts';
import type { ComplementElement } from './complement';

type Address = z.output<typeof address>;

export const mexico = 'MEX';

/**
 * Describes the XML element of an address in a complement. Carta Porte and Comercio Exterior use
 * the same attributes.
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

/** Returns the codes for the parts of a Mexican address, derived from the postal code. */
function placeOf({ postalCode }: Pick<Address, 'postalCode'>) {
  const { state, municipality, locality } =
    requiredCatalog('c_CodigoPostal').get(postalCode, 'latest')?.attributes ?? {};
  return { state, municipality, city: locality };
}

/**
 * Returns the address in the form that complements use. For an address in Mexico, the postal code
 * determines the codes for its parts.
 */
export const writtenAddress = (address: Address) => ({
  ...(address.country === mexico && placeOf(address)),
  ...address,
});

/**
 * Returns the issues of an address. In Mexico, the parts of the address must belong to the postal
 * code; abroad, the state must belong to the country.
 * @param at the path of the address in the request
 */
export const addressIssues = (address: Address, today: string, at: Issue['path']): Issue[] =>
  (address.country === mexico ? placeIssues : abroadIssues)(address, today, at);

/** The countries besides Mexico whose states are in c_Estado. */
const withStates = ['USA', 'CAN'];

/**
 * Returns the issues for the state in a foreign address. Besides Mexico, only the United States and
 * Canada have codes for states.
 */
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

/** Returns an issue for each part of a Mexican address that does not belong to the postal code. */
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
