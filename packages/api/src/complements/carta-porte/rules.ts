import { customsNumberIssue, Decimal, requiredCatalog, Rfc, type Issue } from '@timbre/fiscal';
import type { ComplementedDraft } from '../complement';
import { addressIssues, mexico } from '../place';
import { healthFields, healthFieldsOnEntry, type HealthField } from './health';
import { identityIssues, modeIssues, type Add, type Path } from './mode-rules';
import { hasDistances, modeCodes, modesOf } from './modes';
import type { CartaPorte } from './shape';
import { directions, goodOf, sumOf } from './written';

type Value = CartaPorte;

/** c_FiguraTransporte. */
const driver = '01';
const owners = ['02', '03'];
/**
 * The first product key in c_ClaveProdServ that is a service. c_ClaveProdServCP contains the product keys below this
 * key.
 */
const firstService = '70';
/** The product keys of freight services that rule CP109 lists. */
const freightKey =
  /^(781015(0[0-3])|781016(0[0-4])|781017(0[0-6])|781018(0[0-4]|0[67])|7810190[0-5]|781022(0[01345])|78121603|7814150[01]|84121806|9212180[0-2])$/;
/** The product keys of freight services that require at least two means of transport (CP110). */
const combinedKey = /^7810190[0-4]$/;
/**
 * The product keys of freight services that usually have no Carta Porte: local freight, parcels, and freight that
 * another carrier transports.
 */
const withoutComplement = ['78101801', '78102200', '78141501'];
/** The product keys that mean parcels in a transfer document (CP177). */
const parcelKeys = ['31181701', '24112700'];
/** The complements that a document may have in addition to Carta Porte (CP113). */
const companions = [
  'cce20:ComercioExterior',
  'pfic:PFintegranteCoordinado',
  'leyendasFisc:LeyendasFiscales',
];
const ownName = 'cartaporte31:CartaPorte';

