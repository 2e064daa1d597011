import { generateKeyPairSync } from 'node:crypto';
import {
  attachTimbre,
  computeComprobante,
  computePayment,
  computePayroll,
  computeRetenciones,
  parseComprobante,
  parseRetenciones,
  qrUrl,
  retencionesQrUrl,
  seal,
  sealRetenciones,
  signTimbre,
  timbreCadena,
  xmlNode,
  type Comprobante,
  type ComprobanteInput,
  type ConceptoInput,
  type Retenciones,
  type TaxInput,
} from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';

const decimal = (value: string | number) => Decimal.from(value);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = { privateKey, certificateNumber: '30001000000500003416', certificateBase64: 'TUlJ' };

export const uuid = '5F0C1D2E-7A3B-4C5D-9E6F-0A1B2C3D4E5F';

const stampOf = (sello: string) => {
  const fields = {
    uuid,
    fechaTimbrado: '2026-11-18T11:16:42',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sello,
    noCertificadoSat: '30001000000500003456',
  };
  return signTimbre(fields, privateKey);
};

/** Builds the renderer's input for a stamped document. */
export function printed(document: Comprobante) {
  const { xml, sello } = seal(document, signer);
  const stamped = attachTimbre(xml, stampOf(sello));
  const { document: read } = parseComprobante(stamped);
  const timbre = read.complemento!.timbre!;
  return { document: read, xml: stamped, cadenaTimbre: timbreCadena(timbre), qrText: qrUrl(read) };
}

export function printedRetenciones(document: Retenciones) {
  const { xml, sello } = sealRetenciones(document, signer);
  const stamped = attachTimbre(xml, stampOf(sello));
  const { document: read } = parseRetenciones(stamped);
  const timbre = read.complemento!.timbre!;
  const texts = { cadenaTimbre: timbreCadena(timbre), qrText: retencionesQrUrl(read) };
  return { document: read, xml: stamped, ...texts };
}

const tax = (kind: 'traslado' | 'retencion', impuesto: string, tasaOCuota: string): TaxInput => ({
  kind,
  impuesto,
  tipoFactor: 'Tasa',
  tasaOCuota: decimal(tasaOCuota),
});

export const iva = tax('traslado', '002', '0.16');

export function concepto(
  descripcion: string,
  cantidad: string,
  valorUnitario: string,
  more: Partial<ConceptoInput> = {},
): ConceptoInput {
  return {
    claveProdServ: '81111500',
    cantidad: decimal(cantidad),
    claveUnidad: 'E48',
    descripcion,
    valorUnitario: decimal(valorUnitario),
    taxes: [iva],
    ...more,
  };
}

const emisor = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' };
const receptor = {
  rfc: 'URE180429TM6',
  nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  domicilioFiscalReceptor: '86991',
  regimenFiscalReceptor: '601',
  usoCfdi: 'G03',
};
const header = { fecha: '2026-11-18T10:15:00', lugarExpedicion: '42501', emisor, receptor };

export const fourConcepts = [
  concepto('Desarrollo de software a la medida: módulo de facturación y nómina', '40', '850', {
    noIdentificacion: 'DEV-040',
  }),
  concepto('Soporte técnico mensual, ¿incluye visitas? Sí, dos al mes', '1', '12500', {
    descuento: decimal('1250'),
  }),
  concepto('Libro de texto «Introducción a la robótica», edición 2026', '25', '310.50', {
    claveProdServ: '55101509',
    claveUnidad: 'H87',
    noIdentificacion: 'LIB-ROB-26',
    taxes: [tax('traslado', '002', '0')],
  }),
  concepto('Honorarios por consultoría', '1', '8000', {
    claveProdServ: '80101500',
    taxes: [iva, tax('retencion', '001', '0.10'), tax('retencion', '002', '0.106667')],
  }),
];

/** Builds an invoice. `changes` replaces fields of the invoice. */
export function income(
  conceptos: ConceptoInput[] = fourConcepts,
  changes: Partial<ComprobanteInput> = {},
): Comprobante {
  return computeComprobante({
    ...header,
    serie: 'A',
    folio: '1024',
    formaPago: '99',
    metodoPago: 'PPD',
    condicionesDePago: '30 días netos',
    moneda: 'MXN',
    currencyDecimals: 2,
    tipoDeComprobante: 'I',
    exportacion: '01',
    conceptos,
    ...changes,
  });
}

