import { Decimal } from '@timbre/fiscal';
import { amountOf, childOf, childrenAt, has, is, valueOf, type Node } from '../schema/node';
import { columnOf, isUnknown, nameOf } from './catalogue';
import { sumOf } from './cfdi';
import { at, cartasPorte, differs, modeCount, onRoad, partsOf, type CartaPorte, type Part } from './carta-porte-node'; // prettier-ignore
import { table, type Rule } from './rule';

/*
 * The rules of Carta Porte 3.1 for transport by rail, sea and air, from the SAT's matrix
 * Matriz_Errores_CCP_V31, read 2026-11-30. `validation/register.ts` checks the register of taxpayers
 * (l_RFC, CP188).
 */

const details = ({ goods }: CartaPorte): readonly Node[] =>
  goods.flatMap((good) => childrenAt(good, at('DetalleMercancia')));
const wagonsOf = ({ train }: CartaPorte): readonly Node[] => childrenAt(train, at('Carro'));

const WHOLE: readonly Rule<CartaPorte>[] = [
  [
    'CP128',
    'Ubicacion',
    'debe haber un Origen en ferroviario',
    ({ train, stops }) => Boolean(train) && stopsOf(stops, 'Origen') < 1,
  ],
  [
    'CP129',
    'Ubicacion',
    'debe haber cinco Destinos en ferroviario',
    ({ train, stops }) => Boolean(train) && stopsOf(stops, 'Destino') < 5,
  ],
  [
    'CP149',
    'PesoBrutoTotal',
    'debe ser la suma de PesoEnKg',
    ({ vehicle, aircraft, train, load, goods }) =>
      Boolean(vehicle ?? aircraft ?? train) &&
      differs(amountOf(load, 'PesoBrutoTotal'), sumOf(goods, 'PesoEnKg')),
  ],
  [
    'CP150',
    'PesoBrutoTotal',
    'debe ser la suma de PesoBruto en marítimo',
    (one) =>
      Boolean(one.ship) &&
      differs(amountOf(one.load, 'PesoBrutoTotal'), sumOf(details(one), 'PesoBruto')),
  ],
  [
    'CP151',
    'PesoNetoTotal',
    'debe ser la suma de PesoNeto en marítimo',
    (one) =>
      Boolean(one.ship) &&
      differs(amountOf(one.load, 'PesoNetoTotal'), sumOf(details(one), 'PesoNeto')),
  ],
  [
    'CP152',
    'PesoNetoTotal',
    'debe ser la suma de ToneladasNetasCarro en ferroviario',
    (one) =>
      Boolean(one.train) &&
      differs(amountOf(one.load, 'PesoNetoTotal'), sumOf(wagonsOf(one), 'ToneladasNetasCarro')),
  ],
  [
    'CP153',
    'LogisticaInversaRecoleccionDevolucion',
    'existe solo en autotransporte',
    (one) => !onRoad(one) && has(one.load, 'LogisticaInversaRecoleccionDevolucion'),
  ],
  [
    'CP185',
    'PermisoTempNavegacion',
    'existe solo con otra bandera que MEX',
    ({ ship }) =>
      ship !== undefined &&
      has(ship, 'PermisoTempNavegacion') === is(ship, 'NacionalidadEmbarc', 'MEX'),
  ],
  [
    'CP189',
    'NumRegIdTribEmbarc',
    'existe solo sin RFCEmbarcador',
    ({ aircraft }) =>
      aircraft !== undefined &&
      has(aircraft, 'NumRegIdTribEmbarc') === has(aircraft, 'RFCEmbarcador'),
  ],
  [
    'CP190',
    'ResidenciaFiscalEmbarc',
    'existe solo con NumRegIdTribEmbarc y no es MEX',
    ({ aircraft }) =>
      has(aircraft, 'ResidenciaFiscalEmbarc') !== has(aircraft, 'NumRegIdTribEmbarc') ||
      is(aircraft, 'ResidenciaFiscalEmbarc', 'MEX'),
  ],
];

const stopsOf = (stops: readonly Node[], kind: string): number =>
  stops.filter((stop) => is(stop, 'TipoUbicacion', kind)).length;

const station = ({ of, node }: Part, column: string): string | undefined =>
  columnOf('c_Estaciones', valueOf(node, 'NumEstacion'), column, of.cfdi.on);

/** The country column of c_Estaciones contains this word in the entry for all unlisted foreign stations. */
const ANY_ABROAD = 'Extranjera';
const isForeign = (part: Part): boolean => (station(part, 'country') ?? 'México') !== 'México';