/**
 * Checks the rules of Carta Porte that its schema cannot express. Source: the SAT's matrix of Carta Porte
 * 3.1, read 2026-11-21 and 2026-11-30. The column of hazardous materials in c_ClaveProdServCP is not
 * published as data, so the client must state whether a good is hazardous (CP155).
 *
 * - complement_not_combinable: the document has another complement that cannot be combined with this complement
 *   (CP113, CCE115)
 * - stop_missing: a transport must have at least one origin and one destination (CP130)
 * - stop_abroad: a stop abroad makes the transport international, so `customs` is required
 * - state_missing: an address abroad must have its state
 * - state_not_in_catalog: the state must be in the list of states that this complement allows
 * - distance_missing: by road and rail, each destination must have its distance from the previous stop (CP141)
 * - distance_not_allowed: an origin, and a stop that is reached only by sea or air, cannot have a distance
 *   (CP141)
 * - required: a stop must have an address, except an intermediate station of transport by rail (CP142)
 * - modes_not_combinable: one document cannot have transport by sea and by rail (CP151, CP152)
 * - rail_stops_missing: transport by rail must have at least five destinations (CP129)
 * - mode_data_missing: this means of transport requires the field (CP123, CP136, CP138, CP139, CP167, CP180,
 *   CP181)
 * - mode_data_not_allowed: this means of transport cannot have the field (CP135, CP137, CP139, CP140, CP142,
 *   CP153, CP180, CP181)
 * - station_not_of_mode: the station belongs to a means of transport that the document does not have (CP136)
 * - net_weight_not_below_gross: the net weight must be less than the gross weight; the difference is the tare
 * - permit_not_of_mode: the type of permit is for another means of transport than this ship or aircraft
 * - ship_data_missing: the flag of the ship or the type of the container requires the field (CP185, CP186)
 * - ship_data_not_allowed: with this flag of the ship or type of the container, the field is not allowed
 *   (CP185, CP186)
 * - shipper_rfc_missing: the shipper by air must have an RFC, or a foreign tax number with its country (CP189)
 * - wagon_data_missing: this rail service requires containers, or a wagon without containers requires its net
 *   tonnes (CP191, CP192)
 * - wagon_data_not_allowed: this rail service cannot have containers (CP192)
 * - net_tonnes_not_containers: the net tonnes of a wagon must be the sum of the net weights of its containers
 *   (CP191)
 * - foreign_data_missing: RFC XEXX010101000 requires the foreign tax number and the tax residence (CP133,
 *   CP134, CP190)
 * - foreign_data_not_allowed: only RFC XEXX010101000 may have a foreign tax number and a tax residence (CP133,
 *   CP134, CP190)
 * - place_not_of_postal_code: the state, municipality, city or colony of the address does not belong to its
 *   postal code (CP143 to CP147)
 * - item_unknown: the document has no item at this position
 * - good_data_missing: a good must have a product code, a description, a quantity and a unit, its own or those
 *   of its item
 * - good_key_not_allowed: the product code is a service, which cannot be transported; it is not in
 *   c_ClaveProdServCP
 * - hazard_missing: a hazardous good must have its hazard code and its packaging (CP156, CP157)
 * - hazard_not_allowed: only a hazardous good may have a hazard code and a packaging (CP156, CP157)
 * - customs_regime_not_allowed: the customs regime is not allowed for this direction, import or export (CP117,
 *   CP118, CP169)
 * - material_missing: goods that cross the border must have a type of material, and the type "other" requires a
 *   description (CP170, CP171)
 * - material_not_allowed: only goods that cross the border may have a type of material, and only the type
 *   "other" may have a description (CP170, CP171)
 * - customs_document_missing: imported goods must have a customs document (CP172)
 * - customs_document_not_allowed: goods within Mexico cannot have a customs document, and exported goods cannot
 *   have a pedimento (CP172, CP173)
 * - customs_document_data_missing: this type of customs document requires the field (CP174 to CP176)
 * - customs_document_data_not_allowed: this type of customs document cannot have the field (CP174 to CP176)
 * - health_data_missing: goods of this COFEPRIS sector require the field (CP159 to CP166)
 * - health_data_not_allowed: goods of this COFEPRIS sector cannot have the field (CP159 to CP166)
 * - guides_missing: a transfer of parcels must list the guides of the parcels (CP177)
 * - delivery_stop_unknown: a delivery must go from an origin to a destination of this transport (CP178, CP179)
 * - deliveries_not_quantity: the quantities of the deliveries must add up to the quantity of the good
 * - trailers_missing: this vehicle configuration requires a trailer (CP184)
 * - trailers_not_allowed: this vehicle configuration cannot have a trailer (CP184)
 * - permit_not_of_road: the type of permit is not for transport by road
 * - environment_insurance_missing: hazardous goods require an environmental insurance (CP182)
 * - environment_insurance_not_allowed: only hazardous goods may have an environmental insurance (CP182)
 * - driver_missing: transport by road must have a driver (figure 01) (CP194)
 * - figure_rfc_missing: a person must have an RFC, or a foreign tax number with its country (CP195, CP197)
 * - license_missing: the driver must have a license (CP196)
 * - license_not_allowed: only the driver may have a license (CP196)
 * - parts_missing: an owner or lessor must state the parts of the transport that belong to this person (CP199)
 * - parts_not_allowed: only owners and lessors may state parts of the transport (CP199)
 */
export function issues(value: Value, draft: ComplementedDraft): Issue[] {
  const found: Issue[] = [];
  const add: Add = (path, code, message) => found.push({ path, code, message });
  for (const name of draft.complements) {
    if (name === ownName || companions.includes(name)) continue;
    add([], 'complement_not_combinable', `${name} cannot stand beside Carta Porte.`);
  }
  found.push(...modeIssues(value, draft));
  stopIssues(value, draft, add);
  customsIssues(value, draft, add);
  found.push(...pedimentoIssues(value, draft));
  value.goods.forEach((good, index) => goodIssues(good, value, draft, ['goods', index], add));
  guideIssues(value, draft, add);
  if (value.vehicle) vehicleIssues(value.vehicle, value.goods, draft, add);
  figureIssues(value, draft.today, add);
  return found;
}

function stopIssues(value: Value, { today }: ComplementedDraft, add: Add): void {
  const { stops, customs } = value;
  for (const kind of ['origin', 'destination'] as const) {
    if (!stops.some((stop) => stop.kind === kind))
      add(['stops'], 'stop_missing', `The transport has no ${kind}.`);
  }
  stops.forEach(({ kind, distanceKm, rfc, foreignTaxId, taxResidence, address }, index) => {
    const at = (...path: Path): Path => ['stops', index, ...path];
    const isDistant = hasDistances(value) && kind === 'destination';
    if (isDistant && distanceKm === undefined)
      add(at('distanceKm'), 'distance_missing', 'Give the distance from the stop before.');
    if (!isDistant && distanceKm !== undefined)
      add(at('distanceKm'), 'distance_not_allowed', 'Only destinations by road or rail have it.');
    const isAbroad = rfc === Rfc.genericForeign.toString();
    for (const [field, given] of Object.entries({ foreignTaxId, taxResidence })) {
      if (isAbroad && given === undefined)
        add(at(field), 'foreign_data_missing', `${rfc} requires ${field}.`);
      if (!isAbroad && given !== undefined)
        add(at(field), 'foreign_data_not_allowed', `Only XEXX010101000 has ${field}.`);
    }
    if (!address) return;
    for (const { path, code, message } of addressIssues(address, today, at('address')))
      add(path, code, message);
    if (address.country !== mexico && !customs)
      add(at('address', 'country'), 'stop_abroad', 'Transport across the border has `customs`.');
  });
}

