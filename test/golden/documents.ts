import { cartaPorte } from './carta-porte';
import { foreignTrade } from './foreign-trade';
import { creditNote, income, incomeOfPerson, item, moved, transfer, type Golden } from './draft';
import { complementsOfItems } from './items';
import { rawComplements } from './raw';

const service = item('Servicio', '81111500');

const authorized = {
  authorizationNumber: '600-04-02-2014-00001',
  authorizedOn: '2014-06-30',
  legend: 'Este comprobante ampara un donativo, destinado a los fines propios de su objeto social.',
};
const gift = (description: string, satProductCode: string, changes: object = {}) =>
  item(description, satProductCode, {
    satUnitCode: 'M4',
    unitPrice: 25_000,
    taxability: undefined,
    taxRate: undefined,
    taxObject: '01',
    ...changes,
  });

const donations: readonly Golden[] = [
  {
    field: 'donations',
    says: 'a natural person gives money for grants',
    issuer: 'donee',
    draft: incomeOfPerson([gift('Donativo para becas', '84101600')], {
      cfdiUse: 'D04',
      donations: authorized,
    }),
    xml: 'noAutorizacion="600-04-02-2014-00001" fechaAutorizacion="2014-06-30"',
    printed: 'Número de autorización 600-04-02-2014-00001',
  },
  {
    field: 'donations',
    says: 'a company gives food and blankets in kind',
    issuer: 'donee',
    draft: income(
      [
        gift('Despensas donadas', '50192100', { satUnitCode: 'XPK', quantity: 40, unitPrice: 380 }),
        gift('Cobijas donadas', '52121508', { satUnitCode: 'H87', quantity: 100, unitPrice: 95.5 }),
      ],
      { payment: { timing: 'single_payment', formCode: '12' }, donations: authorized },
    ),
    xml: '<donat:Donatarias ',
    printed: 'Número de autorización 600-04-02-2014-00001',
  },
  {
    field: 'donations',
    says: 'a foundation abroad gives dollars, which a legend describes',
    issuer: 'donee',
    draft: ({ texan }) => ({
      ...income([gift('Donativo', '84101600', { unitPrice: 1_000 })])({
        company: texan,
      } as never),
      cfdiUse: 'S01',
      currency: 'USD',
      exchangeRate: 18.4512,
      donations: authorized,
      legends: [{ provision: 'LISR', rule: 'Artículo 82', text: 'Donativo del extranjero' }],
    }),
    xml: '<donat:Donatarias ',
    printed: 'Número de autorización 600-04-02-2014-00001',
  },
];

const legends: readonly Golden[] = [
  {
    field: 'legends',
    says: 'a legend without its law',
    draft: income([service], { legends: [{ text: 'Efectos fiscales al pago' }] }),
    xml: '<leyendasFisc:Leyenda textoLeyenda="Efectos fiscales al pago"/>',
    printed: 'Efectos fiscales al pago',
  },
  {
    field: 'legends',
    says: 'two legends with law and rule, beside the local tax of a hotel',
    draft: income([item('Hospedaje', '90111800')], {
      legends: [
        { provision: 'LIVA', rule: 'Artículo 29, fracción VII', text: 'Turistas & «congresos»' },
        { rule: 'Acuerdo 7/2026', text: 'Tarifa de convenio' },
      ],
      localTaxes: [{ kind: 'transferred', name: 'ISH', rate: 3 }],
    }),
    xml: '<leyendasFisc:Leyenda norma="Acuerdo 7/2026" textoLeyenda="Tarifa de convenio"/>',
    printed: 'Tarifa de convenio',
  },
  {
    field: 'legends',
    says: 'a transfer of goods on consignment',
    draft: transfer([moved('Muebles en consignación', '56101701')], {
      legends: [{ provision: 'CFF', text: 'Mercancía en consignación' }],
    }),
    xml: '<leyendasFisc:Leyenda disposicionFiscal="CFF" textoLeyenda="Mercancía en consignación"/>',
    printed: 'Mercancía en consignación',
  },
  {
    field: 'legends',
    says: 'a credit note that names the agreement of its discount',
    draft: creditNote([service], {
      legends: [{ rule: 'Convenio 12', text: 'Bonificación anual' }],
    }),
    xml: '<leyendasFisc:Leyenda norma="Convenio 12" textoLeyenda="Bonificación anual"/>',
    printed: 'Bonificación anual',
  },
];