export const creditNote = (): Comprobante =>
  income([concepto('Devolución de mercancía', '2', '310.50')], {
    tipoDeComprobante: 'E',
    serie: 'NC',
    folio: '7',
    formaPago: '03',
    metodoPago: 'PUE',
    cfdiRelacionados: [
      { tipoRelacion: '03', cfdiRelacionado: [{ uuid: 'AAAAAAAA-1111-4222-8333-BBBBBBBBBBBB' }] },
    ],
  });

export const transfer = (): Comprobante =>
  computeComprobante({
    ...header,
    moneda: 'XXX',
    currencyDecimals: 0,
    tipoDeComprobante: 'T',
    exportacion: '01',
    receptor: { ...receptor, usoCfdi: 'S01' },
    conceptos: [
      concepto('Pallets de libros', '12', '0', { claveUnidad: 'H87', taxes: [], objetoImp: '01' }),
    ],
  });

/** Builds a global invoice with a local tax. */
export const globalInvoice = (): Comprobante =>
  income([concepto('Venta', '1', '1850', { noIdentificacion: 'T-1', claveUnidad: 'ACT' })], {
    formaPago: '01',
    metodoPago: 'PUE',
    informacionGlobal: { periodicidad: '01', meses: '11', año: 2026 },
    receptor: { ...receptor, rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL', usoCfdi: 'S01' },
    localTaxes: [{ kind: 'traslado', nombre: 'ISH', tasa: decimal('3') }],
  });

const invoiceTaxes = (base: string) => [
  {
    kind: 'traslado',
    impuesto: '002',
    tipoFactor: 'Tasa',
    tasaOCuota: decimal('0.16'),
    base: decimal(base),
  } as const,
];

export const payment = (): Comprobante =>
  computePayment({
    ...header,
    serie: 'P',
    folio: '88',
    receptor: { ...receptor, usoCfdi: 'CP01' },
    pagos: [
      {
        fechaPago: '2026-11-17T12:00:00',
        formaDePagoP: '03',
        monedaP: 'MXN',
        tipoCambioP: decimal(1),
        monto: decimal('17400.00'),
        numOperacion: 'SPEI-0099182',
        rfcEmisorCtaOrd: 'BBA830831LJ2',
        ctaOrdenante: '012180001234567891',
        rfcEmisorCtaBen: 'BNM840515VB1',
        ctaBeneficiario: '002180123456789016',
        tipoCadPago: '01',
        certPago: 'MIIF',
        cadPago: '||1|17112026|17112026|120000|SPEI-0099182||',
        selloPago: 'c2Vsbw==',
        doctoRelacionado: [
          {
            idDocumento: 'AAAAAAAA-1111-4222-8333-BBBBBBBBBBBB',
            serie: 'A',
            folio: '1001',
            monedaDr: 'MXN',
            equivalenciaDr: decimal(1),
            numParcialidad: 1,
            impSaldoAnt: decimal('11600.00'),
            impPagado: decimal('11600.00'),
            taxes: invoiceTaxes('10000'),
          },
          {
            idDocumento: 'CCCCCCCC-1111-4222-8333-DDDDDDDDDDDD',
            serie: 'A',
            folio: '1002',
            monedaDr: 'MXN',
            equivalenciaDr: decimal(1),
            numParcialidad: 2,
            impSaldoAnt: decimal('23200.00'),
            impPagado: decimal('5800.00'),
            taxes: invoiceTaxes('5000'),
          },
        ],
      },
    ],
  });

/** Builds a payroll receipt for a fortnight. `moreEarnings` makes the receipt longer. */
export const payroll = (moreEarnings = 0): Comprobante =>
  computePayroll({
    ...header,
    serie: 'NOM',
    folio: '311',
    receptor: {
      rfc: 'XOJI740919U48',
      nombre: 'INGRID XODAR JIMENEZ',
      domicilioFiscalReceptor: '76028',
      regimenFiscalReceptor: '605',
      usoCfdi: 'CN01',
    },
    nominas: [
      {
        tipoNomina: 'O',
        fechaPago: '2026-11-15',
        fechaInicialPago: '2026-11-01',
        fechaFinalPago: '2026-11-15',
        numDiasPagados: decimal(15),
        emisor: { registroPatronal: 'B5510768108' },
        receptor: {
          curp: 'XOJI740919MDFXXX09',
          numSeguridadSocial: '04078873454',
          fechaInicioRelLaboral: '2021-01-04',
          antigüedad: 'P254W',
          tipoContrato: '01',
          sindicalizado: 'No',
          tipoJornada: '01',
          tipoRegimen: '02',
          numEmpleado: '00123',
          departamento: 'Diseño',
          puesto: 'Ingeniera de diseño',
          riesgoPuesto: '1',
          periodicidadPago: '04',
          banco: '012',
          cuentaBancaria: '1234567890',
          salarioBaseCotApor: decimal('812.40'),
          salarioDiarioIntegrado: decimal('812.40'),
          claveEntFed: 'QUE',
        },
        percepciones: [
          earning('001', 'P001', 'Sueldo', '11250.00', '0.00'),
          {
            ...earning('019', 'P019', 'Horas extra', '350.00', '350.00'),
            horasExtra: [
              { dias: 2, tipoHoras: '01', horasExtra: 4, importePagado: decimal('700.00') },
            ],
          },
          earning('029', 'P029', 'Vales de despensa', '0.00', '1200.00'),
          ...Array.from({ length: moreEarnings }, (_, index) =>
            earning('038', `EXTRA-${index}`, `Ingreso ${index}`, '1.00', '0.00'),
          ),
        ],
        deducciones: [
          deduction('002', 'D002', 'ISR', '1402.18'),
          deduction('001', 'D001', 'Seguridad social', '318.27'),
          deduction('004', 'D004', 'Préstamo de caja de ahorro', '500.00'),
        ],
        otrosPagos: [
          {
            tipoOtroPago: '002',
            clave: 'O002',
            concepto: 'Subsidio para el empleo',
            importe: decimal('0.00'),
            subsidioAlEmpleo: { subsidioCausado: decimal('0.00') },
          },
        ],
        incapacidades: [
          { diasIncapacidad: 1, tipoIncapacidad: '02', importeMonetario: decimal('300.00') },
        ],
      },
    ],
  });

const earning = (
  tipoPercepcion: string,
  clave: string,
  name: string,
  taxed: string,
  exempt: string,
) => ({
  tipoPercepcion,
  clave,
  concepto: name,
  importeGravado: decimal(taxed),
  importeExento: decimal(exempt),
});

const deduction = (tipoDeduccion: string, clave: string, name: string, importe: string) => ({
  tipoDeduccion,
  clave,
  concepto: name,
  importe: decimal(importe),
});

export const retenciones = (): Retenciones =>
  computeRetenciones({
    folioInt: 'R15',
    fechaExp: '2026-11-18T10:15:00',
    lugarExpRetenc: '42501',
    cveRetenc: '14',
    emisor: { rfcE: emisor.rfc, nomDenRazSocE: emisor.nombre, regimenFiscalE: '601' },
    receptor: {
      nacionalidadR: 'Nacional',
      nacional: {
        rfcR: 'XOJI740919U48',
        nomDenRazSocR: 'INGRID XODAR JIMENEZ',
        domicilioFiscalR: '76028',
      },
    },
    periodo: { mesIni: '01', mesFin: '12', ejercicio: '2026' },
    totales: {
      montoTotGrav: decimal('50000.00'),
      montoTotExent: decimal('0.00'),
      impRetenidos: [
        {
          baseRet: decimal('50000.00'),
          impuestoRet: '001',
          montoRet: decimal('5000.00'),
          tipoPagoRet: '04',
        },
      ],
    },
    complemento: {
      otros: [
        xmlNode('dividendos:Dividendos', { Version: '1.0' }, [
          xmlNode('dividendos:DividOUtil', {
            CveTipDivOUtil: '06',
            MontISRAcredRetMexico: '5000.00',
            MontISRAcredRetExtranjero: '0.00',
            TipoSocDistrDiv: 'Sociedad Nacional',
          }),
        ]),
      ],
    },
  });