/**
 * Returns the faults of the customs numbers of goods, which have the same rules as the customs numbers of an
 * item (CP174).
 */
const pedimentoIssues = ({ goods }: Value, { today }: ComplementedDraft): Issue[] =>
  goods.flatMap(({ customsDocuments = [] }, index) =>
    customsDocuments.flatMap(({ pedimento }, position) => {
      const path = ['goods', index, 'customsDocuments', position, 'pedimento'];
      return (pedimento !== undefined && customsNumberIssue(pedimento, path, today)) || [];
    }),
  );

/** c_DocumentoAduanero: a pedimento. */
const ofPedimento = '01';
/** c_TipoMateria: other. */
const otherMaterial = '05';

function customsIssues({ customs, goods }: Value, { today }: ComplementedDraft, add: Add): void {
  customs?.regimes.forEach((regime, index) => {
    const ways =
      requiredCatalog('c_RegimenAduanero').get(regime, today)?.attributes.direction ?? '';
    if (ways.includes(directions[customs.direction])) return;
    const message = `${regime} is not of an ${customs.direction}.`;
    add(['customs', 'regimes', index], 'customs_regime_not_allowed', message);
  });
  goods.forEach(({ material, customsDocuments, health }, index) => {
    const at = (...path: Path): Path => ['goods', index, ...path];
    materialIssues(material, customs !== undefined, at('material'), add);
    if (customs?.direction === 'entry' && !customsDocuments)
      add(at('customsDocuments'), 'customs_document_missing', 'Goods that enter have a document.');
    if (!customs && customsDocuments)
      add(at('customsDocuments'), 'customs_document_not_allowed', 'National goods have none.');
    customsDocuments?.forEach((document, position) =>
      documentDataIssues(document, customs?.direction, at('customsDocuments', position), add),
    );
    if (health) healthIssues(health, customs?.direction === 'entry', at('health'), add);
  });
}

function materialIssues(
  material: Value['goods'][number]['material'],
  isInternational: boolean,
  at: Path,
  add: Add,
): void {
  if (isInternational && !material)
    add(at, 'material_missing', 'Goods across the border have their material.');
  if (!isInternational && material)
    add(at, 'material_not_allowed', 'Only goods across the border have a material.');
  const isOther = material?.type === otherMaterial;
  if (isOther && material.description === undefined)
    add([...at, 'description'], 'material_missing', 'Describe the other material.');
  if (material && !isOther && material.description !== undefined)
    add([...at, 'description'], 'material_not_allowed', 'Only other material is described.');
}

function documentDataIssues(
  { type, ...data }: NonNullable<Value['goods'][number]['customsDocuments']>[number],
  direction: 'entry' | 'exit' | undefined,
  at: Path,
  add: Add,
): void {
  const isPedimento = type === ofPedimento;
  if (isPedimento && direction === 'exit')
    add([...at, 'type'], 'customs_document_not_allowed', 'Goods that leave have no pedimento.');
  const demanded = {
    pedimento: isPedimento,
    documentNumber: !isPedimento,
    importerRfc: isPedimento,
  };
  for (const [field, isDemanded] of Object.entries(demanded)) {
    const isGiven = data[field as keyof typeof demanded] !== undefined;
    if (isDemanded && !isGiven)
      add([...at, field], 'customs_document_data_missing', `Type ${type} requires ${field}.`);
    if (!isDemanded && isGiven)
      add([...at, field], 'customs_document_data_not_allowed', `Type ${type} has no ${field}.`);
  }
}

function healthIssues(
  health: NonNullable<Value['goods'][number]['health']>,
  isEntry: boolean,
  at: Path,
  add: Add,
): void {
  const { sector, ...data } = health;
  const demanded: readonly HealthField[] = [
    ...(healthFields[sector] ?? []),
    ...(isEntry ? (healthFieldsOnEntry[sector] ?? []) : []),
  ];
  for (const field of demanded) {
    if (data[field] === undefined)
      add([...at, field], 'health_data_missing', `Sector ${sector} requires ${field}.`);
  }
  for (const field of Object.keys(data) as HealthField[]) {
    if (data[field] !== undefined && !demanded.includes(field))
      add([...at, field], 'health_data_not_allowed', `Sector ${sector} has no ${field}.`);
  }
}

