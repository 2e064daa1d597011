import { created, customItem, dataOf, issuerProfile, type Shown } from '@timbre/testkit/client';
import { printedWords, soundXml } from '../sound-document';
import { savedTransport } from '../saved-transport';
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

const monterrey = { street: 'Avenida Norte', exterior: '5', postalCode: '64000', country: 'MEX' };
const veracruz = { street: 'Calle Puerto', postalCode: '91700', country: 'MEX' };
const origin = {
  kind: 'origin',
  plannedLocalDateTime: '2026-11-29T08:00:00',
  address: { ...monterrey, neighborhood: '0001' },
  reference: 'Portón azul',
};
const destination = {
  kind: 'destination',
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  plannedLocalDateTime: '2026-11-30T06:30:00',
  distanceKm: 1_012.5,
  address: veracruz,
};
const insurance = { civilLiability: { insurer: 'SEGUROS DE PRUEBA', policy: 'RC-2026-0001' } };
const truck = {
  configuration: 'T3S2',
  grossWeightTonnes: 46.5,
  plate: 'eku-001a',
  modelYear: 2022,
  permitType: 'TPAF01',
  permitNumber: 'SICT-0001-PRUEBA',
  insurance,
  trailers: [{ type: 'CTR002', plate: 'REM 01A' }],
};
const driver = {
  type: '01',
  rfc: 'CACX7605101P8',
  name: 'XOCHILT CASAS CHAVEZ',
  license: 'LFD0123456',
};
const cement = {
  satProductCode: '30111601',
  description: 'Cemento gris en saco',
  quantity: 320,
  satUnitCode: 'XBG',
  weightKg: 16_000,
};
const shelves = {
  satProductCode: '56101701',
  description: 'Estantería metálica desarmada',
  quantity: 40,
  satUnitCode: 'H87',
  weightKg: 2_400.5,
  value: { amount: 96_000, currency: 'MXN' },
};
const dallas = { street: 'Sample Street', state: 'TX', postalCode: '75201', country: 'USA' };
const load = (changes: object = {}) => ({
  stops: [origin, destination],
  goods: [cement, shelves],
  vehicle: truck,
  figures: [driver],
  ...changes,
});
const freight = {
  ...customItem,
  description: 'Flete Monterrey - Veracruz',
  satProductCode: '78101802',
  satUnitCode: 'E48',
  quantity: 1,
  unitPrice: 12_500,
  withholdings: [{ type: 'IVA', rate: 0.04 }],
};
const moved = ({ satProductCode, description, quantity, satUnitCode }: typeof cement) => ({
  ...customItem,
  satProductCode,
  description,
  quantity,
  satUnitCode,
  unitPrice: 0,
  taxability: undefined,
  taxRate: undefined,
});
const carried = (changes: object = {}) => income({ items: [freight], cartaPorte: load(changes) });
const transfer = (changes: object = {}, items = [moved(cement), moved(shelves)]) => ({
  kind: 'transfer',
  customerId: ourselves,
  items,
  cartaPorte: load({
    goods: [
      { item: 0, weightKg: 16_000 },
      { item: 1, weightKg: 2_400.5, value: shelves.value },
    ],
    ...changes,
  }),
});
const paint = {
  item: 0,
  isHazardous: true,
  hazardCode: '1263',
  packaging: '1A2',
  packagingDescription: 'Cubeta de acero de 19 litros',
  weightKg: 1_520,
};
const lorry = {
  ...truck,
  configuration: 'C2',
  grossWeightTonnes: 9.8,
  permitType: 'TPAF07',
  trailers: undefined,
  insurance: {
    ...insurance,
    environment: { insurer: 'SEGUROS DE PRUEBA', policy: 'MA-2026-0009' },
  },
};
const hazardous = (changes: object = {}) =>
  transfer({ goods: [paint], vehicle: lorry, ...changes }, [
    moved({
      ...cement,
      satProductCode: '31211501',
      description: 'Pintura de esmalte',
      satUnitCode: 'XBJ',
      quantity: 80,
    }),
  ]);

const idCcpOf = ({ cartaPorte }: Shown) => (cartaPorte as { idCcp: string }).idCcp;

