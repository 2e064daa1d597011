import { ownTanker, toVeracruz } from './carta-porte';
import { creditNote, income, incomeOfPerson, item, moved, transfer, type Golden } from './draft';

const station = { permitType: 'PER01', permitNumber: 'PL/12345/EXP/ES/2015' };
const litres = { satUnitCode: 'LTR', quantity: 40, unitPrice: 20.5 };
const gasoline = (changes: object = {}) =>
  item('Gasolina regular', '15101514', { ...litres, hydrocarbons: station, ...changes });
const diesel = (subproduct: string, hydrocarbons: object, changes: object = {}) =>
  item('Diésel', '15101505', {
    ...litres,
    hydrocarbons: { ...hydrocarbons, subproduct },
    ...changes,
  });

const hydrocarbons: readonly Golden[] = [
  {
    field: 'hydrocarbons',
    says: 'a filling station sells gasoline, diesel and motor oil',
    draft: income([
      gasoline({ sku: 'PL/12345/EXP/ES/2015-0000001' }),
      diesel('SP18', station),
      item('Aceite para motor', '15121501', { satUnitCode: 'H87', quantity: 2, unitPrice: 185 }),
    ]),
    xml: 'ClaveHYP="15101505" SubProductoHYP="SP18"/>',
    printed: 'Permiso: PL/12345/EXP/ES/2015',
  },
  {
    field: 'hydrocarbons',
    says: 'a distributor sells premium gasoline and farm diesel on credit, with a discount',
    draft: income(
      [
        item('Gasolina premium', '15101515', {
          ...litres,
          quantity: 20_000,
          discount: 2_500,
          hydrocarbons: { permitType: 'PER07', permitNumber: 'CNE/PL/77/DIS/OM/2026' },
        }),
        diesel('SP25', { permitType: 'PER11', permitNumber: 'F00.07.UH/77/2026' }),
      ],
      { payment: { timing: 'deferred_or_installments', formCode: '99' } },
    ),
    xml: 'TipoPermiso="PER11" NumeroPermiso="F00.07.UH/77/2026"',
    printed: 'CNE/PL/77/DIS/OM/2026',
  },
  {
    field: 'hydrocarbons',
    says: 'a marketer credits gasoline that was returned',
    draft: creditNote([
      gasoline({ hydrocarbons: { permitType: 'PER10', permitNumber: '#A1b2C3d4E5f6G7' } }),
    ]),
    xml: 'TipoPermiso="PER10" NumeroPermiso="#A1b2C3d4E5f6G7"',
    printed: '#A1b2C3d4E5f6G7',
  },
  {
    field: 'hydrocarbons',
    says: 'a distributor moves its own diesel in its tanker, with a Carta Porte',
    draft: transfer(
      [
        moved('Diésel', '15101505', {
          satUnitCode: 'LTR',
          quantity: 12_000,
          hydrocarbons: {
            permitType: 'PER03',
            permitNumber: 'PL/77/DIS/OM/2015',
            subproduct: 'SP24',
          },
        }),
      ],
      {
        cartaPorte: {
          stops: toVeracruz,
          goods: [
            {
              item: 0,
              isHazardous: true,
              hazardCode: '1202',
              packaging: 'Z01',
              weightKg: 10_080,
            },
          ],
          ...ownTanker,
        },
      },
    ),
    xml: 'SubProductoHYP="SP24"/>',
    printed: 'PL/77/DIS/OM/2015',
  },
];

const pupil = {
  studentName: 'ANA LUZ GÓMEZ',
  curp: 'GOLA850312MDFMPN03',
  level: 'Preescolar',
  rvoe: 'RVOE-22PPR0001X',
};
const tuition = (iedu: object, changes: object = {}) =>
  item('Colegiatura, noviembre', '86121503', {
    unitPrice: 4_800,
    taxability: 'exempt',
    taxRate: undefined,
    iedu,
    ...changes,
  });

