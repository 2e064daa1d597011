import { generateKeyPairSync } from 'node:crypto';
import {
  computeComprobante,
  computePayment,
  computePayroll,
  computeRetenciones,
  readXml,
  seal,
  sealRetenciones,
  xmlNode,
  type Comprobante,
  type ComprobanteInput,
  type ConceptoInput,
  type DoctoInput,
  type DoctoTaxInput,
  type NominaInput,
  type PagoInput,
  type RetencionesInput,
  type TaxInput,
  type XmlNode,
} from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';

/** Valid documents of every kind that Timbre can write, as XML trees. */
export type Documents = readonly (readonly [name: string, root: XmlNode])[];

const d = (text: string): Decimal => Decimal.from(text);

const company = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' };
const person = { rfc: 'FUNK671228PH6', nombre: 'KARLA FUENTE NOLASCO', regimenFiscal: '612' };
const customer = {
  rfc: 'URE180429TM6',
  nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  domicilioFiscalReceptor: '86991',
  regimenFiscalReceptor: '601',
  usoCfdi: 'G03',
};
const publicInGeneral = {
  rfc: 'XAXX010101000',
  nombre: 'PUBLICO EN GENERAL',
  domicilioFiscalReceptor: '42501',
  regimenFiscalReceptor: '616',
  usoCfdi: 'S01',
};
const foreigner = {
  ...publicInGeneral,
  rfc: 'XEXX010101000',
  nombre: 'ACME INC',
  residenciaFiscal: 'USA',
  numRegIdTrib: '123456789',
};
/** The complement Comercio Exterior for the export of one shelf for 100 USD. */
const trade = xmlNode(
  'cce20:ComercioExterior',
  {
    Version: '2.0',
    ClaveDePedimento: 'A1',
    CertificadoOrigen: '0',
    Incoterm: 'FOB',
    TipoCambioUSD: '18',
    TotalUSD: '100.00',
  },
  [
    xmlNode('cce20:Emisor', {}, [
      xmlNode('cce20:Domicilio', {
        Calle: 'Avenida Norte',
        Municipio: '014',
        Estado: 'QUE',
        Pais: 'MEX',
        CodigoPostal: '76120',
      }),
    ]),
    xmlNode('cce20:Receptor', { NumRegIdTrib: '123456789' }, [
      xmlNode('cce20:Domicilio', {
        Calle: 'Sample Street',
        Estado: 'TX',
        Pais: 'USA',
        CodigoPostal: '75201',
      }),
    ]),
    xmlNode('cce20:Mercancias', {}, [
      xmlNode('cce20:Mercancia', {
        NoIdentificacion: 'EST-01',
        FraccionArancelaria: '9403500100',
        CantidadAduana: '1',
        UnidadAduana: '06',
        ValorUnitarioAduana: '100.00',
        ValorDolares: '100.00',
      }),
    ]),
  ],
);
const header = { serie: 'A', folio: '7', fecha: '2026-11-18T10:15:00', lugarExpedicion: '42501' };
const UUID = '5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C';

const transfer = (impuesto: string, rate: string, factor: 'Tasa' | 'Cuota' = 'Tasa'): TaxInput => ({
  kind: 'traslado',
  impuesto,
  tipoFactor: factor,
  tasaOCuota: d(rate),
});
const withheld = (impuesto: string, rate: string): TaxInput => ({
  kind: 'retencion',
  impuesto,
  tipoFactor: 'Tasa',
  tasaOCuota: d(rate),
});
const iva = transfer('002', '0.16');
const exempt: TaxInput = { kind: 'traslado', impuesto: '002', tipoFactor: 'Exento' };

function concept(price: string, changes: Partial<ConceptoInput> = {}): ConceptoInput {
  return {
    claveProdServ: '43232408',
    noIdentificacion: 'SKU-1',
    cantidad: Decimal.one,
    claveUnidad: 'E48',
    unidad: 'Servicio',
    descripcion: 'Servicio de prueba',
    valorUnitario: d(price),
    taxes: [iva],
    ...changes,
  };
}

function cfdi(
  conceptos: readonly ConceptoInput[],
  changes: Partial<ComprobanteInput> = {},
): Comprobante {
  return computeComprobante({
    ...header,
    tipoDeComprobante: 'I',
    exportacion: '01',
    moneda: 'MXN',
    currencyDecimals: 2,
    formaPago: '03',
    metodoPago: 'PUE',
    emisor: company,
    receptor: customer,
    conceptos,
    ...changes,
  });
}