const body =
  '<cartaporte31:Ubicaciones><cartaporte31:Ubicacion TipoUbicacion="Origen" IDUbicacion="OR000001"' +
  ' RFCRemitenteDestinatario="EKU9003173C9" NombreRemitenteDestinatario="ESCUELA KEMPER URGATE"' +
  ' FechaHoraSalidaLlegada="2026-11-29T08:00:00"><cartaporte31:Domicilio Calle="Avenida Norte" NumeroExterior="5"' +
  ' Colonia="0001" Localidad="07" Referencia="Portón azul" Municipio="039" Estado="NLE" Pais="MEX" CodigoPostal="64000"/>' +
  '</cartaporte31:Ubicacion><cartaporte31:Ubicacion TipoUbicacion="Destino" IDUbicacion="DE000001"' +
  ' RFCRemitenteDestinatario="URE180429TM6" NombreRemitenteDestinatario="UNIVERSIDAD ROBOTICA ESPAÑOLA"' +
  ' FechaHoraSalidaLlegada="2026-11-30T06:30:00" DistanciaRecorrida="1012.5"><cartaporte31:Domicilio Calle="Calle Puerto"' +
  ' Localidad="17" Municipio="193" Estado="VER" Pais="MEX" CodigoPostal="91700"/></cartaporte31:Ubicacion>' +
  '</cartaporte31:Ubicaciones><cartaporte31:Mercancias PesoBrutoTotal="18400.5" UnidadPeso="KGM" NumTotalMercancias="2">' +
  '<cartaporte31:Mercancia BienesTransp="30111601" Descripcion="Cemento gris en saco" Cantidad="320" ClaveUnidad="XBG"' +
  ' PesoEnKg="16000"/><cartaporte31:Mercancia BienesTransp="56101701" Descripcion="Estantería metálica desarmada"' +
  ' Cantidad="40" ClaveUnidad="H87" PesoEnKg="2400.5" ValorMercancia="96000" Moneda="MXN"/>' +
  '<cartaporte31:Autotransporte PermSCT="TPAF01" NumPermisoSCT="SICT-0001-PRUEBA"><cartaporte31:IdentificacionVehicular' +
  ' ConfigVehicular="T3S2" PesoBrutoVehicular="46.5" PlacaVM="EKU001A" AnioModeloVM="2022"/><cartaporte31:Seguros' +
  ' AseguraRespCivil="SEGUROS DE PRUEBA" PolizaRespCivil="RC-2026-0001"/><cartaporte31:Remolques><cartaporte31:Remolque' +
  ' SubTipoRem="CTR002" Placa="REM01A"/></cartaporte31:Remolques></cartaporte31:Autotransporte></cartaporte31:Mercancias>' +
  '<cartaporte31:FiguraTransporte><cartaporte31:TiposFigura TipoFigura="01" RFCFigura="CACX7605101P8"' +
  ' NumLicencia="LFD0123456" NombreFigura="XOCHILT CASAS CHAVEZ"/></cartaporte31:FiguraTransporte></cartaporte31:CartaPorte>';