const iedu: readonly Golden[] = [
  {
    field: 'iedu',
    says: 'the fee of a kindergarten',
    draft: incomeOfPerson([tuition(pupil)], { cfdiUse: 'D10' }),
    xml: 'nivelEducativo="Preescolar" autRVOE="RVOE-22PPR0001X"/>',
    printed: 'Alumno: ANA LUZ GÓMEZ',
  },
  {
    field: 'iedu',
    says: 'the fees of two siblings with a grant, whose grandmother pays, and a uniform',
    draft: incomeOfPerson([
      tuition({ ...pupil, level: 'Primaria', payerRfc: 'CACX7605101P8' }, { discount: 1_200 }),
      tuition({
        ...pupil,
        studentName: 'LUIS GÓMEZ',
        level: 'Secundaria',
        payerRfc: 'CACX7605101P8',
      }),
      item('Uniforme', '53102700', { satUnitCode: 'H87', unitPrice: 650 }),
    ]),
    xml: 'nivelEducativo="Secundaria" autRVOE="RVOE-22PPR0001X" rfcPago="CACX7605101P8"/>',
    printed: 'LUIS GÓMEZ',
  },
  {
    field: 'iedu',
    says: 'the fee of a technical school, which is paid later and bears a legend',
    draft: income([tuition({ ...pupil, level: 'Profesional técnico' })], {
      payment: { timing: 'deferred_or_installments', formCode: '99' },
      legends: [{ text: 'Colegiatura del plan de estudios 2026' }],
    }),
    xml: 'nivelEducativo="Profesional técnico"',
    printed: 'Nivel educativo: Profesional técnico',
  },
];

const operator = {
  rfc: 'IIA040805DZ4',
  legalName: 'INDISTRIA ILUMINADORA DE ALMACENES',
  taxSystem: '601',
  postalCode: '62661',
};
const foreignSellers = {
  rfc: 'EXT990101NI1',
  legalName:
    'EXPEDICIÓN DE CFDI POR RESIDENTES EN MÉXICO QUE PRESTAN SERVICIOS DE INTERMEDIACIÓN ENTRE ' +
    'TERCEROS A OFERENTES DE BIENES Y SERVICIOS RESIDENTES EN EL EXTRANJERO',
  taxSystem: '616',
  postalCode: '42501',
};

const thirdParty: readonly Golden[] = [
  {
    field: 'thirdParty',
    says: 'a travel agency sells the tour of an operator, and its own fee',
    draft: income([
      item('Tour a cuenta del operador', '90121500', { thirdParty: operator }),
      item('Cargo por servicio', '90121500', { unitPrice: 350 }),
    ]),
    xml: 'RfcACuentaTerceros="IIA040805DZ4"',
    printed: 'A cuenta de terceros: IIA040805DZ4',
  },
  {
    field: 'thirdParty',
    says: 'a platform sells for its sellers abroad',
    draft: income([
      item('Audífonos', '52161514', { thirdParty: foreignSellers, satUnitCode: 'H87' }),
    ]),
    xml: 'RfcACuentaTerceros="EXT990101NI1"',
    printed: 'EXT990101NI1',
  },
  {
    field: 'thirdParty',
    says: 'a commission agent sells the imported goods and leases the shop of two principals',
    draft: income([
      item('Taladro importado', '27112700', {
        satUnitCode: 'H87',
        thirdParty: operator,
        customsNumbers: ['26 48 3009 6001234'],
      }),
      item('Renta de local', '80131502', {
        activity: 'lease_real_estate',
        propertyTaxAccounts: ['015000101'],
        thirdParty: {
          rfc: 'CACX7605101P8',
          legalName: 'XOCHILT CASAS CHAVEZ',
          taxSystem: '612',
          postalCode: '36257',
        },
      }),
    ]),
    xml: 'DomicilioFiscalACuentaTerceros="62661"/><cfdi:InformacionAduanera NumeroPedimento="26  48  3009  6001234"/>',
    printed: 'CACX7605101P8 XOCHILT CASAS CHAVEZ',
  },
];

const drill = (changes: object) =>
  item('Taladro importado', '27112700', { satUnitCode: 'H87', unitPrice: 1_850, ...changes });