const related = (tipoRelacion: string) => ({ tipoRelacion, cfdiRelacionado: [{ uuid: UUID }] });
const border = { lugarExpedicion: '21000' };
const foreignSellers = {
  rfcACuentaTerceros: 'EXT990101NI1',
  nombreACuentaTerceros:
    'EXPEDICIÓN DE CFDI POR RESIDENTES EN MÉXICO QUE PRESTAN SERVICIOS DE INTERMEDIACIÓN ENTRE ' +
    'TERCEROS A OFERENTES DE BIENES Y SERVICIOS RESIDENTES EN EL EXTRANJERO',
  regimenFiscalACuentaTerceros: '616',
  domicilioFiscalACuentaTerceros: '42501',
};
const thirdParty = {
  rfcACuentaTerceros: 'H&E951128469',
  nombreACuentaTerceros: 'HERRERIA & ELECTRICOS',
  regimenFiscalACuentaTerceros: '601',
  domicilioFiscalACuentaTerceros: '06002',
};
const fuel = xmlNode('hidrocarburospetroliferos:HidroYPetro', {
  Version: '1.0',
  TipoPermiso: 'PER03',
  NumeroPermiso: 'PL/1234/DIS/OM/2015',
  ClaveHYP: '15101514',
  SubProductoHYP: 'SP16',
});
const part = {
  claveProdServ: '43232408',
  cantidad: d('2'),
  descripcion: 'Parte',
  valorUnitario: d('5.00'),
  importe: d('10.00'),
};
const pedimento = [{ numeroPedimento: '15  48  3009  5001234' }];

