// Documents for the benches of the CFDI engine; each call builds a new document.
import {
  computeComprobante,
  computePayment,
  computePayroll,
  computeRetenciones,
} from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';

const d = (text) => Decimal.from(text);

const header = {
  serie: 'A',
  folio: '1024',
  fecha: '2026-11-18T10:15:00',
  lugarExpedicion: '42501',
  emisor: { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE', regimenFiscal: '601' },
};

const receptor = {
  rfc: 'URE180429TM6',
  nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  domicilioFiscalReceptor: '86991',
  regimenFiscalReceptor: '601',
  usoCfdi: 'G03',
};

const iva = () => ({
  kind: 'traslado',
  impuesto: '002',
  tipoFactor: 'Tasa',
  tasaOCuota: d('0.16'),
});

const concepto = (n) => ({
  claveProdServ: '81111500',
  cantidad: d(String((n % 7) + 1)),
  claveUnidad: 'E48',
  descripcion: `Servicio de consultoría & desarrollo ${n}`,
  valorUnitario: d(`${1000 + n}.56`),
  taxes: [iva()],
});

/**
 * Builds an income document with this number of concepts.
 * @param {number} concepts
 * @param {object}
 * [more]
 */
export const income = (concepts, more = {}) =>
  computeComprobante({
    ...header,
    tipoDeComprobante: 'I',
    exportacion: '01',
    moneda: 'MXN',
    currencyDecimals: 2,
    formaPago: '03',
    metodoPago: 'PUE',
    receptor,
    conceptos: Array.from({ length: concepts }, (_, n) => concepto(n)),
    ...more,
  });

/**
 * Builds an income document with every kind of element that a concept, its taxes and its relations
 * can have.
 */
export const fullIncome = () =>
  income(1, {
    cfdiRelacionados: [
      { tipoRelacion: '04', cfdiRelacionado: [{ uuid: '5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C' }] },
    ],
    localTaxes: [
      { kind: 'traslado', nombre: 'ISH', tasa: d('3') },
      { kind: 'retencion', nombre: 'Cedular', tasa: d('1') },
    ],
    conceptos: [
      {
        ...concepto(1),
        taxes: [iva(), { ...iva(), kind: 'retencion', impuesto: '001', tasaOCuota: d('0.1') }],
        informacionAduanera: [{ numeroPedimento: '15  48  3009  5001234' }],
        cuentaPredial: [{ numero: '1' }],
        parte: [{ claveProdServ: '81111500', cantidad: d('1'), descripcion: 'Parte' }],
      },
    ],
  });

/** Builds a payment complement for one invoice. */
export const payment = () =>
  computePayment({
    ...header,
    receptor: { ...receptor, usoCfdi: 'CP01' },
    pagos: [
      {
        fechaPago: '2026-11-17T12:00:00',
        formaDePagoP: '03',
        monedaP: 'MXN',
        tipoCambioP: Decimal.one,
        monto: d('116.00'),
        doctoRelacionado: [
          {
            idDocumento: '5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C',
            monedaDr: 'MXN',
            equivalenciaDr: Decimal.one,
            numParcialidad: 1,
            impSaldoAnt: d('116.00'),
            impPagado: d('116.00'),
            taxes: [{ ...iva(), base: d('100.00') }],
          },
        ],
      },
    ],
  });

const percepcion = (tipoPercepcion, gravado, exento) => ({
  tipoPercepcion,
  clave: `P${tipoPercepcion}`,
  concepto: `Percepción ${tipoPercepcion}`,
  importeGravado: d(gravado),
  importeExento: d(exento),
});

const deduccion = (tipoDeduccion, importe) => ({
  tipoDeduccion,
  clave: `D${tipoDeduccion}`,
  concepto: `Deducción ${tipoDeduccion}`,
  importe: d(importe),
});

/** Builds an ordinary payroll receipt. */
export const payroll = () =>
  computePayroll({
    ...header,
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
        numDiasPagados: d('15'),
        emisor: { registroPatronal: 'B5510768108' },
        receptor: {
          curp: 'XOJI740919MQTDMN02',
          numSeguridadSocial: '04078873454',
          fechaInicioRelLaboral: '2019-03-04',
          antigüedad: 'P402W',
          tipoContrato: '01',
          tipoRegimen: '02',
          numEmpleado: '0042',
          riesgoPuesto: '1',
          periodicidadPago: '04',
          salarioDiarioIntegrado: d('612.35'),
          claveEntFed: 'QUE',
        },
        percepciones: [percepcion('001', '8760.00', '0.00'), percepcion('029', '0.00', '750.00')],
        deducciones: [deduccion('002', '1012.43'), deduccion('001', '231.18')],
        otrosPagos: [
          {
            tipoOtroPago: '002',
            clave: 'SUB',
            concepto: 'Subsidio para el empleo',
            importe: d('0.00'),
            subsidioAlEmpleo: { subsidioCausado: d('0.00') },
          },
        ],
      },
    ],
  });

/** Builds a withholding document for fees. */
export const withholding = () =>
  computeRetenciones({
    folioInt: '77',
    fechaExp: '2026-11-05T11:05:00',
    lugarExpRetenc: '42501',
    cveRetenc: '01',
    emisor: {
      rfcE: header.emisor.rfc,
      nomDenRazSocE: header.emisor.nombre,
      regimenFiscalE: header.emisor.regimenFiscal,
    },
    receptor: {
      nacionalidadR: 'Nacional',
      nacional: {
        rfcR: 'MISC491214B86',
        nomDenRazSocR: 'CECILIA MIRANDA SANCHEZ',
        domicilioFiscalR: '01010',
      },
    },
    periodo: { mesIni: '10', mesFin: '10', ejercicio: '2026' },
    totales: {
      montoTotGrav: d('10000.00'),
      montoTotExent: d('0.00'),
      impRetenidos: [
        { baseRet: d('10000.00'), impuestoRet: '001', montoRet: d('1000.00'), tipoPagoRet: '04' },
      ],
    },
  });
