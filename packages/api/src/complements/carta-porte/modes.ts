import { requiredCatalog } from '@timbre/fiscal';
import type { CartaPorte } from './shape';

/** The members with the data of a means of transport, and the codes of these means in c_CveTransporte. */
export const modeCodes = { vehicle: '01', ship: '02', aircraft: '03', train: '04' } as const;

type Moved = Pick<CartaPorte, keyof typeof modeCodes>;

/** The codes of the means that move the goods, in the order of c_CveTransporte. */
export const modesOf = (value: Moved): string[] =>
  Object.entries(modeCodes)
    .filter(([member]) => value[member as keyof Moved] !== undefined)
    .map(([, code]) => code);

/** Transport by road or by rail has distances (CP125, CP141). */
export const hasDistances = ({ vehicle, train }: Moved): boolean =>
  vehicle !== undefined || train !== undefined;

/** Transport by sea, air or rail has types of stations (CP140). */
export const hasStationTypes = ({ ship, aircraft, train }: Moved): boolean =>
  [ship, aircraft, train].some((mode) => mode !== undefined);

interface Station {
  /** The description of c_Estaciones. */
  readonly name: string;
  /** c_CveTransporte. */
  readonly transport: string | undefined;
  readonly isAbroad: boolean;
  /** Whether the code stands for every station abroad without a code; its name is then given (CP138). */
  readonly isUnnamed: boolean;
}

const home = 'México';
const anyAbroad = 'Extranjera';

/** Returns the data of a station in c_Estaciones. */
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

/** The type of the station of a stop: the given one, or in Mexico that of its place in the transport (CP140). */
export function stationTypeOf(value: CartaPorte, index: number): string | undefined {
  const { stops } = value;
  const stop = stops[index];
  if (!stop || stop.stationType !== undefined) return stop?.stationType;
  if (!hasStationTypes(value) || stationOf(stop.station)?.isAbroad) return undefined;
  if (index === 0) return firstStation;
  return index === stops.length - 1 ? lastStation : intermediateStation;
}