const incomes: readonly (readonly [string, Comprobante])[] = [
  ['an invoice', cfdi([concept('100'), concept('33.33', { cantidad: d('3') })])],
  [
    'an invoice to be paid later, with a discount and three rates',
    cfdi(
      [
        concept('100', { descuento: d('10.00') }),
        concept('50', { taxes: [transfer('002', '0')], descuento: d('0.50') }),
        concept('20', { taxes: [exempt] }),
      ],
      { metodoPago: 'PPD', formaPago: '99', condicionesDePago: '30 dias' },
    ),
  ],
  ['an exempt invoice', cfdi([concept('20', { taxes: [exempt] })])],
  [
    'fees with withholdings',
    cfdi(
      [concept('1000', { taxes: [iva, withheld('001', '0.10'), withheld('002', '0.106667')] })],
      {
        emisor: person,
      },
    ),
  ],
  [
    'fees of the trust regime',
    cfdi([concept('1000', { taxes: [iva, withheld('001', '0.0125')] })], {
      emisor: { ...person, regimenFiscal: '626' },
    }),
  ],
  ['freight', cfdi([concept('8000', { taxes: [iva, withheld('002', '0.04')] })])],
  [
    'soft drinks with IEPS in the base of IVA',
    cfdi([concept('10.35', { cantidad: d('24'), taxes: [transfer('003', '0.08'), iva] })]),
  ],
  [
    'a quota',
    cfdi([concept('12', { cantidad: d('10'), taxes: [transfer('003', '1.6451', 'Cuota'), iva] })]),
  ],
  [
    'an invoice at the border',
    cfdi([concept('100', { claveProdServ: '50202306', taxes: [transfer('002', '0.08')] })], border),
  ],
  ['rent', cfdi([concept('9000', { cuentaPredial: [{ numero: '15956011002' }] })])],
  ['imported goods', cfdi([concept('500', { informacionAduanera: pedimento })])],
  ['parts', cfdi([concept('100', { parte: [{ ...part, informacionAduanera: pedimento }] })])],
  ['an agency for a third party', cfdi([concept('100', { aCuentaTerceros: thirdParty })])],
  [
    'a platform for its foreign sellers',
    cfdi([concept('100', { aCuentaTerceros: foreignSellers })]),
  ],
  [
    'a global invoice',
    cfdi(
      [concept('300', { noIdentificacion: 'T-1' }), concept('120.50', { noIdentificacion: 'T-2' })],
      {
        receptor: publicInGeneral,
        formaPago: '01',
        informacionGlobal: { periodicidad: '01', meses: '11', año: 2026 },
      },
    ),
  ],
  [
    'a foreign customer in dollars',
    cfdi([concept('250.5', { taxes: [transfer('002', '0')] })], {
      receptor: foreigner,
      moneda: 'USD',
      tipoCambio: d('18.4312'),
    }),
  ],
  [
    'dollars at a rate that the PAC has confirmed',
    cfdi([concept('250.5')], { moneda: 'USD', tipoCambio: d('184.312'), confirmacion: 'aB3x9' }),
  ],
  [
    'yens',
    cfdi([concept('2500')], { moneda: 'JPY', currencyDecimals: 0, tipoCambio: d('0.1234') }),
  ],
  [
    'a hotel with local taxes',
    cfdi([concept('1500')], {
      localTaxes: [
        { kind: 'traslado', nombre: 'ISH', tasa: d('3') },
        { kind: 'retencion', nombre: 'CEDULAR', tasa: d('1') },
      ],
    }),
  ],
  ['a substitution', cfdi([concept('100')], { cfdiRelacionados: [related('04'), related('01')] })],
  ['prices with tax included', cfdi([concept('99.99', { taxIncluded: true, cantidad: d('1.5') })])],
  [
    'objects of tax without taxes',
    cfdi(['01', '03', '04', '05'].map((objetoImp) => concept('10', { taxes: [], objetoImp }))),
  ],
  [
    'objects of tax with ISR or IEPS only',
    cfdi([
      concept('10', { taxes: [withheld('001', '0.10')], objetoImp: '06' }),
      concept('10', { taxes: [transfer('003', '0.08')], objetoImp: '07' }),
      concept('10', { taxes: [], objetoImp: '08' }),
    ]),
  ],
  [
    'fuel',
    cfdi([
      concept('22.5', {
        claveProdServ: '15101514',
        claveUnidad: 'LTR',
        complementoConcepto: [fuel],
      }),
    ]),
  ],
  [
    'an export with its complement',
    cfdi(
      [
        concept('100', {
          noIdentificacion: 'EST-01',
          claveUnidad: 'H87',
          taxes: [transfer('002', '0')],
        }),
      ],
      {
        exportacion: '02',
        receptor: foreigner,
        moneda: 'USD',
        tipoCambio: d('18'),
        complemento: { otros: [trade] },
      },
    ),
  ],
  [
    'a credit note',
    cfdi([concept('40')], {
      tipoDeComprobante: 'E',
      receptor: { ...customer, usoCfdi: 'G02' },
      cfdiRelacionados: [related('01')],
    }),
  ],
  [
    'a transfer of goods',
    computeComprobante({
      ...header,
      tipoDeComprobante: 'T',
      exportacion: '01',
      moneda: 'XXX',
      currencyDecimals: 0,
      emisor: company,
      receptor: {
        rfc: company.rfc,
        nombre: company.nombre,
        domicilioFiscalReceptor: '42501',
        regimenFiscalReceptor: '601',
        usoCfdi: 'S01',
      },
      conceptos: [concept('0', { taxes: [] })],
    }),
  ],
];

const paidTax = (kind: 'traslado' | 'retencion', impuesto: string, rate: string, base: string) =>
  ({
    kind,
    impuesto,
    tipoFactor: 'Tasa',
    tasaOCuota: d(rate),
    base: d(base),
  }) satisfies DoctoTaxInput;

function paid(changes: Partial<DoctoInput> = {}): DoctoInput {
  return {
    idDocumento: UUID,
    serie: 'A',
    folio: '6',
    monedaDr: 'MXN',
    equivalenciaDr: Decimal.one,
    numParcialidad: 1,
    impSaldoAnt: d('232.00'),
    impPagado: d('116.00'),
    taxes: [paidTax('traslado', '002', '0.16', '100.00')],
    ...changes,
  };
}

function paidOn(documents: readonly DoctoInput[], changes: Partial<PagoInput> = {}): PagoInput {
  return {
    fechaPago: '2026-11-17T12:00:00',
    formaDePagoP: '03',
    monedaP: 'MXN',
    tipoCambioP: Decimal.one,
    monto: d('500.00'),
    doctoRelacionado: documents,
    ...changes,
  };
}

