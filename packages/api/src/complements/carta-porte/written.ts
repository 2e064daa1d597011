import { certain, Decimal } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDocument } from '../complement';
import { writtenAddress } from '../place';
import { hasDistances, modesOf, stationOf, stationTypeOf } from './modes';
import type { CartaPorte, shown } from './shape';

type Value = CartaPorte;
type Stop = Value['stops'][number];
type Good = Value['goods'][number];
type Shown = z.output<typeof shown>;

const stopKinds = { origin: 'Origen', destination: 'Destino' } as const;
/** The SAT's words for the directions of `customs`, which c_RegimenAduanero also uses. */
export const directions = { entry: 'Entrada', exit: 'Salida' } as const;
const traffics = { deep_sea: 'Altura', cabotage: 'Cabotaje' } as const;
const kilogram = 'KGM';
const kilogramsInTonne = 1_000;
const idPrefixes = { origin: 'OR', destination: 'DE' } as const;

/**
 * Adds the IdCCP, which is derived from the identifier of the document. A changed draft and a repeated seal
 * have the same IdCCP, and a copy of the document has a different IdCCP. The schema requires `CCC` in place
 * of the first three digits of a UUID; in Timbre's identifiers, these three digits change only every two
 * years.
 */
export const kept = (value: Value, documentId: string) => ({
  ...value,
  idCcp: `CCC${documentId.slice(3)}`,
});

/**
 * Returns the data of a transported good. Data that is absent in the request is copied from the item of the
 * document.
 */
export function goodOf(good: Good, items: ComplementedDocument['items']) {
  const item = good.item === undefined ? undefined : items[good.item];
  return {
    satProductCode: good.satProductCode ?? item?.satProductCode,
    description: good.description ?? item?.description,
    quantity: good.quantity ?? (item && Number(item.quantity)),
    satUnitCode: good.satUnitCode ?? item?.satUnitCode,
  };
}

/**
 * Converts the complement to the form of its XML and adds the computed fields (CP126, CP149 to CP152, CP154).
 */
export function written(value: Value, { issuer, items }: ComplementedDocument) {
  const { customs, isthmus, stops, goods, figures, collectsReturns, ...others } = value;
  const { vehicle, ship, aircraft, train, ...named } = others;
  const ids = idsOf(stops);
  return {
    ...named,
    isInternational: yesOrNo(customs !== undefined),
    ...(customs && {
      customs: {
        direction: directions[customs.direction],
        country: customs.country,
        via: customs.via ?? modesOf(value)[0],
      },
      regimes: customs.regimes.map((regime) => ({ regime })),
    }),
    ...(isthmus && { isthmus: { register: yes, ...isthmus } }),
    ...(hasDistances(value) && {
      totalDistanceKm: sumOf(stops.map(({ distanceKm = 0 }) => distanceKm)),
    }),
    stops: stops.map((_, index) => writtenStop(value, index, ids[index], issuer)),
    load: {
      grossWeightKg: sumOf(goods.map(({ weightKg }) => weightKg)),
      weightUnit: kilogram,
      netWeight: netWeightOf(value),
      count: goods.length,
      valuationCharge: aircraft?.valuationCharge,
      ...(collectsReturns && { collectsReturns: yes }),
      goods: goods.map((good) => writtenGood(good, items, ids)),
      ...(vehicle && { vehicle: writtenVehicle(vehicle) }),
      ship,
      aircraft,
      ...(train && { train: writtenTrain(train) }),
    },
    ...(figures.length > 0 && {
      figures: figures.map(({ parts, address, reference, ...figure }) => ({
        ...figure,
        parts: parts?.map((part) => ({ part })),
        address: domicileOf(address, reference),
      })),
    }),
  };
}

/**
 * Returns the total net weight: in kilograms for transport by sea, in tonnes for transport by rail (CP151,
 * CP152).
 */
