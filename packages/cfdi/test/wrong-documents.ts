import type { Comprobante, Concepto, Impuestos } from '../src/comprobante';
import type { ConceptoInput } from '../src/compute-concepto';
import { xmlNode } from '../src/xml';
import {
  concepto,
  decimal,
  emisor,
  exempt,
  income,
  iva,
  receptor,
  withheld,
} from './make-documents';

/**
 * Returns the document with a changed first concept. All other data of the document, such as the
 * sums, remains unchanged.
 */
export function withConcept(changes: Partial<Concepto>, document = income()): Comprobante {
  const [first, ...rest] = document.conceptos;
  return { ...document, conceptos: [{ ...first!, ...changes }, ...rest] };
}

function withTransfer(changes: object, conceptos?: readonly ConceptoInput[]): Comprobante {
  const document = income({}, conceptos);
  const [line] = document.conceptos[0]!.impuestos!.traslados!;
  return withConcept({ impuestos: { traslados: [{ ...line!, ...changes }] } }, document);
}

function withWithholding(changes: object, parties: Partial<Comprobante> = {}): Comprobante {
  const document = income({}, [concepto('100', { taxes: [iva(), withheld('001', '0.10')] })]);
  const { traslados, retenciones } = document.conceptos[0]!.impuestos!;
  const line = { ...retenciones![0]!, ...changes };
  return {
    ...withConcept({ impuestos: { traslados: traslados!, retenciones: [line] } }, document),
    ...parties,
  };
}

function withSummary(changes: Partial<Impuestos>, conceptos?: readonly ConceptoInput[]) {
  const document = income({}, conceptos);
  return { ...document, impuestos: { ...document.impuestos, ...changes } };
}

const person = { ...receptor, rfc: 'CACX7605101P8', regimenFiscalReceptor: '612' };
export const nationalGeneric = {
  ...receptor,
  rfc: 'XAXX010101000',
  nombre: 'MOSTRADOR',
  domicilioFiscalReceptor: '42501',
  regimenFiscalReceptor: '616',
  usoCfdi: 'S01',
};
export const foreigner = { ...nationalGeneric, rfc: 'XEXX010101000', nombre: 'SMITH' };
export const publicInGeneral = { ...nationalGeneric, nombre: 'PUBLICO EN GENERAL' };
export const day = { periodicidad: '01', meses: '11', año: 2026 };
export const trade = { otros: [xmlNode('cce20:ComercioExterior', { Version: '2.0' })] };
const untaxed = [concepto('100', { taxes: [exempt] })];
const zeroRated = [concepto('100', { taxes: [iva('0')] })];
const fuel = concepto('22', { claveProdServ: '15101514', claveUnidad: 'LTR', taxes: [iva()] });
export const taxedBoth = [concepto('100', { taxes: [iva(), withheld('001', '0.10')] })];