const withheldPaid = paid({
  impPagado: d('95.33'),
  taxes: [
    paidTax('traslado', '002', '0.16', '100.00'),
    paidTax('retencion', '001', '0.10', '100.00'),
    paidTax('retencion', '002', '0.106667', '100.00'),
  ],
});
const exemptPaid = paid({
  taxes: [
    { kind: 'traslado', impuesto: '002', tipoFactor: 'Exento', base: d('50.00') },
    paidTax('traslado', '002', '0', '30.00'),
    paidTax('traslado', '002', '0.08', '10.00'),
    paidTax('traslado', '003', '0.08', '5.00'),
  ],
});
const bank = {
  numOperacion: '0001',
  rfcEmisorCtaOrd: 'BNM840515VB1',
  ctaOrdenante: '002180700123456789',
  rfcEmisorCtaBen: 'BBA830831LJ2',
  ctaBeneficiario: '012180001234567897',
};
const spei = { tipoCadPago: '01', certPago: 'QUJD', cadPago: '||1|2||', selloPago: 'QUJD' };
const dollars = { monedaP: 'USD', tipoCambioP: d('18.4312') };

const payments: readonly (readonly [string, readonly PagoInput[]])[] = [
  ['a payment', [paidOn([paid(), paid({ numParcialidad: 2, impSaldoAnt: d('116.00') })])]],
  ['a payment with withholdings', [paidOn([withheldPaid])]],
  ['a payment with all rates', [paidOn([exemptPaid])]],
  ['a payment from a bank', [paidOn([paid()], bank)]],
  ['a payment by SPEI', [paidOn([paid()], { ...bank, ...spei })]],
  ['two payments', [paidOn([paid()]), paidOn([paid({ taxes: [] })], { formaDePagoP: '01' })]],
  [
    'dollars for an invoice in dollars',
    [paidOn([paid({ monedaDr: 'USD' })], { ...dollars, monto: d('116.00') })],
  ],
  [
    'pesos for an invoice in dollars',
    [
      paidOn(
        [
          paid({ monedaDr: 'USD', equivalenciaDr: d('0.0542558271'), taxes: withheldPaid.taxes! }),
          paid(),
        ],
        {
          monto: d('2400.00'),
        },
      ),
    ],
  ],
  [
    'a foreign bank',
    [
      paidOn([paid()], {
        formaDePagoP: '02',
        rfcEmisorCtaOrd: 'XEXX010101000',
        nomBancoOrdExt: 'BANK OF TESTING',
      }),
    ],
  ],
];

function earning(tipoPercepcion: string, gravado: string, exento: string, rest: object = {}) {
  return {
    tipoPercepcion,
    clave: `P${tipoPercepcion}`,
    concepto: `Percepción ${tipoPercepcion}`,
    importeGravado: d(gravado),
    importeExento: d(exento),
    ...rest,
  };
}
function deduction(tipoDeduccion: string, importe: string) {
  return { tipoDeduccion, clave: `D${tipoDeduccion}`, concepto: 'Deducción', importe: d(importe) };
}
function other(tipoOtroPago: string, importe: string, rest: object = {}) {
  return {
    tipoOtroPago,
    clave: `O${tipoOtroPago}`,
    concepto: 'Otro',
    importe: d(importe),
    ...rest,
  };
}
const subsidy = other('002', '0.00', { subsidioAlEmpleo: { subsidioCausado: d('120.00') } });

const worker = {
  curp: 'XOJI740919MQTDMN02',
  numSeguridadSocial: '04078873454',
  numEmpleado: '0042',
  fechaInicioRelLaboral: '2019-03-04',
  antigüedad: 'P402W',
  tipoContrato: '01',
  tipoRegimen: '02',
  tipoJornada: '01',
  sindicalizado: 'No',
  departamento: 'Ventas',
  puesto: 'Vendedor',
  riesgoPuesto: '1',
  periodicidadPago: '04',
  banco: '002',
  cuentaBancaria: '1234567890',
  salarioBaseCotApor: d('612.35'),
  salarioDiarioIntegrado: d('612.35'),
  claveEntFed: 'QUE',
};
const { banco: _bank, ...unbanked } = worker;
const withClabe = { ...unbanked, cuentaBancaria: '002010077777777771' };
const independent = {
  curp: worker.curp,
  tipoContrato: '99',
  tipoRegimen: '09',
  numEmpleado: '7',
  periodicidadPago: '05',
  claveEntFed: 'QUE',
};