describe('a truck load from Monterrey to Veracruz', () => {
  it('a truck load of own goods from Monterrey to Veracruz is a transfer, in the XML, on the PDF, in responses and when read from the XML', async () => {
    const document = await stamped(transfer());
    const idCcp = idCcpOf(document);
    expect(idCcp).toMatch(/^CCC[0-9a-f]{5}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    const xml = await soundXml(api, document);
    expect(xml).toContain(
      `<cartaporte31:CartaPorte Version="3.1" IdCCP="${idCcp}" TranspInternac="No" TotalDistRec="1012.5">${body}`,
    );
    const printed = await printedWords(api, document);
    for (const words of ['CARTA PORTE', 'UBICACIÓN', 'AUTOTRANSPORTE', 'LFD0123456'])
      expect(printed).toContain(words);
    expect(printed.replaceAll(' ', '')).toContain(
      `verificaccp/default.aspx?IdCCP=${idCcp}&FechaOrig=2026-11-29T08:00:00&FechaTimb=20`,
    );
    expect(await inEnglish(document)).toContain('Gross weight (t) 46.5');
  });

  it('a truck load of a carrier from Monterrey to Veracruz is an income document with freight, and its receiver can read it', async () => {
    const document = await stamped(carried());
    const xml = await soundXml(api, document);
    expect(xml).toContain(body);
    expect(await imported(xml)).toMatchObject({
      cartaPorte: {
        idCcp: idCcpOf(document),
        isInternational: false,
        totalDistanceKm: 1_012.5,
        grossWeightKg: 18_400.5,
        stops: [
          {
            ...origin,
            rfc: 'EKU9003173C9',
            address: { ...origin.address, city: '07', municipality: '039', state: 'NLE' },
          },
          destination,
        ],
        goods: [cement, shelves],
        vehicle: { ...truck, plate: 'EKU001A', trailers: [{ type: 'CTR002', plate: 'REM01A' }] },
        figures: [driver],
      },
    });
  });

  it('a truck load from Monterrey to Veracruz has the same IdCCP after changes, and a copy has a different IdCCP', async () => {
    const draft = await created(api, '/v1/cfdi', transfer());
    const path = `/v1/cfdi/${draft.documentRef}`;
    const changed = transfer({ collectsReturns: true });
    const after = await dataOf(api.request('PUT', path, { body: changed }));
    expect(idCcpOf(after)).toBe(idCcpOf(draft));
    const copy = await dataOf(api.request('POST', `${path}/duplicate`));
    expect(idCcpOf(copy)).not.toBe(idCcpOf(draft));
    const document = await dataOf(api.request('POST', `${path}/stamp`));
    expect(await soundXml(api, document)).toContain(`IdCCP="${idCcpOf(draft)}"`);
  });
});

describe('saved vehicles, persons and routes', () => {
  const { vehicles, figures, routes } = savedTransport;
  const route = { code: 'MTY-VER', departureLocalDateTime: '2026-11-29T08:00:00' };
  const codes = { route, vehicleCode: 'TRACTO-1', figureCodes: ['XOCHILT'] };
  const byCode = (changes: object = {}) => {
    const { goods } = load();
    return income({ items: [freight], cartaPorte: { goods, ...codes, ...changes } });
  };
  const [vehicle, figure, saved] = [vehicles[0]!, figures[0]!, routes[0]!];
  /**
   * Saved entries that a document cannot use: a small truck with a trailer, an owner who owns no vehicle,
   * and a stop without a distance.
   */
  const unfit = {
    vehicles: [{ ...vehicle, code: 'LORRY', configuration: 'C2' }],
    figures: [{ code: 'OWNER', type: '02', rfc: figure.rfc, name: figure.name }],
    routes: [
      { code: 'NOWHERE', stops: saved.stops.map((stop) => ({ ...stop, distanceKm: undefined })) },
    ],
  };
  const put = (body: object) => dataOf(api.request('PUT', '/v1/settings/transport', { body }));
  const save = () =>
    put({
      vehicles: [...vehicles, ...unfit.vehicles],
      figures: [...figures, ...unfit.figures],
      routes: [...routes, ...unfit.routes],
    });

  beforeAll(save);

  it('a document contains the data of saved vehicles, persons and routes instead of their codes, and the gross weight is tare plus goods', async () => {
    const xml = await soundXml(api, await stamped(byCode()));
    expect(xml).toContain('FechaHoraSalidaLlegada="2026-11-29T08:00:00"');
    expect(xml).toContain(
      'FechaHoraSalidaLlegada="2026-11-30T06:30:00" DistanciaRecorrida="1012.5"',
    );
    expect(xml).toContain('ConfigVehicular="T3S2" PesoBrutoVehicular="35.9" PlacaVM="EKU001A"');
    expect(xml).toContain('RFCFigura="CACX7605101P8" NumLicencia="LFD0123456"');
  });

  it('saved persons precede the persons in the document, and a preview also uses saved vehicles, persons and routes', async () => {
    const owner = { type: '02', rfc: 'URE180429TM6', name: 'UNIVERSIDAD', parts: ['PT03'] };
    const body = byCode({ figures: [owner] });
    expect(await dataOf(api.request('POST', '/v1/cfdi/preview', { body }))).toMatchObject({
      issues: [],
    });
    const draft = await created(api, '/v1/cfdi', body);
    expect(draft.cartaPorte).toMatchObject({ figures: [{ type: '01' }, { type: '02' }] });
    expect(draft.cartaPorte).not.toHaveProperty('vehicleCode');
  });

  it('a draft keeps its vehicles, persons and routes after the settings change', async () => {
    const draft = await created(api, '/v1/cfdi', byCode());
    await put({ vehicles: [], figures: [], routes: [] });
    const document = await dataOf(api.request('POST', `/v1/cfdi/${draft.documentRef}/stamp`));
    await save();
    expect(await soundXml(api, document)).toContain('PlacaVM="EKU001A"');
  });

  it.each<[object, string]>([
    [{ vehicleCode: 'TRACTO-2' }, 'vehicleCode: saved_code_unknown'],
    [{ figureCodes: ['ANA'] }, 'figureCodes.0: saved_code_unknown'],
    [{ route: { ...route, code: 'MTY' } }, 'route.code: saved_code_unknown'],
    [
      { route: { ...route, departureLocalDateTime: '9999-12-31T08:00:00' } },
      'route.departureLocalDateTime: departure_too_late',
    ],
    [{ route: undefined }, 'stops: required'],
    [{ vehicleCode: undefined }, 'vehicle: required'],
    [{ figureCodes: undefined }, 'figures: driver_missing'],
    [{ figureCodes: ['XOCHILT', 'XOCHILT'] }, 'figureCodes.1: repeated'],
    [{ figures: Array(20).fill(driver) }, 'figureCodes: too_big'],
    [{ figures: [{ ...driver, license: undefined }] }, 'figures.0.license: license_missing'],
    [{ vehicleCode: 'LORRY' }, 'vehicleCode: trailers_not_allowed'],
    [{ figureCodes: ['XOCHILT', 'OWNER'] }, 'figureCodes.1: parts_missing'],
    [{ route: { ...route, code: 'NOWHERE' } }, 'route.code: distance_missing'],
    [{ vehicle: truck }, 'vehicleCode: value_given_twice'],
    [{ stops: [origin, destination] }, 'route: value_given_twice'],
  ])(
    'an entry of saved transport that is wrong is refused by name: %j',
    async (changes, expected) => {
      expect(await refused(byCode(changes))).toEqual([`cartaPorte.${expected}`]);
    },
  );

  it('saved transport data of another organization is not found', async () => {
    const other = await startComplemented();
    const { goods } = load();
    const body = other.income({ items: [freight], cartaPorte: { goods, ...codes } });
    expect(await other.refused(body)).toEqual([
      'cartaPorte.figureCodes.0: saved_code_unknown',
      'cartaPorte.route.code: saved_code_unknown',
      'cartaPorte.vehicleCode: saved_code_unknown',
    ]);
  });
});

it('hazardous goods have their product key, their packaging and the environmental insurance', async () => {
  const xml = await soundXml(api, await stamped(hazardous()));
  expect(xml).toContain(
    'ClaveUnidad="XBJ" MaterialPeligroso="Sí" CveMaterialPeligroso="1263" Embalaje="1A2"' +
      ' DescripEmbalaje="Cubeta de acero de 19 litros" PesoEnKg="1520"/>',
  );
  expect(xml).toContain('AseguraMedAmbiente="SEGUROS DE PRUEBA" PolizaMedAmbiente="MA-2026-0009"');
});

it('parcels, quantities by stop, owners and foreign persons are written to the XML and read back', async () => {
  const second = {
    ...destination,
    rfc: 'XEXX010101000',
    name: 'SAMPLE BUYER LLC',
    foreignTaxId: '121585958',
    taxResidence: 'USA',
    distanceKm: 20.25,
  };
  const goods = [
    {
      satProductCode: '31181701',
      description: 'Paquetes',
      quantity: 3,
      satUnitCode: 'XPK',
      unitName: 'Paquete',
      dimensions: '30/40/30cm',
      isHazardous: false,
      weightKg: 12.345,
      guides: [{ number: 'GUIA-000001', description: 'Libros', weightKg: 12.345 }],
      deliveries: [
        { quantity: 1, origin: 0, destination: 1 },
        { quantity: 2, origin: 0, destination: 2 },
      ],
    },
  ];
  const figures = [
    driver,
    {
      type: '02',
      rfc: 'URE180429TM6',
      name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      parts: ['PT03', 'PT05'],
    },
    {
      type: '04',
      name: 'SAMPLE BUYER LLC',
      foreignTaxId: '121585958',
      taxResidence: 'USA',
      address: dallas,
      reference: 'Gate 4',
    },
  ];
  const cargo = { insurer: 'SEGUROS DE PRUEBA', policy: 'CA-1' };
  const vehicle = { ...truck, insurance: { ...insurance, cargo, premium: 1_500.5 } };
  const changes = {
    stops: [origin, destination, second],
    goods,
    figures,
    vehicle,
    collectsReturns: true,
  };
  const xml = await soundXml(api, await stamped(carried(changes)));
  expect(xml).toContain('TotalDistRec="1032.75"');
  expect(xml).toContain(
    '<cartaporte31:CantidadTransporta Cantidad="2" IDOrigen="OR000001" IDDestino="DE000002"/>',
  );
  expect(xml).toContain('<cartaporte31:PartesTransporte ParteTransporte="PT03"/>');
  expect(xml).toContain(
    '<cartaporte31:Domicilio Calle="Sample Street" Referencia="Gate 4" Estado="TX" Pais="USA" CodigoPostal="75201"/></cartaporte31:TiposFigura>',
  );
  expect(await imported(xml)).toMatchObject({
    cartaPorte: {
      goods,
      figures,
      collectsReturns: true,
      vehicle: { insurance: vehicle.insurance },
    },
  });
});

const abroad = {
  ...destination,
  rfc: 'XEXX010101000',
  name: 'SAMPLE BUYER LLC',
  foreignTaxId: '121585958',
  taxResidence: 'USA',
  address: dallas,
};
const exit = { direction: 'exit', country: 'USA', regimes: ['EXD'] };
const leaving = { ...cement, tariffCode: '9403500100', material: { type: '03' } };
const medicine = {
  sector: '01',
  genericName: 'Paracetamol',
  brandName: 'Analgésico',
  manufacturer: 'LABORATORIOS DE PRUEBA',
  expiresOn: '2028-06-30',
  batch: 'L-001',
  dosageForm: '01',
  conditions: '04',
  registration: '123M2020 SSA',
};

it('a transport across the border has its direction, customs regimes, material and customs documents', async () => {
  const goods = [
    { ...leaving, customsDocuments: [{ type: '20', documentNumber: 'DODA-1' }] },
    {
      ...shelves,
      material: { type: '05', description: 'Muestras' },
      foreignTradeUuid: '5a00000c-7a2b-4c3d-8e4f-abcdef00000c',
    },
  ];
  const changes = { customs: exit, stops: [origin, abroad], goods };
  const xml = await soundXml(api, await stamped(carried(changes)));
  expect(xml).toContain(
    'TranspInternac="Sí" EntradaSalidaMerc="Salida" PaisOrigenDestino="USA" ViaEntradaSalida="01" TotalDistRec="1012.5">' +
      '<cartaporte31:RegimenesAduaneros><cartaporte31:RegimenAduaneroCCP RegimenAduanero="EXD"/>',
  );
  expect(xml).toContain(
    'FraccionArancelaria="9403500100" TipoMateria="03"><cartaporte31:DocumentacionAduanera TipoDocumento="20"',
  );
  expect(await imported(xml)).toMatchObject({
    cartaPorte: { isInternational: true, customs: { ...exit, via: '01' }, goods },
  });
});

it('a transport of medicines has the data of COFEPRIS, and a transport into Mexico also has the import data', async () => {
  const national = await soundXml(
    api,
    await stamped(carried({ goods: [{ ...cement, health: medicine }] })),
  );
  expect(national).toContain(
    'SectorCOFEPRIS="01" DenominacionGenericaProd="Paracetamol" DenominacionDistintivaProd="Analgésico"',
  );
  const entering = {
    ...cement,
    material: { type: '03' },
    health: { ...medicine, importPermit: 'P-1', vucemFolio: 'V-1' },
    customsDocuments: [
      { type: '01', pedimento: '26  48  3009  6001234', importerRfc: 'EKU9003173C9' },
    ],
  };
  const from = { ...abroad, kind: 'origin', distanceKm: undefined };
  const changes = {
    customs: { direction: 'entry', country: 'USA', regimes: ['IMD', 'TRA'] },
    stops: [{ ...from, plannedLocalDateTime: origin.plannedLocalDateTime }, destination],
    goods: [entering],
  };
  const xml = await soundXml(api, await stamped(carried(changes)));
  expect(xml).toContain(
    'TipoDocumento="01" NumPedimento="26  48  3009  6001234" RFCImpo="EKU9003173C9"',
  );
  expect(await imported(xml)).toMatchObject({ cartaPorte: { goods: [entering] } });
});

describe('a draft is refused', () => {
  const stop = (changes: object) => ({ stops: [origin, { ...destination, ...changes }] });
  const good = (changes: object) => ({ goods: [{ ...cement, ...changes }] });
  const vehicle = (changes: object) => ({ vehicle: { ...truck, ...changes } });
  const figure = (changes: object) => ({ figures: [driver, { ...driver, ...changes }] });

  it.each<[object, string]>([
    [{ stops: [origin, origin] }, 'stops: stop_missing'],
    [stop({ distanceKm: undefined }), 'stops.1.distanceKm: distance_missing'],
    [
      { stops: [{ ...origin, distanceKm: 1 }, destination] },
      'stops.0.distanceKm: distance_not_allowed',
    ],
    [
      stop({ rfc: 'XEXX010101000', taxResidence: 'USA' }),
      'stops.1.foreignTaxId: foreign_data_missing',
    ],
    [stop({ taxResidence: 'USA' }), 'stops.1.taxResidence: foreign_data_not_allowed'],
    [stop({ address: dallas }), 'stops.1.address.country: stop_abroad'],
    [
      stop({ address: { ...veracruz, state: 'NLE' } }),
      'stops.1.address.state: place_not_of_postal_code',
    ],
    [
      stop({ address: { ...veracruz, neighborhood: '9999' } }),
      'stops.1.address.neighborhood: place_not_of_postal_code',
    ],
    [
      stop({ plannedLocalDateTime: '2026-11-30' }),
      'stops.1.plannedLocalDateTime: local_date_time_invalid',
    ],
    [good({ item: 1 }), 'goods.0.item: item_unknown'],
    [good({ quantity: undefined }), 'goods.0.quantity: good_data_missing'],
    [good({ satProductCode: '78101802' }), 'goods.0.satProductCode: good_key_not_allowed'],
    [good({ hazardCode: '1263' }), 'goods.0.hazardCode: hazard_not_allowed'],
    [
      good({ deliveries: [{ quantity: 320, origin: 1, destination: 1 }] }),
      'goods.0.deliveries.0.origin: delivery_stop_unknown',
    ],
    [
      good({ deliveries: [{ quantity: 3, origin: 0, destination: 1 }] }),
      'goods.0.deliveries: deliveries_not_quantity',
    ],
    [good({ weightKg: 0 }), 'goods.0.weightKg: too_small'],
    [good({ material: { type: '03' } }), 'goods.0.material: material_not_allowed'],
    [
      good({ customsDocuments: [{ type: '20', documentNumber: 'DODA-1' }] }),
      'goods.0.customsDocuments: customs_document_not_allowed',
    ],
    [
      good({ health: { ...medicine, batch: undefined } }),
      'goods.0.health.batch: health_data_missing',
    ],
    [
      good({ health: { ...medicine, casNumber: '50-00-0' } }),
      'goods.0.health.casNumber: health_data_not_allowed',
    ],
    [{ customs: exit, goods: [cement] }, 'goods.0.material: material_missing'],
    [
      { customs: { ...exit, regimes: ['IMD'] }, goods: [leaving] },
      'customs.regimes.0: customs_regime_not_allowed',
    ],
    [
      { customs: { ...exit, direction: 'entry', regimes: ['IMD'] }, goods: [leaving] },
      'goods.0.customsDocuments: customs_document_missing',
    ],
    [
      {
        customs: { ...exit, direction: 'entry', regimes: ['IMD'] },
        goods: [
          {
            ...leaving,
            customsDocuments: [
              { type: '01', pedimento: '24  48  9999  4001234', importerRfc: 'EKU9003173C9' },
            ],
          },
        ],
      },
      'goods.0.customsDocuments.0.pedimento: customs_number_invalid',
    ],
    [
      {
        customs: exit,
        goods: [{ ...leaving, customsDocuments: [{ type: '20' }] }],
      },
      'goods.0.customsDocuments.0.documentNumber: customs_document_data_missing',
    ],
    [
      {
        customs: exit,
        goods: [leaving],
        stops: [origin, { ...abroad, address: { ...dallas, state: 'JAL' } }],
      },
      'stops.1.address.state: state_not_in_catalog',
    ],
    [vehicle({ trailers: undefined }), 'vehicle.trailers: trailers_missing'],
    [vehicle({ configuration: 'C2' }), 'vehicle.trailers: trailers_not_allowed'],
    [vehicle({ permitType: 'TPTM01' }), 'vehicle.permitType: permit_not_of_road'],
    [vehicle({ plate: 'ABC' }), 'vehicle.plate: plate_invalid'],
    [
      vehicle({ insurance: lorry.insurance }),
      'vehicle.insurance.environment: environment_insurance_not_allowed',
    ],
    [{ figures: [{ ...driver, type: '04', license: undefined }] }, 'figures: driver_missing'],
    [figure({ rfc: undefined }), 'figures.1.rfc: figure_rfc_missing'],
    [figure({ foreignTaxId: '121585958' }), 'figures.1.taxResidence: foreign_data_missing'],
    [figure({ taxResidence: 'USA' }), 'figures.1.taxResidence: foreign_data_not_allowed'],
    [
      figure({ address: { ...dallas, state: 'ZZ' } }),
      'figures.1.address.state: state_not_in_catalog',
    ],
    [figure({ license: undefined }), 'figures.1.license: license_missing'],
    [figure({ type: '04' }), 'figures.1.license: license_not_allowed'],
    [figure({ type: '03', license: undefined }), 'figures.1.parts: parts_missing'],
    [figure({ parts: ['PT03'] }), 'figures.1.parts: parts_not_allowed'],
  ])('a draft is refused for fault %#: %j', async (changes, issue) => {
    expect(await refused(carried(changes))).toEqual([`cartaPorte.${issue}`]);
  });

  it('a draft with hazardous goods without their data, or with parcels without guides, is refused', async () => {
    expect(await refused(hazardous({ goods: [{ ...paint, packaging: undefined }] }))).toEqual([
      'cartaPorte.goods.0.packaging: hazard_missing',
    ]);
    expect(await refused(hazardous({ vehicle: { ...lorry, insurance } }))).toEqual([
      'cartaPorte.vehicle.insurance.environment: environment_insurance_missing',
    ]);
    const parcels = [moved({ ...cement, satProductCode: '31181701', satUnitCode: 'XPK' })];
    expect(await refused(transfer({ goods: [{ item: 0, weightKg: 5 }] }, parcels))).toEqual([
      'cartaPorte.goods.0.guides: guides_missing',
    ]);
  });

  it('a draft is refused if its Carta Porte is on a document that the SAT does not allow', async () => {
    const { customerId } = income();
    expect(await refused({ ...transfer(), customerId })).toEqual([
      'customerId: transfer_receiver_not_issuer',
    ]);
    expect(await refused({ ...transfer(), currency: 'MXN' })).toEqual([
      'currency: transfer_currency_not_allowed',
    ]);
    expect(await refused(income({ cartaPorte: load() }))).toEqual(['items: freight_key_missing']);
    const combined = [{ ...freight, satProductCode: '78101900' }];
    expect(await refused({ ...carried(), items: combined })).toEqual([
      'items.0.satProductCode: freight_key_not_allowed',
    ]);
    const ine = { process: 'Ordinario', committee: 'Ejecutivo Nacional' };
    expect(await refused({ ...carried(), ine })).toEqual(['cartaPorte: complement_not_combinable']);
  });
});

it('a draft has warnings for freight without a Carta Porte, stops out of order, and a vehicle weight in kilograms instead of tonnes', async () => {
  const warningsOf = async (draft: object) =>
    ((await created(api, '/v1/cfdi', draft)).warnings as { path: string[]; code: string }[]).map(
      ({ path, code }) => `${path.join('.')}: ${code}`,
    );
  expect(await warningsOf(income({ items: [freight] }))).toContain(
    'cartaPorte: complement_missing',
  );
  const early = { ...destination, plannedLocalDateTime: '2026-11-28T00:00:00' };
  const light = { ...truck, grossWeightTonnes: 4.6 };
  expect(await warningsOf(carried({ stops: [origin, early], vehicle: light }))).toEqual([
    'cartaPorte.stops.1.plannedLocalDateTime: arrival_before_departure',
    'cartaPorte.vehicle.grossWeightTonnes: gross_weight_below_load',
  ]);
});

it('a complement with unsupported elements can be provided as XML, but only once', async () => {
  const xml = await soundXml(api, await stamped(carried()));
  const [, node = ''] = /(<cartaporte31:CartaPorte .*<\/cartaporte31:CartaPorte>)/s.exec(xml) ?? [];
  const written = node.replace(
    '<cartaporte31:CartaPorte ',
    '<cartaporte31:CartaPorte xmlns:cartaporte31="http://www.sat.gob.mx/CartaPorte31" ',
  );
  const complements = [{ xml: written }];
  expect(await soundXml(api, await stamped(income({ items: [freight], complements })))).toContain(
    body,
  );
  expect(await refused({ ...carried(), complements })).toEqual([
    'complements.0.xml: complement_repeated',
  ]);
});
