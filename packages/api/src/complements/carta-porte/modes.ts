import { requiredCatalog } from '@timbre/fiscal';
import type { CartaPorte } from './shape';

/** The code in c_CveTransporte of each means of transport, keyed by the field with its data. */
export const modeCodes = { vehicle: '01', ship: '02', aircraft: '03', train: '04' } as const;

type Moved = Pick<CartaPorte, keyof typeof modeCodes>;

/** Returns the codes of the means of transport of a document, in the order of c_CveTransporte. */
export const modesOf = (value: Moved): string[] =>
  Object.entries(modeCodes)
    .filter(([member]) => value[member as keyof Moved] !== undefined)
    .map(([, code]) => code);

/**
 * Whether the stops of the transport must state distances, as for transport by road or rail (CP125, CP141).
 */
export const hasDistances = ({ vehicle, train }: Moved): boolean =>
  vehicle !== undefined || train !== undefined;

/**
 * Whether the stops of the transport state the type of station, as for transport by sea, air or rail
 * (CP140).
 */
export const hasStationTypes = ({ ship, aircraft, train }: Moved): boolean =>
  [ship, aircraft, train].some((mode) => mode !== undefined);

interface Station {
  /** The description of the station in c_Estaciones. */
  readonly name: string;
  /** c_CveTransporte. */
  readonly transport: string | undefined;
  readonly isAbroad: boolean;
  /**
   * Whether the code means "any foreign station without its own code". The station name is then required
   * (CP138).
   */
  readonly isUnnamed: boolean;
}

const home = 'México';
const anyAbroad = 'Extranjera';

/** Returns the data of a station from c_Estaciones. */
export function stationOf(code: string | undefined): Station | undefined {
  const entry =
    code === undefined ? undefined : requiredCatalog('c_Estaciones').get(code, 'latest');
  if (!entry) return undefined;
  const { transport, country } = entry.attributes;
  return {
    name: entry.description,
    transport,
    isAbroad: country !== home,
    isUnnamed: country === anyAbroad,
  };
}

/** c_TipoEstacion. */
const firstStation = '01';
export const intermediateStation = '02';
const lastStation = '03';

/**
 * Returns the station type of a stop: the given type, or for a stop in Mexico the type that follows from its
 * position in the transport (CP140).
 */
export function stationTypeOf(value: CartaPorte, index: number): string | undefined {
  const { stops } = value;
  const stop = stops[index];
  if (!stop || stop.stationType !== undefined) return stop?.stationType;
  if (!hasStationTypes(value) || stationOf(stop.station)?.isAbroad) return undefined;
  if (index === 0) return firstStation;
  return index === stops.length - 1 ? lastStation : intermediateStation;
}
