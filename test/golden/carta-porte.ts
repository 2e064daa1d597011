import { income, item, moved, transfer, type Golden } from './draft';

const company = { rfc: 'URE180429TM6', name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' };
const place = (street: string, postalCode: string, changes: object = {}) => ({
  street,
  postalCode,
  country: 'MEX',
  ...changes,
});
const monterrey = place('Avenida Norte', '64000', { exterior: '5', neighborhood: '0001' });
const tampico = place('Avenida Hidalgo', '89000');
const veracruz = place('Calle Puerto', '91700', { exterior: '12', interior: 'B' });
const dallas = { street: 'Sample Street', state: 'TX', postalCode: '75201', country: 'USA' };

const from = (address: object | undefined, changes: object = {}) => ({
  kind: 'origin',
  plannedLocalDateTime: '2026-11-29T08:00:00',
  address,
  ...changes,
});
const to = (address: object | undefined, distanceKm: number | undefined, changes: object = {}) => ({
  kind: 'destination',
  ...company,
  plannedLocalDateTime: '2026-11-30T06:30:00',
  distanceKm,
  address,
  ...changes,
});
const abroad = {
  rfc: 'XEXX010101000',
  name: 'SAMPLE BUYER LLC',
  foreignTaxId: '121585958',
  taxResidence: 'USA',
};

const policy = (number: string) => ({ insurer: 'SEGUROS DE PRUEBA', policy: number });
const tractor = {
  configuration: 'T3S2R4',
  grossWeightTonnes: 66.5,
  plate: 'EKU001A',
  modelYear: 2022,
  permitType: 'TPAF01',
  permitNumber: 'SICT-0001-PRUEBA',
  insurance: { civilLiability: policy('RC-2026-0001') },
  trailers: [
    { type: 'CTR002', plate: 'REM01A' },
    { type: 'CTR003', plate: 'REM02B' },
  ],
};
const lorry = {
  ...tractor,
  configuration: 'C2',
  grossWeightTonnes: 9.8,
  plate: 'ABC1234',
  permitNumber: 'SICT-0002-PRUEBA',
  trailers: undefined,
};
const tanker = {
  ...lorry,
  configuration: 'C3',
  grossWeightTonnes: 26,
  permitType: 'TPAF03',
  insurance: {
    civilLiability: policy('RC-2026-0003'),
    environment: policy('MA-2026-0009'),
    cargo: policy('CA-2026-0001'),
    premium: 18_500.5,
  },
};
const driver = {
  type: '01',
  rfc: 'CACX7605101P8',
  name: 'XOCHILT CASAS CHAVEZ',
  license: 'LFD0123456',
};
const lessor = {
  type: '03',
  ...company,
  parts: ['PT03', 'PT05'],
  address: place('Calle Tractor', '89000'),
  reference: 'Patio 4',
};

const cement = {
  satProductCode: '30111601',
  description: 'Cemento gris en saco',
  quantity: 320,
  satUnitCode: 'XBG',
  weightKg: 16_000,
};
const freight = (key: string, description: string) => [
  item(description, key, { unitPrice: 12_500, withholdings: [{ type: 'IVA', rate: 0.04 }] }),
];
const road = freight('78101802', 'Flete Monterrey - Veracruz');
const stops = [from(monterrey), to(veracruz, 1_012.5)];

/** A lorry that carries cement to Veracruz for a customer. */
export const cementToVeracruz = { stops, goods: [cement], vehicle: lorry, figures: [driver] };

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
const pesticide = {
  sector: '05',
  activeIngredient: 'Glifosato',
  pesticideRegistration: 'RSCO-HEDE-0255-301-008-041',
  manufacturerData: 'AGROQUIMICOS DE PRUEBA, Monterrey',
  formulatorData: 'AGROQUIMICOS DE PRUEBA, Monterrey',
  processorData: 'MAQUILAS DE PRUEBA, Tampico',
  authorizedUse: 'Herbicida agrícola',
};

const sawdust = {
  satProductCode: '11121600',
  description: 'Aserrín',
  quantity: 20,
  satUnitCode: 'TNE',
  weightKg: 20_000,
};
const ship = {
  type: 'B04',
  registration: 'MAT-0001-VER',
  imoNumber: 'IMO9074729',
  flag: 'MEX',
  grossTonnage: 356.5,
  cargoType: 'CGC',
  lengthFeet: 900.5,
  beamFeet: 130,
  draftFeet: 40,
  depthFeet: 75.25,
  agent: 'AGENTE NAVIERO DE PRUEBA',
  agentAuthorization: 'ANC001/2023',
};

const byRoad: Golden[] = [
  {
    field: 'cartaPorte',
    says: 'own goods on a double trailer from Monterrey to Tampico and Veracruz, in a leased tractor',
    draft: transfer(
      [
        moved('Cemento gris en saco', '30111601', { quantity: 320, satUnitCode: 'XBG' }),
        moved('Estantería metálica desarmada', '56101701', { quantity: 40 }),
      ],
      {
        cartaPorte: {
          stops: [
            from(monterrey, { reference: 'Portón azul' }),
            to(tampico, 510.25),
            to(veracruz, 480, { plannedLocalDateTime: '2026-12-01T09:00:00' }),
          ],
          goods: [
            {
              item: 0,
              weightKg: 16_000,
              deliveries: [
                { quantity: 200, origin: 0, destination: 1 },
                { quantity: 120, origin: 0, destination: 2 },
              ],
            },
            {
              item: 1,
              weightKg: 2_400.5,
              dimensions: '30/40/30cm',
              value: { amount: 96_000, currency: 'MXN' },
            },
          ],
          vehicle: tractor,
          figures: [driver, lessor],
        },
      },
    ),
    xml: '<cartaporte31:CantidadTransporta Cantidad="120" IDOrigen="OR000001" IDDestino="DE000002"/>',
    printed: 'Portón azul',
  },
  {
    field: 'cartaPorte',
    says: 'paint as dangerous goods, which a carrier moves for a customer',
    draft: income(road, {
      cartaPorte: {
        stops,
        goods: [
          {
            satProductCode: '31211501',
            description: 'Pintura de esmalte',
            quantity: 80,
            satUnitCode: 'XBJ',
            unitName: 'Cubeta',
            isHazardous: true,
            hazardCode: '1263',
            packaging: '1A2',
            packagingDescription: 'Cubeta de acero de 19 litros',
            weightKg: 1_520,
          },
        ],
        vehicle: tanker,
        figures: [driver],
      },
    }),
    xml: 'PrimaSeguro="18500.5"',
    printed: 'MA-2026-0009',
  },
  {
    field: 'cartaPorte',
    says: 'medicines and pesticides for a distributor, with what COFEPRIS demands',
    draft: income(road, {
      cartaPorte: {
        stops,
        goods: [
          { ...cement, health: medicine },
          { ...cement, description: 'Herbicida', health: pesticide },
        ],
        vehicle: lorry,
        figures: [driver],
      },
    }),
    xml: 'SectorCOFEPRIS="05" NombreIngredienteActivo="Glifosato"',
    printed: 'Paracetamol',
  },
  {
    field: 'cartaPorte',
    says: 'parcels with their guides, on a round that collects returns',
    draft: transfer(
      [moved('Paquetes', '31181701', { quantity: 3, satUnitCode: 'XPK', sku: 'GUIA-1' })],
      {
        cartaPorte: {
          stops,
          goods: [
            {
              item: 0,
              isHazardous: false,
              weightKg: 12.345,
              guides: [
                { number: 'GUIA-000001', description: 'Libros', weightKg: 10 },
                { number: 'GUIA-000002', description: 'Ropa', weightKg: 2.345 },
              ],
            },
          ],
          collectsReturns: true,
          vehicle: lorry,
          figures: [driver, { type: '04', ...company }],
        },
      },
    ),
    xml: 'LogisticaInversaRecoleccionDevolucion="Sí"',
    printed: 'GUIA-000002',
  },
  {
    field: 'cartaPorte',
    says: 'cement between two poles of the Isthmus of Tehuantepec',
    draft: income(road, {
      cartaPorte: {
        ...cementToVeracruz,
        isthmus: { origin: '02', destination: '05' },
        stops: [from(place('Malecón', '96400')), to(place('Calle Puerto', '70600'), 303.5)],
      },
    }),
    xml: 'TotalDistRec="303.5" RegistroISTMO="Sí" UbicacionPoloOrigen="02" UbicacionPoloDestino="05"',
    printed: 'Salina Cruz',
  },
  {
    field: 'cartaPorte',
    says: 'goods that leave the country by road, with the documents of customs',
    draft: income(road, {
      cartaPorte: {
        customs: { direction: 'exit', country: 'USA', regimes: ['EXD'] },
        stops: [from(monterrey), to(dallas, 1_012.5, abroad)],
        goods: [
          {
            ...cement,
            tariffCode: '9403500100',
            material: { type: '03' },
            customsDocuments: [{ type: '20', documentNumber: 'DODA-1' }],
          },
          {
            ...cement,
            description: 'Muestras',
            material: { type: '05', description: 'Muestras' },
            foreignTradeUuid: '5a00000c-7a2b-4c3d-8e4f-abcdef00000c',
          },
        ],
        vehicle: lorry,
        figures: [driver, { type: '02', ...abroad, parts: ['PT03'], address: dallas }],
      },
    }),
    xml: 'TranspInternac="Sí" EntradaSalidaMerc="Salida"',
    printed: 'DODA-1',
  },
  {
    field: 'cartaPorte',
    says: 'medicines that enter the country under two regimes, with their pedimento',
    draft: income(road, {
      cartaPorte: {
        customs: { direction: 'entry', country: 'USA', regimes: ['IMD', 'TRA'] },
        stops: [from(dallas, abroad), to(monterrey, 900)],
        goods: [
          {
            ...cement,
            material: { type: '03' },
            health: { ...medicine, importPermit: 'P-1', vucemFolio: 'V-1' },
            customsDocuments: [
              { type: '01', pedimento: '26  48  3009  6001234', importerRfc: 'EKU9003173C9' },
            ],
          },
        ],
        vehicle: lorry,
        figures: [driver],
      },
    }),
    xml: 'NumPedimento="26  48  3009  6001234" RFCImpo="EKU9003173C9"',
    printed: '26 48 3009 6001234',
  },
];

const byOtherMeans: Golden[] = [
  {
    field: 'cartaPorte',
    says: 'sawdust in a container by sea from Progreso to Houston',
    draft: income(freight('78101701', 'Flete marítimo'), {
      cartaPorte: {
        stops: [
          from(veracruz, { station: 'PM108', traffic: 'deep_sea' }),
          to(monterrey, undefined, {
            station: 'PM120',
            stationName: 'Port of Houston',
            traffic: 'deep_sea',
          }),
        ],
        goods: [{ ...sawdust, netWeightKg: 19_800, pieces: 40 }],
        ship: {
          ...ship,
          permitType: 'TPTM01',
          permitNumber: 'PERMISO-MAR-1',
          ...policy('MAR-2026-1'),
          builtYear: 2005,
          name: 'BUQUE DE PRUEBA',
          flag: 'PAN',
          shippingLine: 'LINEA DE PRUEBA',
          voyage: 'VIAJE-7',
          billOfLading: 'BL-0007',
          temporaryPermit: 'PTN-0001',
          containers: [{ type: 'CM006', number: 'MSKU1234565', seal: 'PRE-00001' }],
        },
      },
    }),
    xml: 'MatriculaContenedor="MSKU1234565"',
    printed: 'BUQUE DE PRUEBA',
  },
  {
    field: 'cartaPorte',
    says: 'machine parts by air, for a shipper in Mexico',
    draft: income(freight('78101501', 'Flete aéreo'), {
      cartaPorte: {
        stops: [
          from(veracruz, { station: 'EA1685' }),
          to(monterrey, undefined, { station: 'EA1832' }),
        ],
        goods: [{ ...sawdust, weightKg: 200.5, value: { amount: 5_000, currency: 'USD' } }],
        aircraft: {
          permitType: 'TPTA01',
          permitNumber: 'PERMISO-AER-1',
          registration: 'XA-ABC',
          ...policy('AER-2026-1'),
          airWaybill: '803117555500',
          contractPlace: 'Monterrey',
          carrier: 'CA008',
          shipper: company,
          valuationCharge: 150.5,
        },
      },
    }),
    xml: 'RFCEmbarcador="URE180429TM6"',
    printed: '803117555500',
  },
  {
    field: 'cartaPorte',
    says: 'sawdust by rail over four stations of the Isthmus, in containers',
    draft: income(freight('78101602', 'Flete ferroviario'), {
      cartaPorte: {
        stops: [
          from(veracruz, { station: 'GA0' }),
          to(undefined, 100, { station: 'A0007' }),
          to(undefined, 20.5, { station: 'A0012' }),
          to(undefined, 30, { station: 'A0021' }),
          to(undefined, 40, { station: 'A0029' }),
          to(monterrey, 800, { station: 'B1022' }),
        ],
        isthmus: { origin: '01', destination: '06' },
        goods: [{ ...sawdust, stccCode: '2429320' }],
        train: {
          serviceType: 'TS02',
          trafficType: 'TT01',
          ...policy('TREN-2026-1'),
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
        },
      },
    }),
    xml: 'RegistroISTMO="Sí" UbicacionPoloOrigen="01" UbicacionPoloDestino="06"><cartaporte31:Ubicaciones>',
    printed: 'San Blas Atempa',
  },
  {
    field: 'cartaPorte',
    says: 'a lorry on a Mexican ferry, by road and by sea',
    draft: income(freight('78101901', 'Flete multimodal'), {
      cartaPorte: {
        stops: [
          from(veracruz, { traffic: 'cabotage' }),
          to(monterrey, 12, { traffic: 'cabotage' }),
        ],
        goods: [
          {
            ...sawdust,
            netWeightKg: 19_800,
            deliveries: [
              { quantity: 15, origin: 0, destination: 1, via: '02' },
              { quantity: 5, origin: 0, destination: 1, via: '01' },
            ],
          },
        ],
        vehicle: { ...lorry, grossWeightTonnes: 32 },
        figures: [driver],
        ship: {
          ...ship,
          containers: [
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
        },
      },
    }),
    xml: 'IdCCPRelacionado="CCCeafcc-de9d-46bd-a2fc-1b2e4727d1e5"',
    printed: 'TRANSPORTE MARÍTIMO',
  },
];

export const cartaPorte: readonly Golden[] = [...byRoad, ...byOtherMeans];

/** The transport of fuel and of an export, for documents of other complements. */
export const ownLorry = { vehicle: lorry, figures: [driver] };
export const ownTanker = { vehicle: tanker, figures: [driver] };
export const toVeracruz = stops;
export const toDallas = [from(monterrey), to(dallas, 1_012.5, abroad)];