const ine: readonly Golden[] = [
  {
    field: 'ine',
    says: 'printed matter for the local and federal campaigns of a candidate',
    draft: income([item('Impresión de lonas', '82121500')], {
      ine: {
        process: 'Campaña',
        entities: [
          {
            state: 'JAL',
            scope: 'Local',
            accounts: [{ accountingId: 15_023 }, { accountingId: 15_024 }],
          },
          { state: 'JAL', scope: 'Federal', accounts: [{ accountingId: 20_011 }] },
          { state: 'CR1', scope: 'Federal' },
        ],
      },
    }),
    xml: '<ine:Entidad ClaveEntidad="CR1" Ambito="Federal"/>',
    printed: 'Entidad JAL',
  },
  {
    field: 'ine',
    says: 'the audit of the national committee of a party',
    draft: income([item('Auditoría', '84111600')], {
      ine: { process: 'Ordinario', committee: 'Ejecutivo Nacional', accountingId: 123_456 },
    }),
    xml: 'TipoProceso="Ordinario" TipoComite="Ejecutivo Nacional" IdContabilidad="123456"/>',
    printed: 'Ejecutivo Nacional',
  },
  {
    field: 'ine',
    says: 'the rent of the offices of two state committees',
    draft: income([item('Renta de oficina', '80131502')], {
      ine: {
        process: 'Ordinario',
        committee: 'Directivo Estatal',
        entities: [{ state: 'DIF', accounts: [{ accountingId: 7 }] }, { state: 'MEX' }],
      },
    }),
    xml: '<ine:Entidad ClaveEntidad="DIF"><ine:Contabilidad IdContabilidad="7"/></ine:Entidad>',
    printed: 'Directivo Estatal',
  },
  {
    field: 'ine',
    says: 'a credit note about the precampaign of a candidate',
    draft: creditNote([item('Propaganda', '82101500')], {
      ine: { process: 'Precampaña', entities: [{ state: 'NLE', scope: 'Local' }] },
    }),
    xml: 'TipoProceso="Precampaña"><ine:Entidad ClaveEntidad="NLE" Ambito="Local"/>',
    printed: 'Precampaña',
  },
];

const address = {
  street: 'Calle Ficticia',
  municipality: 'León',
  state: '11',
  country: 'MEX',
  postalCode: '37000',
};
const seller = {
  name: 'ALBA',
  firstSurname: 'XKARAJAM',
  secondSurname: 'MENDEZ',
  rfc: 'XAMA620210DQ5',
  curp: 'GOLA850312MDFMPN03',
};
const buyer = { name: 'URBANIZADORA DEL BAJIO', rfc: 'URE180429TM6' };
const notary = { curp: 'GOLA850312MDFMPN03', number: 27, state: '11' };
const deed = (number: number, subtotal: number, iva: number) => ({
  number,
  date: '2026-11-12',
  amount: subtotal + iva,
  subtotal,
  iva,
});
const fees = [item('Honorarios notariales', '80121610')];

const publicNotaries: readonly Golden[] = [
  {
    field: 'publicNotaries',
    says: 'a dwelling that one person sells to a company',
    draft: income(fees, {
      publicNotaries: {
        properties: [{ kind: '03', address }],
        deed: deed(10_234, 1_500_000, 0),
        notary,
        sellers: [seller],
        buyers: [buyer],
      },
    }),
    xml: '<notariospublicos:DatosEnajenante CoproSocConyugalE="No">',
    printed: 'Instrumento notarial 10234',
  },
  {
    field: 'publicNotaries',
    says: 'a house that a couple sells, with its whole address',
    draft: incomeOfPerson(fees, {
      publicNotaries: {
        properties: [
          {
            kind: '03',
            address: {
              ...address,
              exterior: '15',
              interior: '2',
              neighborhood: 'Centro',
              city: 'León',
            },
          },
        ],
        deed: deed(10_235, 2_100_000, 0),
        notary: { ...notary, office: 'León' },
        sellers: [
          { ...seller, percentage: 33.33 },
          { ...seller, name: 'PEDRO', percentage: 66.67 },
        ],
        buyers: [{ name: 'XOCHILT', firstSurname: 'CASAS', rfc: 'CACX7605101P8' }],
      },
    }),
    xml: 'Porcentaje="66.67"/></notariospublicos:DatosEnajenantesCopSC>',
    printed: 'PEDRO',
  },
  {
    field: 'publicNotaries',
    says: 'commercial premises and land that three partners buy, with IVA',
    draft: income(fees, {
      publicNotaries: {
        properties: [
          { kind: '04', address },
          { kind: '02', address: { ...address, state: '09', municipality: 'Cuauhtémoc' } },
        ],
        deed: deed(10_236, 5_000_000, 800_000),
        notary,
        sellers: [seller],
        buyers: [
          { ...buyer, percentage: 50 },
          { ...seller, percentage: 25.5 },
          { name: 'LUZ', rfc: 'CACX7605101P8', percentage: 24.5 },
        ],
      },
    }),
    xml: '<notariospublicos:DatosAdquirientesCopSC>',
    printed: 'Cuauhtémoc',
  },
];