function netWeightOf({ ship, train, goods }: Value): number | undefined {
  if (train) return sumOf(train.wagons.map((wagon) => netTonnesOf(wagon) ?? 0));
  return ship && sumOf(goods.map(({ netWeightKg = 0 }) => netWeightKg));
}

type Wagon = NonNullable<Value['train']>['wagons'][number];

/** Returns the net tonnes of the containers on a wagon; undefined for a wagon without containers (CP191). */
export const tonnesInContainers = ({ containers }: Wagon): number | undefined =>
  containers &&
  Decimal.from(sumOf(containers.map(({ netWeightKg }) => netWeightKg)))
    .dividedBy(Decimal.from(kilogramsInTonne), 3)
    .toNumber();

const netTonnesOf = (wagon: Wagon) => wagon.netTonnes ?? tonnesInContainers(wagon);

const writtenTrain = ({ wagons, ...train }: NonNullable<Value['train']>) => ({
  ...train,
  wagons: wagons.map((wagon) => ({ ...wagon, netTonnes: netTonnesOf(wagon) })),
});

function writtenVehicle({
  configuration,
  grossWeightTonnes,
  plate,
  modelYear,
  ...permitted
}: NonNullable<Value['vehicle']>) {
  return {
    ...permitted,
    identification: { configuration, grossWeightTonnes, plate, modelYear },
  };
}

type Written = ReturnType<typeof written>;

/**
 * Returns the identifiers of the stops, such as `OR000001`, `DE000001` and `DE000002`: origins and
 * destinations are numbered separately in their order.
 */
function idsOf(stops: readonly Stop[]): string[] {
  const counts = { origin: 0, destination: 0 };
  return stops.map(({ kind }) => {
    counts[kind] += 1;
    return `${idPrefixes[kind]}${`${counts[kind]}`.padStart(6, '0')}`;
  });
}

function writtenStop(
  value: Value,
  index: number,
  id: string | undefined,
  issuer: ComplementedDocument['issuer'],
) {
  const given = certain(value.stops[index], 'stop');
  const { kind, rfc, name, address, reference, traffic, ...stop } = given;
  const own = rfc === undefined ? issuer.legalName : undefined;
  return {
    ...stop,
    kind: stopKinds[kind],
    id,
    rfc: rfc ?? issuer.rfc,
    name: name ?? own,
    stationName: stop.stationName ?? stationOf(stop.station)?.name,
    traffic: traffic && traffics[traffic],
    plannedLocalDateTime: stop.plannedLocalDateTime.slice(0, 19),
    stationType: stationTypeOf(value, index),
    address: domicileOf(address, reference),
  };
}

/** Returns the Domicilio of a stop or figure; the reference is a separate field of the input. */
const domicileOf = (address: Stop['address'], reference: string | undefined) =>
  address && { ...writtenAddress(address), reference };

function writtenGood(
  { isHazardous, deliveries, netWeightKg, pieces, ...good }: Good,
  items: ComplementedDocument['items'],
  ids: readonly string[],
) {
  return {
    ...good,
    ...goodOf(good, items),
    weights: netWeightKg === undefined ? undefined : weightsOf(good.weightKg, netWeightKg, pieces),
    isHazardous: isHazardous === undefined ? undefined : yesOrNo(isHazardous),
    deliveries: deliveries?.map(({ quantity, origin, destination, via }) => ({
      quantity,
      origin: ids[origin],
      destination: ids[destination],
      via,
    })),
  };
}

const weightsOf = (gross: number, net: number, pieces: number | undefined) => ({
  unit: kilogram,
  gross,
  net,
  tare: Decimal.from(gross).minus(Decimal.from(net)).toNumber(),
  pieces,
});

