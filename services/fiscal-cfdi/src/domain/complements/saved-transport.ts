import {
  figuresMax,
  type CartaPorte,
  type CartaPorteInput,
  type TransportSettings,
} from '@timbre/api';
import { Decimal, parseLocalDateTime, type Issue } from '@timbre/fiscal';
import type { DraftInput } from '../drafting/draft';

export const nothingSaved: TransportSettings = { vehicles: [], figures: [], routes: [] };

/** The codes in a draft that refer to saved transport settings. */
export interface SavedCodes {
  vehicle: string | null;
  figures: readonly string[];
  route: string | null;
}

/**
 * Returns the codes in a draft that refer to saved transport settings; undefined if the draft has
 * no such codes.
 */
export function savedCodesOf(input: DraftInput): SavedCodes | undefined {
  const { vehicleCode, figureCodes, route } = cartaPorteOf(input) ?? {};
  if (vehicleCode === undefined && figureCodes === undefined && !route) return undefined;
  return { vehicle: vehicleCode ?? null, figures: figureCodes ?? [], route: route?.code ?? null };
}

/**
 * Checks transport settings, after the gateway has validated their shape. The rules of Carta Porte
 * are checked later, in the document that uses the settings.
 * - saved_code_repeated: a list has the code twice
 * - minutes_not_in_order: a stop of a route has fewer minutes than the stop before
 */
export function savedTransportIssues(settings: TransportSettings): Issue[] {
  const repeated = Object.entries(settings).flatMap(([name, list]: [string, { code: string }[]]) =>
    list.flatMap(({ code }, index) =>
      list.findIndex((one) => one.code === code) === index
        ? []
        : [issue([name, index, 'code'], 'saved_code_repeated', 'This list has the code twice.')],
    ),
  );
  const early = settings.routes.flatMap(({ stops }, route) =>
    stops.flatMap(({ minutes }, index) =>
      minutes >= (stops[index - 1]?.minutes ?? 0)
        ? []
        : [issue(['routes', route, 'stops', index, 'minutes'], 'minutes_not_in_order', unordered)],
    ),
  );
  return [...repeated, ...early];
}

const issue = (path: Issue['path'], code: string, message: string): Issue => ({
  path,
  code,
  message,
});

const unordered = 'A stop cannot be earlier than the stop before it.';

/**
 * The result of `withSavedTransport`: the draft with the saved data instead of codes, and its
 * issues.
 */
export interface FilledDraft {
  input: DraftInput;
  issues: Issue[];
  /**
   * Moves an issue of the filled draft to the path in the client's request that caused the issue.
   */
  placed(issue: Issue): Issue;
}

/**
 * Replaces the codes in a draft with the saved vehicles, persons and routes. If a code causes an issue, the
 * function removes `cartaPorte` from the draft, so that the rest of the draft can still be checked.
 * - saved_code_unknown: the transport settings have no such code
 * - departure_too_late: a stop of the route would be after the year 9999
 * - value_given_twice: the transport has a value and also the code of a saved value for the same
 *   field
 * - required: the transport has no stops and no route code, or no means of transport
 * - repeated: the transport lists a person twice
 * - too_big: the saved persons and the other persons together are too many
 */
export function withSavedTransport(input: DraftInput, settings: TransportSettings): FilledDraft {
  const given = cartaPorteOf(input);
  if (!given) return { input, issues: [], placed: (issue) => issue };
  const issues: Issue[] = [];
  const whole = filled(given, settings, ({ path, ...found }) =>
    issues.push({ path: ['cartaPorte', ...path], ...found }),
  );
  const { cartaPorte: _, ...others } = input.complements ?? {};
  const complements = issues.length > 0 ? others : { ...others, cartaPorte: whole };
  return { input: { ...input, complements }, issues, placed: placedBy(given) };
}

/**
 * Returns a function that moves an issue of a saved value to the path of its code in the request. Saved
 * values are checked as if the request contained them.
 */
const placedBy =
  ({ route, vehicleCode, figureCodes = [] }: CartaPorteInput) =>
  (found: Issue): Issue => {
    const [complement, part, index, ...rest] = found.path;
    const at = (...path: Issue['path']): Issue => ({ ...found, path: ['cartaPorte', ...path] });
    if (complement !== 'cartaPorte') return found;
    if (part === 'stops' && route) return at('route', 'code');
    if (part === 'vehicle' && vehicleCode !== undefined) return at('vehicleCode');
    if (part !== 'figures' || typeof index !== 'number') return found;
    const saved = figureCodes.length;
    return index < saved ? at('figureCodes', index) : at('figures', index - saved, ...rest);
  };

const cartaPorteOf = ({ complements }: DraftInput) =>
  complements?.['cartaPorte'] as CartaPorteInput | undefined;