const car = {
  acquisitionAmount: 310_000,
  saleAmount: 180_000.5,
  vehicleKey: '0123456',
  make: 'MARCA DE PRUEBA',
  type: 'SEDAN',
  modelYear: 2019,
  guideValue: 185_000,
};
const sale = [item('Automóvil usado', '25101503', { satUnitCode: 'H87', unitPrice: 180_000.5 })];

const usedVehicles: readonly Golden[] = [
  {
    field: 'usedVehicles',
    says: 'a car whose seller knows the VIN only',
    draft: income(sale, { usedVehicles: { ...car, vin: '3ABCD12E3KM000001' } }),
    xml: 'modelo="2019" NIV="3ABCD12E3KM000001" valor="185000"/>',
    printed: '3ABCD12E3KM000001',
  },
  {
    field: 'usedVehicles',
    says: 'a pickup with all its numbers, which was imported twice',
    draft: income(sale, {
      usedVehicles: {
        ...car,
        type: 'PICKUP',
        engineNumber: 'MTR1234567',
        serialNumber: '3ABCD12E3KM000002',
        imports: [
          { number: '26  48  3009  6001234', date: '2026-02-03', office: 'Nuevo Laredo' },
          { number: '25  16  3009  5000777', date: '2025-07-01' },
        ],
      },
    }),
    xml: '<vehiculousado:InformacionAduanera numero="25  16  3009  5000777" fecha="2025-07-01"/>',
    printed: 'MTR1234567',
  },
  {
    field: 'usedVehicles',
    says: 'an old motorcycle without numbers, with a legend',
    draft: incomeOfPerson(
      [item('Motocicleta usada', '25101801', { satUnitCode: 'H87', unitPrice: 9_000 })],
      {
        usedVehicles: { ...car, type: 'MOTOCICLETA', modelYear: 1998, guideValue: 0 },
        legends: [{ text: 'Se vende en el estado en que se encuentra' }],
      },
    ),
    xml: 'modelo="1998" valor="0"/>',
    printed: 'MOTOCICLETA',
  },
];

const localTaxes: readonly Golden[] = [
  {
    field: 'localTaxes',
    says: 'two nights in a hotel with the tax on lodging',
    draft: income([item('Hospedaje, dos noches', '90111800', { unitPrice: 2_400 })], {
      localTaxes: [{ kind: 'transferred', name: 'ISH', rate: 3 }],
    }),
    xml: 'ImpLocTrasladado="ISH" TasadeTraslado="3.00"',
    printed: 'ISH',
  },
  {
    field: 'localTaxes',
    says: 'public works, from which five and two per thousand are withheld',
    draft: income([item('Estimación de obra 3', '72141001', { unitPrice: 1_250_000.55 })], {
      localTaxes: [
        { kind: 'withheld', name: 'CINCO AL MILLAR', rate: 0.5 },
        { kind: 'withheld', name: 'DOS AL MILLAR', rate: 0.2 },
      ],
    }),
    xml: 'ImpLocRetenido="DOS AL MILLAR" TasadeRetencion="0.20"',
    printed: 'DOS AL MILLAR',
  },
  {
    field: 'localTaxes',
    says: 'a credit note about a show, with a tax transferred and one withheld',
    draft: creditNote([item('Espectáculo', '90131500')], {
      localTaxes: [
        { kind: 'transferred', name: 'IMPUESTO SOBRE ESPECTACULOS', rate: 8 },
        { kind: 'withheld', name: 'CEDULAR', rate: 1 },
      ],
    }),
    xml: 'ImpLocRetenido="CEDULAR"',
    printed: 'CEDULAR',
  },
];

/** The golden documents of every complement, given by fields or as XML, and of the nodes beside complements. */
export const goldenDocuments: readonly Golden[] = [
  ...cartaPorte,
  ...foreignTrade,
  ...donations,
  ...legends,
  ...ine,
  ...publicNotaries,
  ...usedVehicles,
  ...localTaxes,
  ...complementsOfItems,
  ...rawComplements,
];
