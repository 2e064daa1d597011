import { said } from '@timbre/fiscal';
import type { ComplementAttribute, ComplementElement } from '../complement';

const sellers = said('Enajenante', 'Seller');
const buyers = said('Adquirente', 'Buyer');

const person: readonly ComplementAttribute[] = [
  ['Nombre', 'name', said('Nombre', 'Name')],
  ['ApellidoPaterno', 'firstSurname', said('Apellido paterno', 'First surname')],
  ['ApellidoMaterno', 'secondSurname', said('Apellido materno', 'Second surname')],
  ['RFC', 'rfc', said('RFC', 'RFC')],
  ['CURP', 'curp', said('CURP', 'CURP')],
];

const owner: readonly ComplementAttribute[] = [
  ...person,
  ['Porcentaje', 'percentage', said('Porcentaje', 'Percentage'), 'number'],
];

/**
 * Describes the element of the sellers or buyers; single parties and joint owners have different
 * child elements.
 */
const side = (name: string, title: typeof sellers): ComplementElement => ({
  name: `notariospublicos:Datos${name}`,
  title,
  attributes: [
    [
      'CoproSocConyugalE',
      'isShared',
      said('Copropiedad o sociedad conyugal', 'Owned by several or by spouses'),
    ],
  ],
  children: [
    {
      field: 'one',
      element: { name: `notariospublicos:DatosUn${name}`, attributes: person },
    },
    {
      field: 'several',
      element: {
        name: `notariospublicos:Datos${name}sCopSC`,
        each: { name: `notariospublicos:Datos${name}CopSC`, attributes: owner },
      },
    },
  ],
});

/** Source: notariospublicos.xsd and notariospublicos.xslt of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'notariospublicos:NotariosPublicos',
  fixed: { Version: '1.0' },
  children: [
    {
      field: 'properties',
      element: {
        name: 'notariospublicos:DescInmuebles',
        title: said('Inmueble', 'Real estate'),
        each: {
          name: 'notariospublicos:DescInmueble',
          attributes: [
            ['TipoInmueble', 'kind', said('Tipo de inmueble', 'Kind of real estate')],
            ['Calle', 'address.street', said('Calle', 'Street')],
            ['NoExterior', 'address.exterior', said('Número exterior', 'Exterior number')],
            ['NoInterior', 'address.interior', said('Número interior', 'Interior number')],
            ['Colonia', 'address.neighborhood', said('Colonia', 'Neighborhood')],
            ['Localidad', 'address.city', said('Localidad', 'City')],
            ['Municipio', 'address.municipality', said('Municipio', 'Municipality')],
            ['Estado', 'address.state', said('Estado', 'State')],
            ['Pais', 'address.country', said('País', 'Country'), 'c_Pais'],
            ['CodigoPostal', 'address.postalCode', said('Código postal', 'Postal code')],
          ],
        },
      },
    },
    {
      field: 'deed',
      element: {
        name: 'notariospublicos:DatosOperacion',
        title: said('Escritura', 'Deed'),
        attributes: [
          [
            'NumInstrumentoNotarial',
            'number',
            said('Instrumento notarial', 'Notarial instrument'),
            'number',
          ],
          ['FechaInstNotarial', 'date', said('Fecha', 'Date')],
          ['MontoOperacion', 'amount', said('Monto de la operación', 'Amount'), 'number'],
          ['Subtotal', 'subtotal', said('Subtotal', 'Subtotal'), 'number'],
          ['IVA', 'iva', said('IVA', 'IVA'), 'number'],
        ],
      },
    },
    {
      field: 'notary',
      element: {
        name: 'notariospublicos:DatosNotario',
        title: said('Notario', 'Notary'),
        attributes: [
          ['CURP', 'curp', said('CURP', 'CURP')],
          ['NumNotaria', 'number', said('Número de notaría', 'Number of the office'), 'number'],
          ['EntidadFederativa', 'state', said('Entidad federativa', 'State')],
          ['Adscripcion', 'office', said('Adscripción', 'Assignment')],
        ],
      },
    },
    { field: 'seller', element: side('Enajenante', sellers) },
    { field: 'buyer', element: side('Adquiriente', buyers) },
  ],
};
