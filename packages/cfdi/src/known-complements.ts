import type { XmlNode } from './xml';

/** The place of a complement in the XML: below the whole document, or below a concept. */
export type ComplementPlace = 'document' | 'item';

/** A complement of CFDI 4.0 in the version that is in force. */
interface KnownComplement {
  /** The name of the root element, with the SAT's prefix. */
  readonly name: string;
  readonly place: ComplementPlace;
  /** The attributes that contain the version of the complement, with their values. */
  readonly version: Readonly<Record<string, string>>;
}

/*
 * The complements that CFDI 4.0 allows besides payments and payroll. Source: the schemas and stylesheets that
 * the SAT's portal lists for CFDI 4.0, read 2026-11-28. ImpuestosLocales is not in the table, because it
 * changes the total and is therefore part of the model.
 */
const table = `
item iedu:instEducativas version=1.0
item ventavehiculos:VentaVehiculos version=1.1
item hidrocarburospetroliferos:HidroYPetro Version=1.0
document aerolineas:Aerolineas Version=1.0
document cartaporte31:CartaPorte Version=3.1
document cce20:ComercioExterior Version=2.0
document consumodecombustibles11:ConsumoDeCombustibles version=1.1
document decreto:renovacionysustitucionvehiculos Version=1.0
document destruccion:certificadodedestruccion Version=1.0
document detallista:detallista contentVersion=1.3.1 documentStructureVersion=AMC8.1
document divisas:Divisas version=1.0
document donat:Donatarias version=1.1
document ecc12:EstadoDeCuentaCombustible Version=1.2
document gceh:GastosHidrocarburos Version=1.0
document ieeh:IngresosHidrocarburos Version=1.0
document ine:INE Version=1.1
document leyendasFisc:LeyendasFiscales version=1.0
document notariospublicos:NotariosPublicos Version=1.0
document obrasarte:obrasarteantiguedades Version=1.0
document pagoenespecie:PagoEnEspecie Version=1.0
document pfic:PFintegranteCoordinado version=1.0
document registrofiscal:CFDIRegistroFiscal Version=1.0
document servicioparcial:parcialesconstruccion Version=1.0
document tpe:TuristaPasajeroExtranjero version=1.0
document valesdedespensa:ValesDeDespensa version=1.0
document vehiculousado:VehiculoUsado Version=1.0
`;

const byName = new Map(
  table
    .trim()
    .split('\n')
    .map((line): [string, KnownComplement] => {
      const [place, name = '', ...attributes] = line.split(' ');
      const version = Object.fromEntries(
        attributes.map((one) => one.split('=') as [string, string]),
      );
      return [name, { name, place: place as ComplementPlace, version }];
    }),
);

/** The names of all complements: the names of their root elements. */
export const knownComplementNames: readonly string[] = [...byName.keys()];

/** Returns the complement with this root element; undefined if CFDI 4.0 does not allow the element. */
export const knownComplement = (name: string): KnownComplement | undefined => byName.get(name);

/**
 * Whether the element has the version that is in force. In the complement detallista, the attributes of the
 * version are optional.
 */
export const isOfVersionInForce = (
  { version, name }: KnownComplement,
  { attributes }: XmlNode,
): boolean =>
  Object.entries(version).every(
    ([attribute, value]) =>
      (attributes[attribute] ?? (name === 'detallista:detallista' ? value : undefined)) === value,
  );