function payroll(changes: Partial<NominaInput> = {}): NominaInput {
  return {
    tipoNomina: 'O',
    fechaPago: '2026-11-15',
    fechaInicialPago: '2026-11-01',
    fechaFinalPago: '2026-11-15',
    numDiasPagados: d('15'),
    receptor: worker,
    emisor: { registroPatronal: 'B5510768108' },
    percepciones: [earning('001', '8760.00', '0.00'), earning('029', '0.00', '750.00')],
    deducciones: [deduction('002', '1012.43'), deduction('001', '231.18')],
    otrosPagos: [subsidy],
    ...changes,
  };
}

const absence = { diasIncapacidad: 3, tipoIncapacidad: '02', importeMonetario: d('300.00') };
const hours = { dias: 2, tipoHoras: '01', horasExtra: 4, importePagado: d('584.00') };
const balance = { saldoAFavor: d('100.00'), año: 2025, remanenteSalFav: d('50.00') };
const unregistered = { receptor: independent, emisor: {}, otrosPagos: [] };

const payrolls: readonly (readonly [string, readonly NominaInput[]])[] = [
  ['a payroll', [payroll()]],
  ['a payroll without deductions', [payroll({ deducciones: [] })]],
  [
    'the corrections of the subsidy at the end of a month',
    [payroll({ otrosPagos: [other('007', '10.00'), other('008', '5.00')] })],
  ],
  [
    'overtime, and a seniority in years',
    [
      payroll({
        percepciones: [
          earning('001', '100.00', '0.00'),
          earning('019', '292.00', '292.00', { horasExtra: [hours] }),
        ],
        receptor: { ...worker, antigüedad: 'P7Y8M12D' },
        deducciones: [],
      }),
    ],
  ],
  [
    'an incapacity',
    [
      payroll({
        percepciones: [earning('001', '9000.00', '0.00'), earning('014', '0.00', '300.00')],
        deducciones: [deduction('006', '300.00')],
        incapacidades: [absence],
      }),
    ],
  ],
  [
    'a separation',
    [
      payroll({
        ...unregistered,
        receptor: { ...independent, tipoRegimen: '13', periodicidadPago: '99' },
        tipoNomina: 'E',
        percepciones: [earning('025', '43216.00', '106984.00')],
        deducciones: [deduction('002', '5000.00')],
        separacion: { numAñosServicio: 8, ultimoSueldoMensOrd: d('17520.00') },
      }),
    ],
  ],
  [
    'a pension',
    [
      payroll({
        ...unregistered,
        receptor: { ...independent, tipoContrato: '10', tipoRegimen: '12' },
        percepciones: [earning('044', '500.00', '20000.00')],
        jubilacion: {
          montoDiario: d('683.33'),
          ingresoAcumulable: d('500.00'),
          ingresoNoAcumulable: d('0.00'),
        },
      }),
    ],
  ],
  [
    'assimilated income',
    [payroll({ ...unregistered, percepciones: [earning('046', '5000.00', '0.00')] })],
  ],
  [
    'a christmas bonus, a CLABE and stocks',
    [
      payroll({
        tipoNomina: 'E',
        receptor: { ...withClabe, periodicidadPago: '99' },
        percepciones: [
          earning('002', '1000.00', '3519.30'),
          earning('045', '10.00', '0.00', {
            accionesOTitulos: { valorMercado: d('10.00'), precioAlOtorgarse: d('5.00') },
          }),
        ],
      }),
    ],
  ],
  [
    'a public body, two employers and other payments',
    [
      payroll({
        emisor: {
          registroPatronal: 'B5510768108',
          entidadSncf: { origenRecurso: 'IM', montoRecursoPropio: d('100.00') },
        },
        receptor: {
          ...worker,
          subContratacion: [
            { rfcLabora: 'IIA040805DZ4', porcentajeTiempo: d('60') },
            { rfcLabora: 'XIA190128J61', porcentajeTiempo: d('40') },
          ],
        },
        otrosPagos: [
          subsidy,
          other('003', '50.00'),
          other('004', '50.00', { compensacionSaldosAFavor: balance }),
        ],
      }),
    ],
  ],
  ['forty days', [payroll({ numDiasPagados: d('40.000'), fechaInicialPago: '2026-10-07' })]],
];