type Add = (issue: Issue) => void;

function filled(
  { route, vehicleCode, figureCodes = [], ...given }: CartaPorteInput,
  { vehicles, figures: saved, routes }: TransportSettings,
  add: Add,
): CartaPorte | undefined {
  const { stops, vehicle, figures = [], goods, ship, aircraft, train } = given;
  const isMoved = [vehicle, vehicleCode, ship, aircraft, train].some((mode) => mode !== undefined);
  if (stops === undefined && route === undefined)
    add(issue(['stops'], 'required', 'Give `stops`, or `route` of the transport settings.'));
  if (!isMoved) {
    const message = 'Give `vehicle`, `vehicleCode`, `ship`, `aircraft` or `train`.';
    add(issue(['vehicle'], 'required', message));
  }
  refuseBoth('stops', stops, 'route', route, add);
  refuseBoth('vehicle', vehicle, 'vehicleCode', vehicleCode, add);
  if (figureCodes.length + figures.length > figuresMax) {
    const message = `A transport has at most ${figuresMax} persons, with the saved ones.`;
    add(issue(['figureCodes'], 'too_big', message));
  }
  const savedFigures = figureCodes.flatMap((code, index) => {
    if (figureCodes.indexOf(code) < index)
      add(issue(['figureCodes', index], 'repeated', 'This code is given twice; leave one out.'));
    const found = savedIn(saved, code, ['figureCodes', index], add);
    return found ? [withoutCode(found)] : [];
  });
  const savedRoute = route && savedIn(routes, route.code, ['route', 'code'], add);
  const savedVehicle =
    vehicleCode === undefined ? undefined : savedIn(vehicles, vehicleCode, ['vehicleCode'], add);
  const wholeStops = stops ?? (route && savedRoute && stopsOf(savedRoute, route));
  if (wholeStops?.some(({ plannedLocalDateTime }) => !parseLocalDateTime(plannedLocalDateTime))) {
    const message = 'A stop of the route would be after the year 9999; give an earlier departure.';
    add(issue(['route', 'departureLocalDateTime'], 'departure_too_late', message));
  }
  const wholeVehicle = vehicle ?? (savedVehicle && loaded(savedVehicle, goods));
  if (!wholeStops || (vehicleCode !== undefined && !wholeVehicle)) return undefined;
  return {
    ...given,
    stops: wholeStops,
    ...(wholeVehicle && { vehicle: wholeVehicle }),
    figures: [...savedFigures, ...figures],
  };
}

function refuseBoth(name: string, value: unknown, other: string, code: unknown, add: Add): void {
  if (value !== undefined && code !== undefined) {
    const message = `Give either \`${name}\` or \`${other}\`, not both.`;
    add(issue([other], 'value_given_twice', message));
  }
}

function savedIn<Saved extends { code: string }>(
  list: readonly Saved[],
  code: string,
  path: Issue['path'],
  add: Add,
): Saved | undefined {
  const found = list.find((one) => one.code === code);
  if (!found) {
    const message = `No saved entry has the code ${code}; GET /v1/settings/transport lists the codes.`;
    add(issue(path, 'saved_code_unknown', message));
  }
  return found;
}

const withoutCode = <Saved extends { code: string }>({ code: _, ...saved }: Saved) => saved;

/**
 * Returns the vehicle with its gross weight in tonnes, which is the tare of the vehicle plus the
 * weight of the goods.
 */
function loaded(
  { code: _, tareTonnes, ...vehicle }: TransportSettings['vehicles'][number],
  goods: CartaPorteInput['goods'],
): NonNullable<CartaPorte['vehicle']> {
  const kilograms = Decimal.sum(goods.map(({ weightKg }) => Decimal.from(weightKg)));
  const load = kilograms.dividedBy(Decimal.from(1_000), 2);
  return { ...vehicle, grossWeightTonnes: load.plus(Decimal.from(tareTonnes)).toNumber() };
}

/** Returns the stops of a route with their local times, calculated from the time of departure. */
const stopsOf = (
  { stops }: TransportSettings['routes'][number],
  { departureLocalDateTime }: NonNullable<CartaPorteInput['route']>,
): CartaPorte['stops'] =>
  stops.map(({ minutes, ...stop }) => ({
    ...stop,
    plannedLocalDateTime: later(departureLocalDateTime, minutes),
  }));

const msPerMinute = 60_000;

/** Adds minutes to a local time. A local time has no time zone, so every day has 24 hours. */
const later = (localDateTime: string, minutes: number): string => {
  const ms = Date.parse(`${localDateTime.slice(0, 19)}Z`) + minutes * msPerMinute;
  return new Date(ms).toISOString().slice(0, 19);
};