/** Documents with one fault each, and the SAT code of the fault. */
export const wrongDocuments: readonly [string, Comprobante, string][] = [
  [
    'a form of payment in a transfer',
    income({ tipoDeComprobante: 'T', moneda: 'XXX', currencyDecimals: 0 }),
    'CFDI40103',
  ],
  ['an unknown form of payment', income({ formaPago: '77' }), 'CFDI40104'],
  [
    'a form of payment other than 99 with deferred payment',
    income({ metodoPago: 'PPD', formaPago: '03' }),
    'CFDI40105',
  ],
  ['a subtotal with three decimals', { ...income(), subTotal: decimal('100.001') }, 'CFDI40107'],
  ['a subtotal off by a cent', { ...income(), subTotal: decimal('100.01') }, 'CFDI40108'],
  ['a discount above the subtotal', { ...income(), descuento: decimal('100.01') }, 'CFDI40110'],
  ['a discount that no concept has', { ...income(), descuento: decimal('1.00') }, 'CFDI40111'],
  ['a discount with three decimals', { ...income(), descuento: decimal('1.001') }, 'CFDI40112'],
  ['an unknown currency', income({ moneda: 'ZZZ', tipoCambio: decimal('1') }), 'CFDI40113'],
  ['pesos at another rate', income({ tipoCambio: decimal('18') }), 'CFDI40114'],
  ['dollars without a rate', income({ moneda: 'USD' }), 'CFDI40115'],
  ['no currency with a rate', income({ moneda: 'XXX', tipoCambio: decimal('1') }), 'CFDI40116'],
  ['a total off by a cent', { ...income(), total: decimal('116.01') }, 'CFDI40119'],
  ['a type that does not exist', { ...income(), tipoDeComprobante: 'X' }, '301'],
  ['an export without its complement', income({ exportacion: '02' }), 'CFDI40122'],
  ['an unknown kind of export', income({ exportacion: '09' }), 'CFDI40123'],
  ['an unknown method', income({ metodoPago: 'ABC' }), 'CFDI40124'],
  [
    'a method in a transfer',
    income({ tipoDeComprobante: 'T', moneda: 'XXX', currencyDecimals: 0 }),
    'CFDI40125',
  ],
  ['an unknown place of issue', income({ lugarExpedicion: '00009' }), 'CFDI40126'],
  ['an unnecessary confirmation', income({ confirmacion: 'ABC12' }), 'CFDI40127'],
  ['a global invoice without period', income({ receptor: publicInGeneral }), 'CFDI40130'],
  ['a period without a global invoice', income({ informacionGlobal: day }), 'CFDI40130'],
  [
    'an unknown periodicity',
    income({ receptor: publicInGeneral, informacionGlobal: { ...day, periodicidad: '09' } }),
    'CFDI40131',
  ],
  [
    'a bimonthly period of a company',
    income({
      receptor: publicInGeneral,
      informacionGlobal: { ...day, periodicidad: '05', meses: '13' },
    }),
    'CFDI40132',
  ],
  [
    'an unknown month',
    income({ receptor: publicInGeneral, informacionGlobal: { ...day, meses: '99' } }),
    'CFDI40133',
  ],
  [
    'bimonthly Meses for a daily period',
    income({ receptor: publicInGeneral, informacionGlobal: { ...day, meses: '13' } }),
    'CFDI40134',
  ],
  [
    'monthly Meses for a bimonthly period',
    income({ receptor: publicInGeneral, informacionGlobal: { ...day, periodicidad: '05' } }),
    'CFDI40135',
  ],
  [
    'next year',
    income({ receptor: publicInGeneral, informacionGlobal: { ...day, año: 2027 } }),
    'CFDI40136',
  ],
  [
    'a year too long ago',
    income({ receptor: publicInGeneral, informacionGlobal: { ...day, año: 2020 } }),
    'CFDI40136',
  ],
  [
    'an unknown relation',
    income({
      cfdiRelacionados: [
        { tipoRelacion: '99', cfdiRelacionado: [{ uuid: '5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C' }] },
      ],
    }),
    'CFDI40137',
  ],
  [
    'an unknown regime of the issuer',
    income({ emisor: { ...emisor, regimenFiscal: '999' } }),
    'CFDI40140',
  ],
  [
    "a person's regime for a company",
    income({ emisor: { ...emisor, regimenFiscal: '605' } }),
    'CFDI40141',
  ],
  [
    'the public in general with an RFC',
    income({ receptor: { ...receptor, nombre: 'PUBLICO EN GENERAL' } }),
    'CFDI40146',
  ],
  [
    'a generic RFC elsewhere',
    income({ receptor: { ...nationalGeneric, domicilioFiscalReceptor: '06000' } }),
    'CFDI40149',
  ],
  [
    'an unknown country',
    income({ receptor: { ...foreigner, residenciaFiscal: 'QQQ' } }),
    'CFDI40150',
  ],
  [
    'a national receiver who resides abroad',
    income({ receptor: { ...receptor, residenciaFiscal: 'USA' } }),
    'CFDI40151',
  ],
  [
    'a foreign receiver who resides in Mexico',
    income({ receptor: { ...foreigner, residenciaFiscal: 'MEX' } }),
    'CFDI40152',
  ],
  [
    'a tax number without country',
    income({ receptor: { ...foreigner, numRegIdTrib: '1' } }),
    'CFDI40153',
  ],
  [
    'a national receiver with a foreign tax number',
    income({ receptor: { ...receptor, numRegIdTrib: '1' } }),
    'CFDI40154',
  ],
  [
    'foreign trade without the tax number',
    income({
      receptor: { ...foreigner, residenciaFiscal: 'USA' },
      exportacion: '02',
      complemento: trade,
    }),
    'CFDI40155',
  ],
  [
    'a tax number of another country',
    income({ receptor: { ...foreigner, residenciaFiscal: 'USA', numRegIdTrib: 'ABC' } }),
    'CFDI40156',
  ],
  [
    'an unknown regime of the receiver',
    income({ receptor: { ...receptor, regimenFiscalReceptor: '999' } }),
    'CFDI40157',
  ],
  [
    "a person's regime for a receiving company",
    income({ receptor: { ...receptor, regimenFiscalReceptor: '612' } }),
    'CFDI40158',
  ],
  [
    'a generic RFC with a regime',
    income({ receptor: { ...nationalGeneric, regimenFiscalReceptor: '601' } }),
    'CFDI40159',
  ],
  ['an unknown use', income({ receptor: { ...receptor, usoCfdi: 'Z99' } }), 'CFDI40160'],
  [
    'a personal deduction of a company',
    income({ receptor: { ...receptor, usoCfdi: 'D01' } }),
    'CFDI40161',
  ],
  [
    'a use that the regime does not allow',
    income({ receptor: { ...person, regimenFiscalReceptor: '605' } }),
    'CFDI40161',
  ],
  ['an unknown product', withConcept({ claveProdServ: '99999999' }), 'CFDI40162'],
  [
    'a product that must transfer IVA and does not',
    income({}, [concepto('100', { claveProdServ: '84121603' })]),
    'CFDI40164',
  ],
  ['an unknown unit', withConcept({ claveUnidad: 'ZZZ' }), 'CFDI40165'],
  ['a price of zero', withConcept({ valorUnitario: decimal('0') }), 'CFDI40166'],
  [
    'an amount that differs from quantity times price',
    withConcept({ importe: decimal('102.00'), cantidad: decimal('1.000') }),
    'CFDI40167',
  ],
  [
    'a discount with more decimals than the amount',
    withConcept({ descuento: decimal('1.0000') }),
    'CFDI40168',
  ],
  ['a discount above the amount', withConcept({ descuento: decimal('100.01') }), 'CFDI40169'],
  ['an unknown object of tax', withConcept({ objetoImp: '99' }), 'CFDI40170'],
  ['object of tax without taxes', income({}, [concepto('100', { objetoImp: '02' })]), 'CFDI40171'],
  ['no object of tax with taxes', withConcept({ objetoImp: '01' }), 'CFDI40172'],
  ['a broken-down object that has no breakdown', withConcept({ objetoImp: '03' }), 'CFDI40172'],
  ['an empty tax node', withConcept({ impuestos: {} }), 'CFDI40173'],
  ['IVA under an object of tax without IVA', withConcept({ objetoImp: '06' }), 'CFDI140226'],
  ['IVA under an object of tax with IEPS only', withConcept({ objetoImp: '07' }), 'CFDI140227'],
  ['an unknown tax', withTransfer({ impuesto: '009' }), 'CFDI40175'],
  ['an unknown factor', withTransfer({ tipoFactor: 'Otro' }), 'CFDI40176'],
  ['an exempt line with an amount', withTransfer({ tipoFactor: 'Exento' }), 'CFDI40177'],
  ['a rate without amount', withTransfer({ importe: undefined }), 'CFDI40178'],
  [
    'a rate that does not exist',
    withTransfer({ tasaOCuota: decimal('0.150000'), importe: decimal('15.00') }),
    'CFDI40179',
  ],
  [
    'a transferred amount beyond its limits',
    withTransfer({ importe: decimal('16.02') }),
    'CFDI40180',
  ],
  ['an unknown withheld tax', withWithholding({ impuesto: '009' }), 'CFDI40182'],
  ['an unknown factor of a withholding', withWithholding({ tipoFactor: 'Otro' }), 'CFDI40183'],
  ['an exempt withholding', withWithholding({ tipoFactor: 'Exento' }), 'CFDI40184'],
  [
    'a withheld rate beyond its range',
    withWithholding({ tasaOCuota: decimal('0.400000'), importe: decimal('40.00') }),
    'CFDI40185',
  ],
  [
    'a withheld amount beyond its limits',
    withWithholding({ importe: decimal('10.02') }),
    'CFDI40186',
  ],
  [
    'RESICO withheld from a company',
    withWithholding({ tasaOCuota: decimal('0.012500'), importe: decimal('1.25') }),
    'CFDI140224',
  ],
  [
    'RESICO withheld by a person',
    withWithholding(
      { tasaOCuota: decimal('0.012500'), importe: decimal('1.25') },
      { emisor: { rfc: 'FUNK671228PH6', nombre: 'X', regimenFiscal: '626' }, receptor: person },
    ),
    'CFDI140225',
  ],
  [
    'a third party who is the issuer',
    withConcept({
      aCuentaTerceros: {
        rfcACuentaTerceros: emisor.rfc,
        nombreACuentaTerceros: 'X',
        regimenFiscalACuentaTerceros: '601',
        domicilioFiscalACuentaTerceros: '42501',
      },
    }),
    'CFDI40188',
  ],
  [
    'a foreign platform seller with a regime',
    withConcept({
      aCuentaTerceros: {
        rfcACuentaTerceros: 'EXT990101NI1',
        nombreACuentaTerceros: 'X',
        regimenFiscalACuentaTerceros: '601',
        domicilioFiscalACuentaTerceros: '42501',
      },
    }),
    'CFDI140223',
  ],
  [
    'a foreign platform seller elsewhere than at the place of issue',
    withConcept({
      aCuentaTerceros: {
        rfcACuentaTerceros: 'EXT990101NI1',
        nombreACuentaTerceros: 'X',
        regimenFiscalACuentaTerceros: '616',
        domicilioFiscalACuentaTerceros: '06000',
      },
    }),
    'CFDI40193',
  ],
  [
    'a customs number of no customs office',
    withConcept({ informacionAduanera: [{ numeroPedimento: '15  99  3009  5001234' }] }),
    'CFDI40194',
  ],
  [
    'a customs number of a broker that did not operate at the office in the year',
    withConcept({ informacionAduanera: [{ numeroPedimento: '15  48  9999  5001234' }] }),
    'CFDI40194',
  ],
  [
    'a part with a customs number of a broker that did not operate at the office in the year',
    withConcept({
      parte: [
        {
          claveProdServ: '01010101',
          cantidad: decimal('1'),
          descripcion: 'X',
          informacionAduanera: [{ numeroPedimento: '15  48  9999  5001234' }],
        },
      ],
    }),
    'CFDI40199',
  ],
  [
    'a customs number in foreign trade',
    {
      ...withConcept({ informacionAduanera: [{ numeroPedimento: '15  48  3009  5001234' }] }),
      complemento: trade,
      exportacion: '02',
    },
    'CFDI40195',
  ],
  [
    'an unknown product in a part',
    withConcept({
      parte: [{ claveProdServ: '99999999', cantidad: decimal('1'), descripcion: 'X' }],
    }),
    'CFDI40196',
  ],
  [
    'a part whose amount differs from quantity times price',
    withConcept({
      parte: [
        {
          claveProdServ: '01010101',
          cantidad: decimal('2.000'),
          descripcion: 'X',
          valorUnitario: decimal('5.00'),
          importe: decimal('11.00'),
        },
      ],
    }),
    'CFDI40198',
  ],
  [
    'taxes in a transfer',
    { ...income({ tipoDeComprobante: 'T', moneda: 'XXX', currencyDecimals: 0 }), impuestos: {} },
    'CFDI40201',
  ],
  [
    'a withheld total that differs from the sum',
    withSummary({ totalImpuestosRetenidos: decimal('1.00') }, taxedBoth),
    'CFDI40203',
  ],
  [
    'a transferred total with three decimals',
    withSummary({ totalImpuestosTrasladados: decimal('16.001') }),
    'CFDI40204',
  ],
  [
    'a transferred total that differs from the sum',
    withSummary({ totalImpuestosTrasladados: decimal('16.01') }),
    'CFDI40205',
  ],
  [
    'withholdings that are not in the summary',
    withSummary({ retenciones: [] }, taxedBoth),
    'CFDI40211',
  ],
  [
    'a tax withheld twice in the summary',
    withSummary(
      {
        retenciones: [
          { impuesto: '001', importe: decimal('5.00') },
          { impuesto: '001', importe: decimal('5.00') },
        ],
      },
      taxedBoth,
    ),
    'CFDI40208',
  ],
  [
    'a withheld sum with three decimals',
    withSummary({ retenciones: [{ impuesto: '001', importe: decimal('10.001') }] }, taxedBoth),
    'CFDI40210',
  ],
  [
    'a base with three decimals',
    withSummary({
      traslados: [{ ...income().impuestos!.traslados![0]!, base: decimal('100.001') }],
    }),
    'CFDI40214',
  ],
  [
    'an exempt base that differs from the sum',
    withSummary(
      { traslados: [{ base: decimal('1.00'), impuesto: '002', tipoFactor: 'Exento' }] },
      untaxed,
    ),
    'CFDI40216',
  ],
  [
    'a total of exempt transfers',
    withSummary({ totalImpuestosTrasladados: decimal('0.00') }, untaxed),
    'CFDI40213',
  ],
  [
    'an exempt transfer with an amount in the summary',
    withSummary(
      {
        traslados: [
          {
            base: decimal('100.00'),
            impuesto: '002',
            tipoFactor: 'Exento',
            importe: decimal('0.00'),
          },
        ],
      },
      untaxed,
    ),
    'CFDI40213',
  ],
  [
    'a transfer at 0 % without its amount in the summary',
    (() => {
      const { importe: _importe, ...line } = income({}, zeroRated).impuestos!.traslados![0]!;
      return withSummary({ traslados: [line] }, zeroRated);
    })(),
    'CFDI40221',
  ],
  [
    'IVA of 8 % away from the border',
    income({}, [concepto('100', { claveProdServ: '50202306', taxes: [iva('0.08')] })]),
    'CFDI40179',
  ],
  [
    'IVA of 8 % of a product without the stimulus',
    income({ lugarExpedicion: '21000' }, [
      concepto('100', { claveProdServ: '43232408', taxes: [iva('0.08')] }),
    ]),
    'CFDI40179',
  ],
  ['fuel without its complement', income({}, [fuel]), 'CFDI40163'],
  [
    'a base that differs from the sum',
    withSummary({
      traslados: [{ ...income().impuestos!.traslados![0]!, base: decimal('100.01') }],
    }),
    'CFDI40215',
  ],
  [
    'a line of the summary twice',
    withSummary({
      traslados: [income().impuestos!.traslados![0]!, income().impuestos!.traslados![0]!],
    }),
    'CFDI40218',
  ],
  [
    'an amount of the summary that differs from the sum',
    withSummary({
      traslados: [{ ...income().impuestos!.traslados![0]!, importe: decimal('16.01') }],
    }),
    'CFDI40221',
  ],
  ['foreign trade without export', income({ complemento: trade }), 'CFDI40222'],
];