function retention(changes: Partial<RetencionesInput> = {}): RetencionesInput {
  return {
    folioInt: '77',
    fechaExp: '2026-11-05T11:05:00',
    lugarExpRetenc: '42501',
    cveRetenc: '01',
    emisor: { rfcE: company.rfc, nomDenRazSocE: company.nombre, regimenFiscalE: '601' },
    receptor: {
      nacionalidadR: 'Nacional',
      nacional: {
        rfcR: 'XOJI740919U48',
        nomDenRazSocR: 'INGRID XODAR JIMENEZ',
        curpR: worker.curp,
        domicilioFiscalR: '76028',
      },
    },
    periodo: { mesIni: '10', mesFin: '10', ejercicio: '2026' },
    totales: {
      montoTotGrav: d('10000.00'),
      montoTotExent: d('0.00'),
      impRetenidos: [
        { baseRet: d('10000.00'), impuestoRet: '001', montoRet: d('1000.00'), tipoPagoRet: '04' },
        { baseRet: d('1600.00'), impuestoRet: '002', montoRet: d('1066.67'), tipoPagoRet: '01' },
      ],
    },
    ...changes,
  };
}

const dividends = xmlNode('dividendos:Dividendos', { Version: '1.0' }, [
  xmlNode('dividendos:Remanente', { ProporcionRem: '1' }),
]);
const abroad = xmlNode('pagosaextranjeros:Pagosaextranjeros', {
  Version: '1.0',
  EsBenefEfectDelCobro: 'NO',
});

const retentions: readonly (readonly [string, RetencionesInput])[] = [
  ['a withholding', retention()],
  [
    'another withholding in place of one',
    retention({
      cveRetenc: '25',
      descRetenc: 'Otra retención',
      cfdiRetenRelacionados: { tipoRelacion: '04', uuid: UUID },
    }),
  ],
  ['dividends', retention({ cveRetenc: '14', complemento: { otros: [dividends] } })],
  [
    'a payment abroad',
    retention({
      cveRetenc: '18',
      receptor: {
        nacionalidadR: 'Extranjero',
        extranjero: { numRegIdTribR: '123456789', nomDenRazSocR: 'ACME INC' },
      },
      complemento: { otros: [abroad] },
    }),
  ],
  [
    'the public in general',
    retention({
      receptor: {
        nacionalidadR: 'Nacional',
        nacional: {
          rfcR: 'XAXX010101000',
          nomDenRazSocR: 'PUBLICO EN GENERAL',
          domicilioFiscalR: '42501',
        },
      },
    }),
  ],
  [
    'a taxpayer of the incorporation regime',
    retention({
      cveRetenc: '28',
      totales: {
        montoTotGrav: d('0.00'),
        montoTotExent: d('0.00'),
        utilidadBimestral: d('1000.00'),
        isrCorrespondiente: d('19.20'),
        impRetenidos: [{ impuestoRet: '001', montoRet: d('19.20'), tipoPagoRet: '03' }],
      },
    }),
  ],
];

/** Returns the documents, sealed with a new key. The rules under test do not check the seal. */
export function documentsOfEveryKind(): Documents {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer = {
    privateKey,
    certificateNumber: '30001000000500003416',
    certificateBase64: 'MIIF',
  };
  const parties = { emisor: company, receptor: { ...customer, usoCfdi: 'CP01' } };
  const employee = {
    rfc: 'XOJI740919U48',
    nombre: 'INGRID XODAR JIMENEZ',
    domicilioFiscalReceptor: '76028',
    regimenFiscalReceptor: '605',
    usoCfdi: 'CN01',
  };
  const comprobantes: (readonly [string, Comprobante])[] = [
    ...incomes,
    ...payments.map(
      ([name, pagos]) => [name, computePayment({ ...header, ...parties, pagos })] as const,
    ),
    ...payrolls.map(([name, nominas]) => {
      const input = { ...header, emisor: company, receptor: employee, nominas };
      return [name, computePayroll(input)] as const;
    }),
    [
      'a payroll of a natural person',
      computePayroll({
        ...header,
        emisor: person,
        receptor: employee,
        nominas: [payroll({ emisor: { registroPatronal: 'B5510768108', curp: worker.curp } })],
      }),
    ],
  ];
  return [
    ...comprobantes.map(([name, document]) => [name, readXml(seal(document, signer).xml)] as const),
    ...retentions.map(
      ([name, input]) =>
        [name, readXml(sealRetenciones(computeRetenciones(input), signer).xml)] as const,
    ),
  ];
}
