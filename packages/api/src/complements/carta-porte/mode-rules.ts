import { requiredCatalog, type Issue } from '@timbre/fiscal';
import type { ComplementedDraft } from '../complement';
import { mexico } from '../place';
import { hasStationTypes, intermediateStation, modeCodes, modesOf, stationOf, stationTypeOf } from './modes'; // prettier-ignore
import type { CartaPorte } from './shape';
import { tonnesInContainers } from './written';

export type Path = Issue['path'];
export type Add = (path: Path, code: string, message: string) => void;

/** The minimum number of destinations of transport by rail (CP129). */
const railDestinationsMin = 5;
/** c_ContenedorMaritimo: a ferry. */
const ferry = 'CM011';

/**
 * Checks the rules for the means of transport. The doc comment of the function `issues` lists the issue
 * codes.
 */
export function modeIssues(value: CartaPorte, draft: ComplementedDraft): Issue[] {
  const found: Issue[] = [];
  const add: Add = (path, code, message) => found.push({ path, code, message });
  const { customs, stops, ship, aircraft, train, vehicle, collectsReturns } = value;
  if (ship && train)
    add(['train'], 'modes_not_combinable', 'The SAT wants one net weight: kilograms by sea, tonnes by rail.'); // prettier-ignore
  const destinations = stops.filter(({ kind }) => kind === 'destination').length;
  if (train && destinations < railDestinationsMin) {
    const message = `Transport by rail has at least ${railDestinationsMin} destinations, not ${destinations}.`;
    add(['stops'], 'rail_stops_missing', message);
  }
  if (customs && customs.via === undefined && modesOf(value).length > 1)
    add(['customs', 'via'], 'mode_data_missing', 'Say by which means the goods cross the border.');
  if (collectsReturns === true && !vehicle)
    add(['collectsReturns'], 'mode_data_not_allowed', 'Only transport by road collects returns.');
  stops.forEach((_, index) => stationIssues(value, index, add));
  value.goods.forEach((_, index) => goodIssues(value, index, add));
  if (ship) shipIssues(ship, draft, add);
  if (aircraft) aircraftIssues(aircraft, draft, add);
  if (train) trainIssues(train, draft, add);
  return found;
}

function stationIssues(value: CartaPorte, index: number, add: Add): void {
  const { stops, vehicle, ship, train } = value;
  const { station: code, stationName, stationType, traffic, address } = stops[index] ?? {};
  const at = (field: string): Path => ['stops', index, field];
  const refuse = (field: string, message: string) =>
    add(at(field), 'mode_data_not_allowed', message);
  const station = stationOf(code);
  if (vehicle && station) refuse('station', 'Transport with a road vehicle has no stations.');
  if (!vehicle && !station)
    add(at('station'), 'mode_data_missing', 'Transport by rail, sea or air has stations.');
  if (!vehicle && station && !modesOf(value).includes(station.transport ?? ''))
    add(at('station'), 'station_not_of_mode', `${code} is of another means of transport.`);
  const isNamed = stationName !== undefined && stationName !== station?.name;
  if (station?.isUnnamed && !isNamed)
    add(at('stationName'), 'mode_data_missing', `Name the station abroad; ${code} has no name.`);
  if (!station?.isUnnamed && isNamed)
    refuse('stationName', 'The name of a station is that of c_Estaciones.');
  if (ship && traffic === undefined)
    add(at('traffic'), 'mode_data_missing', 'Transport by sea has the kind of its traffic.');
  if (!ship && traffic !== undefined) refuse('traffic', 'Only transport by sea has traffic.');
  if (stationType !== undefined && (!hasStationTypes(value) || station?.isAbroad))
    refuse('stationType', 'Only stations in Mexico have a type, and roads have no stations.');
  const isPassed = train !== undefined && stationTypeOf(value, index) === intermediateStation;
  if (isPassed && address) refuse('address', 'An intermediate station of rail has no address.');
  if (!isPassed && !address) add(at('address'), 'required', 'The stop has no address.');
}

function goodIssues(value: CartaPorte, index: number, add: Add): void {
  const { ship, aircraft, goods } = value;
  const { netWeightKg, pieces, weightKg = 0, value: worth, deliveries = [] } = goods[index] ?? {};
  const at = (...path: Path): Path => ['goods', index, ...path];
  if (ship && netWeightKg === undefined)
    add(at('netWeightKg'), 'mode_data_missing', 'Goods by sea have their net weight.');
  for (const [field, given] of Object.entries({ netWeightKg, pieces })) {
    if (!ship && given !== undefined)
      add(at(field), 'mode_data_not_allowed', `Only goods by sea have ${field}.`);
  }
  if (netWeightKg !== undefined && netWeightKg >= weightKg)
    add(at('netWeightKg'), 'net_weight_not_below_gross', 'The net weight must be below weightKg.');
  if (aircraft && !worth) add(at('value'), 'mode_data_missing', 'Goods by air have their value.');
  const modes = modesOf(value);
  deliveries.forEach(({ via }, position) => {
    const place = at('deliveries', position, 'via');
    if (modes.length > 1 && via === undefined)
      add(
        place,
        'mode_data_missing',
        'With several means of transport, each quantity names its means.',
      );
    if (via !== undefined && (modes.length === 1 || !modes.includes(via)))
      add(place, 'mode_data_not_allowed', `Only one of several means can be named, not ${via}.`);
  });
}

