import { created, customItem, issuerProfile } from '@timbre/testkit/client';
import { printedWords, soundXml } from '../sound-document';
import { startComplemented, type Complemented } from './complemented';

let api: Complemented['api'];
let income: Complemented['income'];
let stamped: Complemented['stamped'];
let imported: Complemented['imported'];
let refused: Complemented['refused'];
let inEnglish: Complemented['inEnglish'];
/** The contact that represents the organization as the receiver of its own document. */
let ourselves: string;

beforeAll(async () => {
  ({ api, income, stamped, imported, refused, inEnglish } = await startComplemented());
  const { rfc, legalName, taxSystem, postalCode } = issuerProfile;
  const own = { kind: 'customer', legalName, rfc, taxSystem, cfdiUse: 'S01' };
  const address = { postalCode, country: 'MEX' };
  ourselves = `${(await created(api, '/v1/contacts', { ...own, address })).contactId}`;
});

const veracruz = { street: 'Calle Puerto', postalCode: '91700', country: 'MEX' };
const monterrey = { street: 'Avenida Norte', postalCode: '64000', country: 'MEX' };
const receiver = { rfc: 'URE180429TM6', name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' };
const origin = {
  kind: 'origin',
  plannedLocalDateTime: '2026-11-29T08:00:00',
  address: veracruz,
};
const destination = {
  ...receiver,
  kind: 'destination',
  plannedLocalDateTime: '2026-12-02T06:30:00',
  address: monterrey,
};
const sawdust = {
  satProductCode: '11121600',
  description: 'Aserrín',
  quantity: 20,
  satUnitCode: 'TNE',
  weightKg: 20_000,
};
const freightOf = (satProductCode: string) => ({
  ...customItem,
  description: 'Flete',
  satProductCode,
  satUnitCode: 'E48',
  quantity: 1,
  unitPrice: 12_500,
});
const carried = (cartaPorte: object, satProductCode: string) =>
  income({ items: [freightOf(satProductCode)], cartaPorte });

const ship = {
  permitType: 'TPTM01',
  permitNumber: 'PERMISO-MAR-1',
  insurer: 'SEGUROS DE PRUEBA',
  policy: 'MAR-2026-1',
  type: 'B04',
  registration: 'MAT-0001-VER',
  imoNumber: 'IMO9074729',
  builtYear: 2005,
  name: 'BUQUE DE PRUEBA',
  flag: 'PAN',
  grossTonnage: 356.5,
  cargoType: 'CGC',
  lengthFeet: 900.5,
  beamFeet: 130,
  draftFeet: 40,
  depthFeet: 75.25,
  shippingLine: 'LINEA DE PRUEBA',
  agent: 'AGENTE NAVIERO DE PRUEBA',
  agentAuthorization: 'ANC001/2023',
  voyage: 'VIAJE-7',
  billOfLading: 'BL-0007',
  temporaryPermit: 'PTN-0001',
  containers: [
    { type: 'CM006', number: 'MSKU1234565', seal: 'PRE-00001' },
    {
      type: 'CM011',
      vehicle: {
        idCcp: 'CCCeafcc-de9d-46bd-a2fc-1b2e4727d1e5',
        plate: 'EKU001A',
        stampedLocalDateTime: '2026-11-28T10:00:00',
        trailers: [{ type: 'CTR002', plate: 'REM01A' }],
      },
    },
  ],
};
const seaStops = [
  { ...origin, station: 'PM108', traffic: 'deep_sea' },
  { ...destination, station: 'PM120', stationName: 'Port of Houston', traffic: 'cabotage' },
];
const seaGoods = { ...sawdust, netWeightKg: 19_800, pieces: 40 };
const bySea = (changes: object = {}) =>
  carried({ stops: seaStops, goods: [seaGoods], ship, ...changes }, '78101701');

const aircraft = {
  permitType: 'TPTA01',
  permitNumber: 'PERMISO-AER-1',
  registration: 'XA-ABC',
  insurer: 'SEGUROS DE PRUEBA',
  policy: 'AER-2026-1',
  airWaybill: '803117555500',
  contractPlace: 'Monterrey',
  carrier: 'CA008',
  shipper: { foreignTaxId: '121585958', taxResidence: 'CAN', name: 'SAMPLE SHIPPER INC' },
  valuationCharge: 150.5,
};
const airStops = [
  { ...origin, station: 'EA1685' },
  { ...destination, station: 'EA1832' },
];
const parts = { ...sawdust, weightKg: 200.5, value: { amount: 5_000, currency: 'MXN' } };
const byAir = (changes: object = {}) =>
  carried({ stops: airStops, goods: [parts], aircraft, ...changes }, '78101501');

const passed = (station: string, distanceKm: number) => ({
  ...receiver,
  kind: 'destination',
  plannedLocalDateTime: '2026-11-30T06:30:00',
  distanceKm,
  station,
});
const railStops = [
  { ...origin, station: 'GA0' },
  passed('A0007', 100),
  passed('A0012', 20.5),
  passed('A0021', 30),
  passed('A0029', 40),
  { ...destination, station: 'B1022', distanceKm: 800 },
];
const train = {
  serviceType: 'TS02',
  trafficType: 'TT01',
  insurer: 'SEGUROS DE PRUEBA',
  policy: 'TREN-2026-1',
  rightsOfWay: [{ type: 'CDP007', paidKm: 120.5 }],
  wagons: [
    {
      type: 'TC05',
      number: 'A00012',
      waybill: '123ASD',
      containers: [
        { type: 'TC02', emptyWeightKg: 3_700, netWeightKg: 12_500.4 },
        { type: 'TC01', emptyWeightKg: 2_200, netWeightKg: 7_499.6 },
      ],
    },
  ],
};
const byRail = (changes: object = {}) =>
  carried(
    { stops: railStops, goods: [{ ...sawdust, stccCode: '2429320' }], train, ...changes },
    '78101602',
  );

const truck = {
  configuration: 'C2',
  grossWeightTonnes: 32,
  plate: 'EKU001A',
  modelYear: 2022,
  permitType: 'TPAF01',
  permitNumber: 'SICT-0001-PRUEBA',
  insurance: { civilLiability: { insurer: 'SEGUROS DE PRUEBA', policy: 'RC-2026-0001' } },
};
const driver = {
  type: '01',
  rfc: 'CACX7605101P8',
  name: 'XOCHILT CASAS CHAVEZ',
  license: 'LFD0123456',
};
const mixedStops = [
  { ...origin, traffic: 'cabotage' },
  { ...destination, traffic: 'cabotage', distanceKm: 12 },
];
const delivery = { quantity: 20, origin: 0, destination: 1 };
const byRoadAndSea = (changes: object = {}) =>
  carried(
    {
      stops: mixedStops,
      goods: [{ ...seaGoods, deliveries: [{ ...delivery, via: '02' }] }],
      vehicle: truck,
      figures: [driver],
      ship,
      ...changes,
    },
    '78101901',
  );

it('a Carta Porte by sea has stations, the ship, its containers and the net weights, and can be read back', async () => {
  const document = await stamped(bySea());
  const xml = await soundXml(api, document);
  expect(xml).not.toContain('TotalDistRec');
  expect(xml).toContain(
    'NumEstacion="PM120" NombreEstacion="Port of Houston" NavegacionTrafico="Cabotaje"' +
      ' FechaHoraSalidaLlegada="2026-12-02T06:30:00"><',
  );
  expect(xml).toContain('NumEstacion="PM108" NombreEstacion="Puerto Progreso"');
  expect(xml).toContain(
    'PesoBrutoTotal="20000" UnidadPeso="KGM" PesoNetoTotal="19800" NumTotalMercancias="1"',
  );
  expect(xml).toContain(
    '<cartaporte31:DetalleMercancia UnidadPesoMerc="KGM" PesoBruto="20000" PesoNeto="19800" PesoTara="200" NumPiezas="40"/>',
  );
  expect(xml).not.toContain('FiguraTransporte');
  const printed = await printedWords(api, document);
  for (const words of [
    'TRANSPORTE MARÍTIMO',
    'Puerto Progreso',
    'Port of Houston',
    'BUQUE DE PRUEBA',
    'PAN',
    'MSKU1234565',
    'PRE-00001',
    'Contenedores estándar de 40FT',
    'CCCeafcc',
    'PTN-0001',
  ])
    expect(printed).toContain(words);
  expect(await inEnglish(document)).toContain('Shipping agent AGENTE NAVIERO DE PRUEBA');
  expect(await imported(xml)).toMatchObject({
    cartaPorte: {
      stops: [{ ...seaStops[0], stationType: '01' }, seaStops[1]],
      goods: [seaGoods],
      ship,
    },
  });
});

it('a Carta Porte by air has airports, the aircraft, the air waybill and the shipper, and can be read back', async () => {
  const document = await stamped(byAir());
  const xml = await soundXml(api, document);
  expect(xml).toContain(
    '<cartaporte31:TransporteAereo PermSCT="TPTA01" NumPermisoSCT="PERMISO-AER-1" MatriculaAeronave="XA-ABC"' +
      ' NombreAseg="SEGUROS DE PRUEBA" NumPolizaSeguro="AER-2026-1" NumeroGuia="803117555500" LugarContrato="Monterrey"' +
      ' CodigoTransportista="CA008" NumRegIdTribEmbarc="121585958" ResidenciaFiscalEmbarc="CAN"' +
      ' NombreEmbarcador="SAMPLE SHIPPER INC"/>',
  );
  expect(xml).toContain('NumTotalMercancias="1" CargoPorTasacion="150.5"');
  const printed = await printedWords(api, document);
  for (const words of [
    'TRANSPORTE AÉREO',
    'XA-ABC',
    '803117555500',
    'Air Canada',
    'SAMPLE SHIPPER',
  ])
    expect(printed).toContain(words);
  expect(await imported(xml)).toMatchObject({ cartaPorte: { goods: [parts], aircraft } });
});

it('a Carta Porte by rail has five destinations, wagons, containers and rights of way, and can be read back', async () => {
  const document = await stamped(byRail());
  const xml = await soundXml(api, document);
  expect(xml).toContain('TotalDistRec="990.5"');
  expect(xml).toContain('PesoBrutoTotal="20000" UnidadPeso="KGM" PesoNetoTotal="20" ');
  expect(xml).toContain(
    'NumEstacion="A0007" NombreEstacion="PANTACO" FechaHoraSalidaLlegada="2026-11-30T06:30:00" TipoEstacion="02"' +
      ' DistanciaRecorrida="100"/>',
  );
  expect(xml).toContain(
    '<cartaporte31:DerechosDePaso TipoDerechoDePaso="CDP007" KilometrajePagado="120.5"/><cartaporte31:Carro' +
      ' TipoCarro="TC05" MatriculaCarro="A00012" GuiaCarro="123ASD" ToneladasNetasCarro="20">' +
      '<cartaporte31:Contenedor TipoContenedor="TC02" PesoContenedorVacio="3700" PesoNetoMercancia="12500.4"/>',
  );
  const printed = await printedWords(api, document);
  for (const words of ['TRANSPORTE FERROVIARIO', 'PANTACO', 'IT-1', 'A00012', '123ASD', "40'"])
    expect(printed).toContain(words);
  const [first] = train.wagons;
  expect(await imported(xml)).toMatchObject({
    cartaPorte: {
      stops: [
        { stationType: '01' },
        { stationType: '02', distanceKm: 100 },
        {},
        {},
        {},
        { stationType: '03' },
      ],
      goods: [{ stccCode: '2429320' }],
      train: { ...train, wagons: [{ ...first, netTonnes: 20 }] },
    },
  });
});

it('a Carta Porte by road and by sea has distances, no stations, and a means of transport for each quantity', async () => {
  const xml = await soundXml(api, await stamped(byRoadAndSea()));
  expect(xml).toContain('TotalDistRec="12"');
  expect(xml).not.toContain('NumEstacion');
  expect(xml).toContain('TipoEstacion="03" DistanciaRecorrida="12"');
  expect(xml).toContain(
    '<cartaporte31:CantidadTransporta Cantidad="20" IDOrigen="OR000001" IDDestino="DE000001" CvesTransporte="02"/>',
  );
  expect(xml).toContain('</cartaporte31:Autotransporte><cartaporte31:TransporteMaritimo');
  expect(await imported(xml)).toMatchObject({
    cartaPorte: { vehicle: truck, ship, goods: [{ deliveries: [{ ...delivery, via: '02' }] }] },
  });
});

it('an export can have ComercioExterior together with a Carta Porte for the border crossing', async () => {
  const customs = { direction: 'exit', country: 'USA', regimes: ['EXD'] };
  const goods = [{ ...seaGoods, material: { type: '03' } }];
  const xml = await soundXml(api, await stamped(bySea({ customs, goods })));
  expect(xml).toContain('ViaEntradaSalida="02"');
  const both = [{ ...goods[0], deliveries: [{ ...delivery, via: '01' }] }];
  expect(await refused(byRoadAndSea({ customs, goods: both }))).toEqual([
    'cartaPorte.customs.via: mode_data_missing',
  ]);
});

describe('the isthmus', () => {
  const isthmus = { origin: '01', destination: '05' };

  it('the Istmo registration has its poles in the XML, on the PDF, in responses and when read from the XML', async () => {
    const document = await stamped(byRail({ isthmus }));
    expect(document).toMatchObject({ cartaPorte: { isthmus } });
    const xml = await soundXml(api, document);
    expect(xml).toContain(
      'RegistroISTMO="Sí" UbicacionPoloOrigen="01" UbicacionPoloDestino="05"><cartaporte31:Ubicaciones>',
    );
    const printed = await printedWords(api, document);
    for (const words of ['Registro ISTMO Sí', 'Coatzacoalcos I', 'Salina Cruz'])
      expect(printed).toContain(words);
    expect(await inEnglish(document)).toContain('Pole of origin');
    expect(await imported(xml)).toMatchObject({ cartaPorte: { isthmus } });
  });

  it.each([
    [{ ...isthmus, destination: '07' }, 'destination: not_in_catalog'],
    [{ origin: '01' }, 'destination: required'],
    [{}, 'destination: required,origin: required'],
  ])('the Istmo registration is refused as %j', async (given, issues) => {
    const found = (await refused(byRail({ isthmus: given }))).join();
    expect(found.replaceAll('cartaPorte.isthmus.', '')).toBe(issues);
  });
});

describe('a taxpayer whom the SAT has not registered', () => {
  let unregistered: string;
  beforeAll(async () => {
    const { json } = await api.request('GET', '/v1/sandbox/scenarios');
    const scenarios = json.data as { id: string; trigger: { receiverRfc: string[] } }[];
    const { trigger } = scenarios.find(({ id }) => id === 'receiver_unknown')!;
    unregistered = trigger.receiverRfc[0]!;
  });

  /** Returns the SAT code and the path of the issue that prevents a stamp. */
  async function refusalOf(body: object) {
    const { documentRef } = await created(api, '/v1/cfdi', body);
    const { status, json } = await api.request('POST', `/v1/cfdi/${documentRef}/stamp`);
    expect(status).toBe(409);
    const [{ satCode, path, code }] = json.error.details.issues;
    return `${satCode} ${path.join('.')}: ${code}`;
  }

  it('a taxpayer whom the SAT has not registered is refused as the shipper, at a stop and as a person of the transport', async () => {
    const shipper = { rfc: unregistered, name: 'EMBARCADOR DE PRUEBA' };
    expect(await refusalOf(byAir({ aircraft: { ...aircraft, shipper } }))).toBe(
      'CP188 cartaPorte.aircraft.shipper: shipper_rfc_missing',
    );
    const [first, last] = airStops;
    expect(await refusalOf(byAir({ stops: [first, { ...last, rfc: unregistered }] }))).toBe(
      'CP132 cartaPorte.stops: stop_rfc_not_registered',
    );
    const figures = [{ ...driver, rfc: unregistered }];
    expect(await refusalOf(byRoadAndSea({ figures }))).toBe(
      'CP195 cartaPorte.figures: figure_rfc_missing',
    );
  });
});

it('a transfer of parcels lists guides even if its goods have different product keys', async () => {
  const item = { ...customItem, satUnitCode: 'XPK', unitPrice: 0, taxability: undefined, taxRate: undefined }; // prettier-ignore
  const parcels = (good: object) => ({
    kind: 'transfer',
    customerId: ourselves,
    items: [{ ...item, satProductCode: '31181701', description: 'Paquetes', quantity: 1 }],
    cartaPorte: { stops: airStops, goods: [{ ...parts, ...good }], aircraft },
  });
  expect(await refused(parcels({}))).toEqual(['cartaPorte.goods.0.guides: guides_missing']);
  const guides = [{ number: 'GUIA-000001', description: 'Libros', weightKg: 200.5 }];
  expect(await soundXml(api, await stamped(parcels({ guides })))).toContain(
    '<cartaporte31:GuiasIdentificacion NumeroGuiaIdentificacion="GUIA-000001"',
  );
});

describe('a draft is refused', () => {
  const at = (stops: object[], index: number, changes: object) => ({
    stops: stops.map((stop, position) => (position === index ? { ...stop, ...changes } : stop)),
  });
  const wagon = (changes: object) => ({
    train: { ...train, wagons: [{ ...train.wagons[0], ...changes }] },
  });
  const container = (changes: object) => ({
    ship: { ...ship, containers: [{ ...ship.containers[0], ...changes }] },
  });
  const shipper = (changes: object) => ({ aircraft: { ...aircraft, shipper: changes } });

  it.each<[object, string]>([
    [at(seaStops, 0, { station: undefined }), 'stops.0.station: mode_data_missing'],
    [at(seaStops, 0, { station: 'EA1685' }), 'stops.0.station: station_not_of_mode'],
    [at(seaStops, 1, { stationName: undefined }), 'stops.1.stationName: mode_data_missing'],
    [at(seaStops, 1, { stationName: 'Extranjera' }), 'stops.1.stationName: mode_data_missing'],
    [at(seaStops, 0, { stationName: 'Otro' }), 'stops.0.stationName: mode_data_not_allowed'],
    [at(seaStops, 0, { traffic: undefined }), 'stops.0.traffic: mode_data_missing'],
    [at(seaStops, 1, { stationType: '03' }), 'stops.1.stationType: mode_data_not_allowed'],
    [at(seaStops, 1, { distanceKm: 5 }), 'stops.1.distanceKm: distance_not_allowed'],
    [at(seaStops, 1, { address: undefined }), 'stops.1.address: required'],
    [{ collectsReturns: true }, 'collectsReturns: mode_data_not_allowed'],
    [
      { goods: [{ ...seaGoods, netWeightKg: undefined, pieces: undefined }] },
      'goods.0.netWeightKg: mode_data_missing',
    ],
    [
      { goods: [{ ...seaGoods, netWeightKg: 20_000 }] },
      'goods.0.netWeightKg: net_weight_not_below_gross',
    ],
    [
      { goods: [{ ...seaGoods, deliveries: [{ ...delivery, via: '02' }] }] },
      'goods.0.deliveries.0.via: mode_data_not_allowed',
    ],
    [{ ship: { ...ship, permitType: 'TPTA01' } }, 'ship.permitType: permit_not_of_mode'],
    [{ ship: { ...ship, temporaryPermit: undefined } }, 'ship.temporaryPermit: ship_data_missing'],
    [{ ship: { ...ship, flag: 'MEX' } }, 'ship.temporaryPermit: ship_data_not_allowed'],
    [container({ seal: undefined }), 'ship.containers.0.seal: ship_data_missing'],
    [
      container({ vehicle: ship.containers[1]!.vehicle }),
      'ship.containers.0.vehicle: ship_data_not_allowed',
    ],
    [
      container({ type: 'CM011', number: undefined, seal: undefined }),
      'ship.containers.0.vehicle: ship_data_missing',
    ],
    [{ ship: { ...ship, imoNumber: '9074729' } }, 'ship.imoNumber: invalid_format'],
    [{ ship: undefined }, 'vehicle: required'],
  ])('a Carta Porte by sea is refused for fault %#: %j', async (changes, issue) => {
    expect(await refused(bySea(changes))).toEqual([`cartaPorte.${issue}`]);
  });

  it.each<[object, string]>([
    [{ goods: [{ ...parts, value: undefined }] }, 'goods.0.value: mode_data_missing'],
    [{ goods: [{ ...parts, netWeightKg: 5 }] }, 'goods.0.netWeightKg: mode_data_not_allowed'],
    [at(airStops, 0, { traffic: 'cabotage' }), 'stops.0.traffic: mode_data_not_allowed'],
    [shipper({ name: 'NADIE' }), 'aircraft.shipper.rfc: shipper_rfc_missing'],
    [
      shipper({ rfc: 'URE180429TM6', taxResidence: 'CAN' }),
      'aircraft.shipper.taxResidence: foreign_data_not_allowed',
    ],
    [shipper({ foreignTaxId: '121585958' }), 'aircraft.shipper.taxResidence: foreign_data_missing'],
    [
      shipper({ foreignTaxId: '121585958', taxResidence: 'MEX' }),
      'aircraft.shipper.taxResidence: foreign_data_not_allowed',
    ],
    [
      shipper({ rfc: 'URE180429TM6', foreignTaxId: '121585958', taxResidence: 'CAN' }),
      'aircraft.shipper.foreignTaxId: foreign_data_not_allowed',
    ],
    [
      { aircraft: { ...aircraft, permitType: 'TPAF01' } },
      'aircraft.permitType: permit_not_of_mode',
    ],
    [
      { aircraft: { ...aircraft, registration: 'xa abc' } },
      'aircraft.registration: invalid_format',
    ],
  ])('a Carta Porte by air is refused for fault %#: %j', async (changes, issue) => {
    expect(await refused(byAir(changes))).toEqual([`cartaPorte.${issue}`]);
  });

  it.each<[object, string]>([
    [{ stops: [railStops[0], ...railStops.slice(2)] }, 'stops: rail_stops_missing'],
    [at(railStops, 1, { distanceKm: undefined }), 'stops.1.distanceKm: distance_missing'],
    [at(railStops, 1, { address: veracruz }), 'stops.1.address: mode_data_not_allowed'],
    [at(railStops, 5, { address: undefined }), 'stops.5.address: required'],
    [wagon({ netTonnes: 19 }), 'train.wagons.0.netTonnes: net_tonnes_not_containers'],
    [
      wagon({ containers: undefined, netTonnes: 20 }),
      'train.wagons.0.containers: wagon_data_missing',
    ],
    [
      { train: { ...train, serviceType: 'TS01' } },
      'train.wagons.0.containers: wagon_data_not_allowed',
    ],
    [
      {
        train: {
          ...train,
          serviceType: 'TS01',
          wagons: [{ ...train.wagons[0], containers: undefined }],
        },
      },
      'train.wagons.0.netTonnes: wagon_data_missing',
    ],
  ])('a Carta Porte by rail is refused for fault %#: %j', async (changes, issue) => {
    expect(await refused(byRail(changes))).toEqual([`cartaPorte.${issue}`]);
  });

  it('a Carta Porte by several means is refused for data that belongs to only one of them', async () => {
    const goods = [{ ...seaGoods, deliveries: [delivery] }];
    expect(await refused(byRoadAndSea({ goods }))).toEqual([
      'cartaPorte.goods.0.deliveries.0.via: mode_data_missing',
    ]);
    expect(await refused(byRoadAndSea(at(mixedStops, 0, { station: 'PM108' })))).toEqual([
      'cartaPorte.stops.0.station: mode_data_not_allowed',
    ]);
    expect(await refused(byRoadAndSea({ figures: undefined }))).toEqual([
      'cartaPorte.figures: driver_missing',
    ]);
    const stops = railStops.map((stop) => ({ ...stop, traffic: 'cabotage' }));
    expect(await refused(byRail({ stops, ship, goods: [seaGoods] }))).toEqual([
      'cartaPorte.train: modes_not_combinable',
    ]);
    const body = { ...bySea(), items: [freightOf('78101901')] };
    expect(await refused(body)).toEqual(['items.0.satProductCode: freight_key_not_allowed']);
  });
});
