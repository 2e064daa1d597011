import { Decimal } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDocument } from '../complement';
import { writtenAddress } from '../place';
import type { CartaPorte, shown } from './shape';

type Value = CartaPorte;
type Stop = Value['stops'][number];
type Good = Value['goods'][number];
type Shown = z.output<typeof shown>;

const stopKinds = { origin: 'Origen', destination: 'Destino' } as const;
/** The directions of `customs` in the words of the SAT, also those of c_RegimenAduanero. */
export const directions = { entry: 'Entrada', exit: 'Salida' } as const;
/** c_CveTransporte: road. */
const road = '01';
const idPrefixes = { origin: 'OR', destination: 'DE' } as const;

/**
 * The value with its IdCCP, which follows from the identifier of the document: a changed draft and a repeated
 * seal keep it, and a copy of the document has another one. The schema wants `CCC` in place of the first three
 * digits of a UUID; in our identifiers these are the time in steps of two years.
 */
export const kept = (value: Value, documentId: string) => ({
  ...value,
  idCcp: `CCC${documentId.slice(3)}`,
});

/** The data of one of the transported goods. An item gives those that are absent. */
export function goodOf(good: Good, items: ComplementedDocument['items']) {
  const item = good.item === undefined ? undefined : items[good.item];
  return {
    satProductCode: good.satProductCode ?? item?.satProductCode,
    description: good.description ?? item?.description,
    quantity: good.quantity ?? (item && Number(item.quantity)),
    satUnitCode: good.satUnitCode ?? item?.satUnitCode,
  };
}

/** The value in the form of its XML, with the computed fields (CP126, CP149, CP154). */
export function written(
  { customs, stops, goods, vehicle, figures, collectsReturns, ...value }: Value,
  { issuer, items }: ComplementedDocument,
) {
  const ids = idsOf(stops);
  const { configuration, grossWeightTonnes, plate, modelYear, ...permitted } = vehicle;
  return {
    ...value,
    isInternational: yesOrNo(customs !== undefined),
    ...(customs && {
      customs: {
        direction: directions[customs.direction],
        country: customs.country,
        via: customs.via ?? road,
      },
      regimes: customs.regimes.map((regime) => ({ regime })),
    }),
    totalDistanceKm: sumOf(stops.map(({ distanceKm = 0 }) => distanceKm)),
    stops: stops.map((stop, index) => writtenStop(stop, ids[index], issuer)),
    load: {
      grossWeightKg: sumOf(goods.map(({ weightKg }) => weightKg)),
      weightUnit: 'KGM',
      count: goods.length,
      ...(collectsReturns && { collectsReturns: 'Sí' }),
      goods: goods.map((good) => writtenGood(good, items, ids)),
      vehicle: {
        ...permitted,
        identification: { configuration, grossWeightTonnes, plate, modelYear },
      },
    },
    figures: figures.map(({ parts, ...figure }) => ({
      ...figure,
      parts: parts?.map((part) => ({ part })),
    })),
  };
}

type Written = ReturnType<typeof written>;

/** `OR000001`, `DE000001`, `DE000002`: the stops of each kind are numbered in their order. */
function idsOf(stops: readonly Stop[]): string[] {
  const counts = { origin: 0, destination: 0 };
  return stops.map(({ kind }) => {
    counts[kind] += 1;
    return `${idPrefixes[kind]}${`${counts[kind]}`.padStart(6, '0')}`;
  });
}

function writtenStop(
  { kind, rfc, name, address, reference, ...stop }: Stop,
  id: string | undefined,
  issuer: ComplementedDocument['issuer'],
) {
  const own = rfc === undefined ? issuer.legalName : undefined;
  return {
    ...stop,
    kind: stopKinds[kind],
    id,
    rfc: rfc ?? issuer.rfc,
    name: name ?? own,
    plannedLocalDateTime: stop.plannedLocalDateTime.slice(0, 19),
    address: { ...writtenAddress(address), reference },
  };
}

function writtenGood(
  { isHazardous, deliveries, ...good }: Good,
  items: ComplementedDocument['items'],
  ids: readonly string[],
) {
  return {
    ...good,
    ...goodOf(good, items),
    isHazardous: isHazardous === undefined ? undefined : yesOrNo(isHazardous),
    deliveries: deliveries?.map(({ quantity, origin, destination }) => ({
      quantity,
      origin: ids[origin],
      destination: ids[destination],
    })),
  };
}

/** The value from its XML, with the computed fields; the reverse of `written`. */
export function given({
  stops = [],
  load,
  figures = [],
  isInternational,
  customs,
  regimes = [],
  ...value
}: Partial<Written>): unknown {
  const { goods = [], vehicle, collectsReturns, grossWeightKg } = load ?? {};
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
    grossWeightKg,
    stops: stops.map(({ id: _, kind, address, ...stop }) => {
      const { reference, ...place } = address ?? {};
      return {
        ...stop,
        kind: kind === stopKinds.origin ? 'origin' : 'destination',
        ...(address && { address: place }),
        ...(reference !== undefined && { reference }),
      };
    }),
    goods: goods.map(({ isHazardous, deliveries, ...good }) => ({
      ...good,
      ...(isHazardous !== undefined && { isHazardous: isYes(isHazardous) }),
      ...(deliveries && {
        deliveries: deliveries.map(({ quantity, origin, destination }) => ({
          quantity,
          origin: positions.get(origin),
          destination: positions.get(destination),
        })),
      }),
    })),
    ...(collectsReturns !== undefined && { collectsReturns: true }),
    ...(vehicle && { vehicle: { ...permitted, ...identification } }),
    figures: figures.map(({ parts, ...figure }) => ({
      ...figure,
      ...(parts && { parts: parts.map(({ part }) => part) }),
    })),
  };
}

const yes = 'Sí';
const yesOrNo = (given: boolean) => (given ? yes : 'No');
const isYes = (word: string | undefined) => (word === undefined ? undefined : word === yes);

/** The exact sum of decimal numbers. */
export const sumOf = (numbers: readonly number[]): number =>
  Decimal.sum(numbers.map((one) => Decimal.from(one))).toNumber();

const verification = 'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx';

/**
 * The text of the QR of the complement: the SAT's page with the local times of departure and of the stamp, as
 * their attributes have them. Source: the printed forms of public programs, read 2026-11-21; the page of the SAT
 * is not documented.
 */
export function qrText({ idCcp, stops }: Shown, stampedAt: string): string | undefined {
  const origin = stops.find(({ kind }) => kind === 'origin');
  if (!origin) return undefined;
  return `${verification}?IdCCP=${idCcp}&FechaOrig=${origin.plannedLocalDateTime}&FechaTimb=${stampedAt}`;
}