function permitIssue(
  member: keyof typeof modeCodes,
  permitType: string | undefined,
  { today }: ComplementedDraft,
  add: Add,
): void {
  if (permitType === undefined) return;
  const { transport = '' } =
    requiredCatalog('c_TipoPermiso').get(permitType, today)?.attributes ?? {};
  if (transport.includes(modeCodes[member])) return;
  const message = `${permitType} is of another means of transport.`;
  add([member, 'permitType'], 'permit_not_of_mode', message);
}

function shipIssues(
  { permitType, flag, temporaryPermit, containers = [] }: NonNullable<CartaPorte['ship']>,
  draft: ComplementedDraft,
  add: Add,
): void {
  permitIssue('ship', permitType, draft, add);
  const judge = (path: Path, isDemanded: boolean, isGiven: boolean, reason: string): void => {
    const at: Path = ['ship', ...path];
    if (isDemanded && !isGiven) add(at, 'ship_data_missing', `${reason} requires ${path.at(-1)}.`);
    if (!isDemanded && isGiven)
      add(at, 'ship_data_not_allowed', `${reason} has no ${path.at(-1)}.`);
  };
  judge(['temporaryPermit'], flag !== mexico, temporaryPermit !== undefined, `The flag ${flag}`);
  containers.forEach(({ type, number, seal, vehicle }, index) => {
    for (const [field, given] of Object.entries({ number, seal, vehicle })) {
      const isDemanded = (type === ferry) === (field === 'vehicle');
      judge(['containers', index, field], isDemanded, given !== undefined, type);
    }
  });
}

function aircraftIssues(
  { permitType, shipper }: NonNullable<CartaPorte['aircraft']>,
  draft: ComplementedDraft,
  add: Add,
): void {
  permitIssue('aircraft', permitType, draft, add);
  const { rfc, foreignTaxId, taxResidence } = shipper;
  const at = (field: string): Path => ['aircraft', 'shipper', field];
  identityIssues(shipper, at, 'shipper_rfc_missing', add);
  if (rfc !== undefined && foreignTaxId !== undefined) {
    const message = 'A shipper with an RFC has no tax number abroad.';
    add(at('foreignTaxId'), 'foreign_data_not_allowed', message);
  }
  if (foreignTaxId !== undefined && taxResidence === mexico)
    add(at('taxResidence'), 'foreign_data_not_allowed', 'The country must not be MEX.');
}

/**
 * Checks that a person has an RFC or a foreign tax number, and has a country of tax residence if and only
 * if the tax number is foreign.
 * @param codeOfNone the issue code for a person who has no RFC and no foreign tax number
 */
export function identityIssues(
  { rfc, foreignTaxId, taxResidence }: Identity,
  at: (field: string) => Path,
  codeOfNone: string,
  add: Add,
): void {
  if (rfc === undefined && foreignTaxId === undefined)
    add(at('rfc'), codeOfNone, 'Give the RFC, or the tax number abroad.');
  if (foreignTaxId !== undefined && taxResidence === undefined)
    add(at('taxResidence'), 'foreign_data_missing', 'A tax number abroad requires its country.');
  if (foreignTaxId === undefined && taxResidence !== undefined)
    add(at('taxResidence'), 'foreign_data_not_allowed', 'Only a tax number abroad has a country.');
}

interface Identity {
  rfc?: string | undefined;
  foreignTaxId?: string | undefined;
  taxResidence?: string | undefined;
}

function trainIssues(
  { serviceType, wagons }: NonNullable<CartaPorte['train']>,
  { today }: ComplementedDraft,
  add: Add,
): void {
  const service = requiredCatalog('c_TipoDeServicio').get(serviceType, today);
  const hasContainers = service?.attributes['container'] === '1';
  wagons.forEach((wagon, index) => {
    const { netTonnes, containers } = wagon;
    const at = (field: string): Path => ['train', 'wagons', index, field];
    if (hasContainers && !containers)
      add(at('containers'), 'wagon_data_missing', `${serviceType} requires containers.`);
    if (!hasContainers && containers)
      add(at('containers'), 'wagon_data_not_allowed', `${serviceType} has no containers.`);
    const tonnes = tonnesInContainers(wagon);
    if (tonnes === undefined && netTonnes === undefined)
      add(at('netTonnes'), 'wagon_data_missing', 'A wagon without containers requires netTonnes.');
    if (tonnes !== undefined && (tonnes === 0 || (netTonnes ?? tonnes) !== tonnes)) {
      const message = `The net weights of its containers are ${tonnes} tonnes.`;
      add(at('netTonnes'), 'net_tonnes_not_containers', message);
    }
  });
}