const STOP: readonly Rule<Part>[] = [
  [
    'CP135',
    'NumEstacion',
    'no debe existir en autotransporte',
    ({ of, node }) => onRoad(of) && has(node, 'NumEstacion'),
  ],
  [
    'CP136',
    'NumEstacion',
    'debe ser una estación del medio de transporte',
    (part) => !onRoad(part.of) && !isOfMode(part),
  ],
  [
    'CP137',
    'NombreEstacion',
    'existe solo con NumEstacion y es el del catálogo',
    (part) => has(part.node, 'NombreEstacion') !== has(part.node, 'NumEstacion') || !hasName(part),
  ],
  [
    'CP138',
    'NombreEstacion',
    'debe ser el nombre de la estación extranjera',
    ({ node }) => is(node, 'NombreEstacion', ANY_ABROAD),
  ],
  [
    'CP139',
    'NavegacionTrafico',
    'existe solo en marítimo',
    ({ of, node }) => has(node, 'NavegacionTrafico') !== (of.ship !== undefined),
  ],
  [
    'CP140',
    'TipoEstacion',
    'existe solo en marítimo, aéreo y ferroviario, y no en una estación extranjera',
    (part) =>
      has(part.node, 'TipoEstacion') !==
      (Boolean(part.of.ship ?? part.of.aircraft ?? part.of.train) && !isForeign(part)),
  ],
  [
    'CP142',
    'Domicilio',
    'existe salvo en una estación intermedia de ferroviario',
    ({ of, node }) =>
      (childOf(node, at('Domicilio')) !== undefined) ===
      (of.train !== undefined && is(node, 'TipoEstacion', '02')),
  ],
];

function isOfMode(part: Part): boolean {
  const { ship, aircraft, train } = part.of;
  const allowed = [ship && '02', aircraft && '03', train && '04'];
  return allowed.includes(station(part, 'transport'));
}

/**
 * Returns whether a station has the name in the catalogue; the names of unlisted foreign stations are not
 * checked.
 */
function hasName(part: Part): boolean {
  const { of, node } = part;
  const code = valueOf(node, 'NumEstacion');
  const isFree = code === undefined || station(part, 'country') === ANY_ABROAD;
  return isFree || valueOf(node, 'NombreEstacion') === nameOf('c_Estaciones', code, of.cfdi.on);
}

const GOOD: readonly Rule<Part>[] = [
  [
    'CP167',
    'ValorMercancia',
    'debe existir en aéreo',
    ({ of, node }) => of.aircraft !== undefined && !has(node, 'ValorMercancia'),
  ],
  [
    'CP180',
    'CvesTransporte',
    'existe solo con más de un medio de transporte',
    ({ of, node }) =>
      childrenAt(node, at('CantidadTransporta')).some(
        (quantity) => has(quantity, 'CvesTransporte') !== modeCount(of) > 1,
      ),
  ],
  [
    'CP181',
    'DetalleMercancia',
    'existe solo en marítimo',
    ({ of, node }) =>
      (childOf(node, at('DetalleMercancia')) !== undefined) !== (of.ship !== undefined),
  ],
];

const isFerry = (node: Node): boolean => is(node, 'TipoContenedor', 'CM011');

const SHIP_CONTAINER: readonly Rule<Part>[] = [
  [
    '301',
    'TipoContenedor',
    'debe ser una clave de c_ContenedorMaritimo',
    ({ of, node }) =>
      isUnknown('c_ContenedorMaritimo', valueOf(node, 'TipoContenedor'), of.cfdi.on),
  ],
  [
    'CP186',
    'TipoContenedor',
    'CM011 lleva los datos del autotransporte, los demás matrícula y precinto',
    ({ node }) =>
      ['MatriculaContenedor', 'NumPrecinto'].some((name) => has(node, name) === isFerry(node)) ||
      ['IdCCPRelacionado', 'PlacaVMCCP', 'FechaCertificacionCCP'].some(
        (name) => has(node, name) !== isFerry(node),
      ),
  ],
  [
    'CP187',
    'RemolquesCCP',
    'existe solo en CM011',
    ({ node }) => childOf(node, at('RemolquesCCP')) !== undefined && !isFerry(node),
  ],
];

const WAGON: readonly Rule<Part>[] = [
  [
    '301',
    'TipoContenedor',
    'debe ser una clave de c_Contenedor',
    ({ of, node }) =>
      childrenAt(node, at('Contenedor')).some((one) =>
        isUnknown('c_Contenedor', valueOf(one, 'TipoContenedor'), of.cfdi.on),
      ),
  ],
  [
    'CP191',
    'ToneladasNetasCarro',
    'debe ser la suma de PesoNetoMercancia en toneladas',
    ({ node }) => {
      const kilograms = sumOf(childrenAt(node, at('Contenedor')), 'PesoNetoMercancia');
      const tonnes = kilograms?.dividedBy(Decimal.from('1000'), 3);
      return tonnes !== undefined && differs(amountOf(node, 'ToneladasNetasCarro'), tonnes);
    },
  ],
  [
    'CP192',
    'Contenedor',
    'debe corresponder con c_TipoDeServicio',
    ({ of, node }) => {
      const service = valueOf(of.train, 'TipoDeServicio');
      const column = columnOf('c_TipoDeServicio', service, 'container', of.cfdi.on);
      return (childOf(node, at('Contenedor')) !== undefined) !== (column === '1');
    },
  ],
];

export const modeTables = [
  table(cartasPorte, WHOLE),
  table(
    partsOf(({ stops }) => stops),
    STOP,
  ),
  table(
    partsOf(({ goods }) => goods),
    GOOD,
  ),
  table(
    partsOf(({ ship }) => childrenAt(ship, at('Contenedor'))),
    SHIP_CONTAINER,
  ),
  table(partsOf(wagonsOf), WAGON),
];