/** Converts the complement from the form of its XML, with the computed fields; the reverse of `written`. */
export function given({
  stops = [],
  load,
  figures = [],
  isInternational,
  customs,
  regimes = [],
  isthmus,
  ...value
}: Partial<Written>): unknown {
  const { goods = [], vehicle, ship, aircraft, train, collectsReturns } = load ?? {};
  const { grossWeightKg, valuationCharge } = load ?? {};
  const { identification, ...permitted } = vehicle ?? {};
  const positions = new Map(stops.map(({ id }, index) => [id, index]));
  return {
    ...value,
    isInternational: isYes(isInternational),
    ...(customs && {
      customs: {
        ...customs,
        direction: customs.direction === directions.entry ? 'entry' : 'exit',
        regimes: regimes.map(({ regime }) => regime),
      },
    }),
    ...(isthmus && { isthmus: { origin: isthmus.origin, destination: isthmus.destination } }),
    grossWeightKg,
    stops: stops.map(givenStop),
    goods: goods.map((good) => givenGood(good, positions)),
    ...(collectsReturns !== undefined && { collectsReturns: true }),
    ...(vehicle && { vehicle: { ...permitted, ...identification } }),
    ship,
    aircraft: aircraft && { ...aircraft, valuationCharge },
    train,
    figures: figures.map(({ parts, address, ...figure }) => ({
      ...figure,
      ...(parts && { parts: parts.map(({ part }) => part) }),
      ...placeOf(address),
    })),
  };
}

function placeOf(domicile: ReturnType<typeof domicileOf>) {
  if (!domicile) return {};
  const { reference, ...address } = domicile;
  return { address, ...(reference !== undefined && { reference }) };
}

function givenStop({ id: _, kind, address, traffic, ...stop }: Written['stops'][number]) {
  return {
    ...stop,
    kind: kind === stopKinds.origin ? 'origin' : 'destination',
    ...(traffic && { traffic: traffic === traffics.deep_sea ? 'deep_sea' : 'cabotage' }),
    ...placeOf(address),
  };
}

/**
 * Returns the net weight in kilograms. If the net weight has another unit, it is converted by its proportion
 * to the gross weight.
 */
function netKilograms(weightKg: number, { unit, gross, net }: ReturnType<typeof weightsOf>) {
  if (unit === kilogram || gross === 0) return net;
  return Decimal.from(weightKg)
    .times(Decimal.from(net))
    .dividedBy(Decimal.from(gross), 3)
    .toNumber();
}

function givenGood(
  { isHazardous, deliveries, weights, ...good }: Written['load']['goods'][number],
  positions: ReadonlyMap<string | undefined, number>,
) {
  const { pieces } = weights ?? {};
  return {
    ...good,
    ...(isHazardous !== undefined && { isHazardous: isYes(isHazardous) }),
    ...(weights && { netWeightKg: netKilograms(good.weightKg, weights) }),
    ...(pieces !== undefined && { pieces }),
    ...(deliveries && {
      deliveries: deliveries.map(({ origin, destination, ...delivery }) => ({
        ...delivery,
        origin: positions.get(origin),
        destination: positions.get(destination),
      })),
    }),
  };
}

const yes = 'Sí';
const yesOrNo = (given: boolean) => (given ? yes : 'No');
const isYes = (word: string | undefined) => (word === undefined ? undefined : word === yes);

/** Adds decimal numbers exactly, without floating point. */
export const sumOf = (numbers: readonly number[]): number =>
  Decimal.sum(numbers.map((one) => Decimal.from(one))).toNumber();

const verification = 'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx';

/**
 * Returns the text of the QR code of the complement: the SAT's page with the local times of departure and of
 * the stamp, in the format of their XML attributes. Source: the printed documents of public programs, read
 * 2026-11-21; the SAT does not document the page.
 */
export function qrText({ idCcp, stops }: Shown, stampedAt: string): string | undefined {
  const origin = stops.find(({ kind }) => kind === 'origin');
  if (!origin) return undefined;
  return `${verification}?IdCCP=${idCcp}&FechaOrig=${origin.plannedLocalDateTime}&FechaTimb=${stampedAt}`;
}