const customs: readonly Golden[] = [
  {
    field: 'customsNumbers',
    says: 'the importer sells drills of one pedimento',
    draft: income([drill({ sku: 'TAL-18', customsNumbers: ['26 48 3009 6001234'] })]),
    xml: '<cfdi:InformacionAduanera NumeroPedimento="26  48  3009  6001234"/>',
    printed: 'Pedimento: 26 48 3009 6001234',
  },
  {
    field: 'customsNumbers',
    says: 'the importer sells drills of two pedimentos, beside goods of the country',
    draft: income([
      drill({ quantity: 12, customsNumbers: ['26 48 3009 6001234', '25 16 3009 5000777'] }),
      item('Broca nacional', '27112800', { satUnitCode: 'H87', unitPrice: 45 }),
    ]),
    xml: '<cfdi:InformacionAduanera NumeroPedimento="25  16  3009  5000777"/></cfdi:Concepto>',
    printed: '25 16 3009 5000777',
  },
  {
    field: 'customsNumbers',
    says: 'the importer credits drills that came back',
    draft: creditNote([drill({ customsNumbers: ['26 48 3009 6001234'] })]),
    xml: '<cfdi:InformacionAduanera NumeroPedimento="26  48  3009  6001234"/>',
    printed: 'Pedimento: 26 48 3009 6001234',
  },
];

const rent = (changes: object) =>
  item('Renta, noviembre', '80131502', { activity: 'lease_real_estate', ...changes });

const propertyTax: readonly Golden[] = [
  {
    field: 'propertyTaxAccounts',
    says: 'the rent of an office',
    draft: income([rent({ propertyTaxAccounts: ['015000101'] })]),
    xml: '<cfdi:CuentaPredial Numero="015000101"/>',
    printed: 'Cuenta predial: 015000101',
  },
  {
    field: 'propertyTaxAccounts',
    says: 'the rent of a hall on three lots, and its maintenance',
    draft: income([
      rent({ propertyTaxAccounts: ['15956011002', '15956011003', 'A0076'] }),
      item('Mantenimiento', '72101500', { unitPrice: 900 }),
    ]),
    xml: '<cfdi:CuentaPredial Numero="15956011003"/><cfdi:CuentaPredial Numero="A0076"/>',
    printed: '15956011003',
  },
  {
    field: 'propertyTaxAccounts',
    says: 'the rent of a natural person, from which a company withholds ISR and IVA',
    issuer: 'person',
    draft: income([rent({ propertyTaxAccounts: ['015000101'] })], {
      applySuggestedWithholdings: true,
    }),
    xml: '<cfdi:Retencion Impuesto="002" Importe="1066.67"/>',
    printed: 'Cuenta predial: 015000101',
  },
];

const kit = (parts: object[], changes: object = {}) =>
  item('Estación de trabajo', '43211507', {
    satUnitCode: 'KT',
    unitPrice: 24_500,
    parts,
    ...changes,
  });
const screen = { satProductCode: '43211902', description: 'Monitor', quantity: 2 };

const parts: readonly Golden[] = [
  {
    field: 'parts',
    says: 'a workstation with the parts of which it consists',
    draft: income([kit([screen, { ...screen, description: 'Soporte', quantity: 1.5 }])]),
    xml: '<cfdi:Parte ClaveProdServ="43211902" Cantidad="2" Descripcion="Monitor"/>',
    printed: 'Parte: 2 × 43211902 Monitor',
  },
  {
    field: 'parts',
    says: 'a machine whose imported motors have a price and pedimentos, beside its service',
    draft: income([
      kit(
        [
          {
            satProductCode: '26101500',
            sku: 'MOT-7',
            description: 'Motor',
            quantity: 3,
            unitName: 'Pieza',
            unitPrice: 1_250.3333,
            customsNumbers: ['26 48 3009 6001234', '25 16 3009 5000777'],
          },
        ],
        { customsNumbers: ['26 48 3009 6001234'] },
      ),
      item('Instalación', '72151500', { unitPrice: 900 }),
    ]),
    xml:
      '<cfdi:Parte ClaveProdServ="26101500" NoIdentificacion="MOT-7" Cantidad="3" Unidad="Pieza" Descripcion="Motor"' +
      ' ValorUnitario="1250.3333" Importe="3750.9999"><cfdi:InformacionAduanera NumeroPedimento="26  48  3009  6001234"/>',
    printed: 'MOT-7',
  },
  {
    field: 'parts',
    says: 'a credit note about one part that came back',
    draft: creditNote([kit([{ ...screen, quantity: 1, unitPrice: 3_500 }], { unitPrice: 3_500 })]),
    xml: 'ValorUnitario="3500" Importe="3500.00"/>',
    printed: '3,500.00',
  },
];

export const complementsOfItems: readonly Golden[] = [
  ...hydrocarbons,
  ...iedu,
  ...thirdParty,
  ...customs,
  ...propertyTax,
  ...parts,
];