function goodIssues(
  good: Value['goods'][number],
  { stops }: Value,
  { items }: ComplementedDraft,
  at: Path,
  add: Add,
): void {
  if (good.item !== undefined && items[good.item] === undefined)
    return add([...at, 'item'], 'item_unknown', `The document has ${items.length} items.`);
  const data = goodOf(good, items);
  for (const [field, given] of Object.entries(data)) {
    if (given === undefined)
      add([...at, field], 'good_data_missing', `Give ${field}, or the item that has it.`);
  }
  const { satProductCode = '', quantity } = data;
  if (satProductCode >= firstService)
    add([...at, 'satProductCode'], 'good_key_not_allowed', `${satProductCode} is a service.`);
  hazardIssues(good, at, add);
  const { deliveries = [] } = good;
  deliveries.forEach((delivery, index) => {
    for (const stop of ['origin', 'destination'] as const) {
      if (stops[delivery[stop]]?.kind === stop) continue;
      const message = `Stop ${delivery[stop]} is no ${stop}.`;
      add([...at, 'deliveries', index, stop], 'delivery_stop_unknown', message);
    }
  });
  const delivered = sumOf(deliveries.map((one) => one.quantity));
  if (deliveries.length > 0 && quantity !== undefined && delivered !== quantity) {
    const message = `The quantities add up to ${delivered}, not to ${quantity}.`;
    add([...at, 'deliveries'], 'deliveries_not_quantity', message);
  }
}

function guideIssues({ goods }: Value, { items, kind }: ComplementedDraft, add: Add): void {
  if (kind !== 'transfer') return;
  const parcels = items.find(({ satProductCode }) => parcelKeys.includes(satProductCode));
  const isWithout = parcels !== undefined && !goods.some(({ guides }) => guides);
  goods.forEach((good, index) => {
    const { satProductCode = '' } = goodOf(good, items);
    if (good.guides || !(isWithout || parcelKeys.includes(satProductCode))) return;
    const message = `${isWithout ? parcels.satProductCode : satProductCode} requires the guides of parcels.`;
    add(['goods', index, 'guides'], 'guides_missing', message);
  });
}

function hazardIssues(
  { isHazardous, hazardCode, packaging }: Value['goods'][number],
  at: Path,
  add: Add,
): void {
  for (const [field, given] of Object.entries({ hazardCode, packaging })) {
    if (isHazardous === true && given === undefined)
      add([...at, field], 'hazard_missing', `Hazardous goods require ${field}.`);
    if (isHazardous !== true && given !== undefined)
      add([...at, field], 'hazard_not_allowed', `Only hazardous goods have ${field}.`);
  }
}

function vehicleIssues(
  vehicle: NonNullable<Value['vehicle']>,
  goods: Value['goods'],
  { today }: ComplementedDraft,
  add: Add,
): void {
  const { configuration, permitType, trailers, insurance } = vehicle;
  const columnOf = (catalog: string, code: string, column: string) =>
    requiredCatalog(catalog).get(code, today)?.attributes[column]?.split(' ') ?? [];
  const allowed = columnOf('c_ConfigAutotransporte', configuration, 'trailer');
  if (trailers === undefined && !allowed.includes('0'))
    add(['vehicle', 'trailers'], 'trailers_missing', `${configuration} has a trailer.`);
  if (trailers !== undefined && !allowed.includes('1'))
    add(['vehicle', 'trailers'], 'trailers_not_allowed', `${configuration} has no trailer.`);
  const transports =
    requiredCatalog('c_TipoPermiso').get(permitType, today)?.attributes.transport ?? '';
  if (!transports.includes(modeCodes.vehicle))
    add(['vehicle', 'permitType'], 'permit_not_of_road', `${permitType} is not of the road.`);
  const at: Path = ['vehicle', 'insurance', 'environment'];
  const isHazardous = goods.some((good) => good.isHazardous === true);
  if (isHazardous && !insurance.environment)
    add(at, 'environment_insurance_missing', 'Hazardous goods require this insurance.');
  if (!isHazardous && insurance.environment)
    add(at, 'environment_insurance_not_allowed', 'Only hazardous goods have this insurance.');
}

