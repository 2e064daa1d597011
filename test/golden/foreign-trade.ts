import { incomeInput } from '@timbre/testkit/client';
import { ownLorry, toDallas } from './carta-porte';
import { item, moved, type Golden } from './draft';

const dallas = {
  street: 'Sample Street',
  exterior: '42',
  state: 'TX',
  postalCode: '75201',
  country: 'USA',
};
const hamburg = { street: 'Musterstraße', state: 'Hamburg', postalCode: '20095', country: 'DEU' };
const untaxed = { satUnitCode: 'H87', taxability: 'zero', taxRate: 0 };
const shelves = item('Estantería de madera', '56101701', {
  ...untaxed,
  sku: 'EST-01',
  quantity: 10,
  unitPrice: 120,
});
const chairs = item('Silla', '56101701', {
  ...untaxed,
  sku: 'SIL-02',
  quantity: 4,
  unitPrice: 310.5,
});
const usd = { currency: 'USD', exchangeRate: 18.4512 };
const sold = (customerId: string, items: object[], foreignTrade: object, changes: object = {}) =>
  incomeInput(customerId, { cfdiUse: 'S01', exportation: '02', items, foreignTrade, ...changes });
const tariffCode = '9403500100';
const movedShelves = moved('Estantería de madera', '56101701', { sku: 'EST-01', quantity: 10 });
const warehouse = { name: 'SAMPLE WAREHOUSE LLC', foreignTaxId: '121585958', address: dallas };

export const foreignTrade: readonly Golden[] = [
  {
    field: 'foreignTrade',
    says: 'furniture that is sold to Texas in dollars, without a certificate of origin',
    draft: ({ texan }) =>
      sold(
        texan,
        [shelves, chairs],
        {
          incoterm: 'FOB',
          receiverAddress: dallas,
          goods: [
            { item: 0, tariffCode },
            {
              item: 1,
              tariffCode,
              details: [
                { brand: 'PRUEBA', model: 'CJ-4', subModel: 'ALTA', serialNumber: 'S-1' },
                { brand: 'PRUEBA' },
              ],
            },
          ],
        },
        usd,
      ),
    xml: 'ClaveDePedimento="A1" CertificadoOrigen="0" Incoterm="FOB"',
    printed: 'CJ-4',
  },
  {
    field: 'foreignTrade',
    says: 'steel by weight and its freight, in pesos, with a certificate of origin, for a warehouse',
    draft: ({ texan }) =>
      sold(
        texan,
        [
          { ...shelves, satUnitCode: 'TNE', quantity: 2, unitPrice: 18_451.2, sku: 'ACE-1' },
          item('Flete', '78101802', {
            ...untaxed,
            satUnitCode: 'E48',
            unitPrice: 3_690.24,
            sku: 'FLE-1',
          }),
        ],
        {
          incoterm: 'CPT',
          originCertificate: 'CO-2026-0001',
          notes: 'Parcial 1 de 2',
          exchangeRateUsd: 18.4512,
          receiverAddress: dallas,
          recipients: [warehouse],
          goods: [{ item: 0, tariffCode: '7210110100', customsQuantity: 2_000 }, { item: 1 }],
        },
      ),
    xml: 'CertificadoOrigen="1" NumCertificadoOrigen="CO-2026-0001" Incoterm="CPT"',
    printed: 'Parcial 1 de 2',
  },
  {
    field: 'foreignTrade',
    says: 'furniture that a trusted exporter sells to Hamburg in euros',
    draft: ({ german }) =>
      sold(
        german,
        [shelves],
        {
          incoterm: 'DAP',
          exporterNumber: 'MX-REX-0001',
          exchangeRateUsd: 18.4512,
          receiverAddress: hamburg,
          goods: [{ item: 0, tariffCode }],
        },
        { currency: 'EUR', exchangeRate: 21.5 },
      ),
    xml: 'NumeroExportadorConfiable="MX-REX-0001" Incoterm="DAP"',
    printed: 'MX-REX-0001',
  },
  {
    field: 'foreignTrade',
    says: 'goods of a natural person, who has a CURP',
    issuer: 'person',
    draft: ({ texan }) =>
      sold(
        texan,
        [shelves],
        {
          incoterm: 'EXW',
          issuerCurp: 'MISC491214MMCRRC01',
          receiverAddress: dallas,
          goods: [{ item: 0, tariffCode }],
        },
        usd,
      ),
    xml: '<cce20:Emisor Curp="MISC491214MMCRRC01">',
    printed: 'MISC491214MMCRRC01',
  },
  {
    field: 'foreignTrade',
    says: 'goods of others that are moved to a warehouse abroad',
    draft: ({ ourselves }) => ({
      kind: 'transfer',
      customerId: ourselves,
      exportation: '04',
      items: [movedShelves],
      foreignTrade: {
        transferReason: '05',
        exchangeRateUsd: 18.4512,
        owners: [{ foreignTaxId: '121585958', taxResidence: 'USA' }],
        recipients: [warehouse],
        goods: [{ item: 0, tariffCode, valueUsd: 1_200 }],
      },
    }),
    xml: '<cce20:Propietario NumRegIdTrib="121585958" ResidenciaFiscal="USA"/>',
    printed: 'SAMPLE WAREHOUSE LLC',
  },
  {
    field: 'foreignTrade',
    says: 'own goods for a warehouse abroad, on their own lorry with a Carta Porte',
    draft: ({ ourselves }) => ({
      kind: 'transfer',
      customerId: ourselves,
      exportation: '04',
      items: [movedShelves],
      foreignTrade: {
        transferReason: '02',
        exchangeRateUsd: 18.4512,
        recipients: [warehouse],
        goods: [{ item: 0, tariffCode, valueUsd: 1_200 }],
      },
      cartaPorte: {
        customs: { direction: 'exit', country: 'USA', regimes: ['EXD'] },
        stops: toDallas,
        goods: [{ item: 0, weightKg: 850, tariffCode, material: { type: '03' } }],
        ...ownLorry,
      },
    }),
    xml: '</cartaporte31:CartaPorte><cce20:ComercioExterior',
    printed: 'COMERCIO EXTERIOR',
  },
];