function figureIssues({ figures, vehicle }: Value, today: string, add: Add): void {
  if (vehicle && !figures.some(({ type }) => type === driver))
    add(['figures'], 'driver_missing', 'Transport by road has a driver (01).');
  figures.forEach((figure, index) => {
    const { type, license, parts, address } = figure;
    const at = (field: string): Path => ['figures', index, field];
    if (address)
      for (const { path, code, message } of addressIssues(address, today, at('address')))
        add(path, code, message);
    identityIssues(figure, at, 'figure_rfc_missing', add);
    if (type === driver && license === undefined)
      add(at('license'), 'license_missing', 'The driver has a license.');
    if (type !== driver && license !== undefined)
      add(at('license'), 'license_not_allowed', 'Only the driver has a license.');
    if (owners.includes(type) && parts === undefined)
      add(at('parts'), 'parts_missing', 'Name the parts of the transport.');
    if (!owners.includes(type) && parts !== undefined)
      add(at('parts'), 'parts_not_allowed', 'Only owners and lessors have parts.');
  });
}

/**
 * Checks the rules for the whole document that has a Carta Porte. Source: the same matrix of the SAT as for
 * `issues`.
 *
 * - transfer_receiver_not_issuer: the receiver of a transfer abroad, or of a transfer with Carta Porte, must be
 *   its issuer (CP107, CCE108); name a contact with the RFC of the organization
 * - transfer_currency_not_allowed: a transfer with Carta Porte must have the currency XXX (CP105)
 * - freight_key_missing: an item of an income document with Carta Porte must have a product code of freight
 *   (CP109)
 * - freight_key_not_allowed: this product code requires two or more means of transport (CP110)
 */
export function documentIssues(value: Value, draft: ComplementedDraft): Issue[] {
  const { kind, customer, issuer, currency = 'XXX', items } = draft;
  const found: Issue[] = [];
  const add: Add = (path, code, message) => found.push({ path, code, message });
  if (kind === 'transfer') {
    if (customer?.rfc !== undefined && customer.rfc !== issuer.rfc)
      add(['customerId'], 'transfer_receiver_not_issuer', `The receiver must be ${issuer.rfc}.`);
    if (currency !== 'XXX')
      add(['currency'], 'transfer_currency_not_allowed', 'Leave the currency out.');
    return found;
  }
  if (!items.some(({ satProductCode }) => freightKey.test(satProductCode)))
    add(['items'], 'freight_key_missing', 'Charge the transport with its key, such as 78101802.');
  if (modesOf(value).length > 1) return found;
  items.forEach(({ satProductCode }, index) => {
    if (!combinedKey.test(satProductCode)) return;
    const message = `${satProductCode} requires two or more means of transport.`;
    add(['items', index, 'satProductCode'], 'freight_key_not_allowed', message);
  });
  return found;
}

/**
 * Warns of probable mistakes in a transport.
 *
 * - complement_missing: a document with this product code or CFDI use usually has a complement, but the draft
 *   has none
 * - arrival_before_departure: a destination is reached before the first departure
 * - gross_weight_below_load: the gross weight of the vehicle, in tonnes, is less than the weight of its load
 */
export function warnings(
  value: Value | undefined,
  { kind, items, complements }: ComplementedDraft,
): Issue[] {
  if (!value) {
    const isFreight = items.some(
      ({ satProductCode }) =>
        freightKey.test(satProductCode) && !withoutComplement.includes(satProductCode),
    );
    if (kind !== 'income' || !isFreight || complements.includes(ownName)) return [];
    const message =
      'Freight on federal roads needs Carta Porte; add `cartaPorte` unless the transport is local or has its own transfer.';
    return [{ path: [], code: 'complement_missing', message }];
  }
  const found: Issue[] = [];
  const { stops, goods, vehicle } = value;
  const [departure = ''] = stops
    .filter((stop) => stop.kind === 'origin')
    .map((stop) => stop.plannedLocalDateTime)
    .sort();
  stops.forEach(({ kind: of, plannedLocalDateTime }, index) => {
    if (of === 'origin' || plannedLocalDateTime > departure) return;
    const path = ['stops', index, 'plannedLocalDateTime'];
    const message = `The transport departs at ${departure}.`;
    found.push({ path, code: 'arrival_before_departure', message });
  });
  const load = sumOf(goods.map(({ weightKg }) => weightKg));
  if (
    vehicle &&
    Decimal.from(load).greaterThan(
      Decimal.from(vehicle.grossWeightTonnes).times(Decimal.from(1_000)),
    )
  ) {
    const message = `The load has ${load} kg; the gross weight is in tonnes and includes it.`;
    found.push({
      path: ['vehicle', 'grossWeightTonnes'],
      code: 'gross_weight_below_load',
      message,
    });
  }
  return found;
}
