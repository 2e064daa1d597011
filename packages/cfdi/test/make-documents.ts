import { Decimal } from '@timbre/fiscal';
import type { Comprobante } from '../src/comprobante';
import { computeComprobante } from '../src/compute';
import type { ComprobanteInput } from '../src/compute';
import type { ConceptoInput, TaxInput } from '../src/compute-concepto';
import { computePayroll } from '../src/compute-nomina';
import type { NominaInput, PayrollInput } from '../src/compute-nomina';
import { computePayment } from '../src/compute-pagos';
import type { DoctoInput, PagoInput, PaymentInput } from '../src/compute-pagos';
import { computeRetenciones } from '../src/compute-retenciones';
import type { RetencionesInput } from '../src/compute-retenciones';
import type { Retenciones } from '../src/retenciones';

export const emisor = {
  rfc: 'EKU9003173C9',
  nombre: 'ESCUELA KEMPER URGATE',
  regimenFiscal: '601',
} as const;

export const receptor = {
  rfc: 'URE180429TM6',
  nombre: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  domicilioFiscalReceptor: '86991',
  regimenFiscalReceptor: '601',
  usoCfdi: 'G03',
} as const;

export const UUID = '5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C';

export function decimal(text: string): Decimal {
  return Decimal.from(text);
}

export function iva(rate = '0.16'): TaxInput {
  return { kind: 'traslado', impuesto: '002', tipoFactor: 'Tasa', tasaOCuota: decimal(rate) };
}

export const exempt: TaxInput = { kind: 'traslado', impuesto: '002', tipoFactor: 'Exento' };

export function withheld(impuesto: string, rate: string): TaxInput {
  return { kind: 'retencion', impuesto, tipoFactor: 'Tasa', tasaOCuota: decimal(rate) };
}

export function concepto(
  valorUnitario: string,
  changes: Partial<ConceptoInput> = {},
): ConceptoInput {
  return {
    claveProdServ: '01010101',
    cantidad: Decimal.one,
    claveUnidad: 'ACT',
    descripcion: 'Venta',
    valorUnitario: decimal(valorUnitario),
    ...changes,
  };
}

const header = {
  serie: 'FAC',
  folio: '1001',
  fecha: '2026-11-18T10:15:00',
  lugarExpedicion: '42501',
  emisor,
};

/**
 * Returns a valid income document of 100.00 pesos plus IVA. The members of `changes` replace whole
 * fields.
 */
export function income(
  changes: Partial<ComprobanteInput> = {},
  conceptos: readonly ConceptoInput[] = [concepto('100', { taxes: [iva()] })],
): Comprobante {
  return computeComprobante({
    ...header,
    moneda: 'MXN',
    currencyDecimals: 2,
    tipoDeComprobante: 'I',
    exportacion: '01',
    formaPago: '03',
    metodoPago: 'PUE',
    receptor,
    conceptos,
    ...changes,
  });
}

export function docto(changes: Partial<DoctoInput> = {}): DoctoInput {
  return {
    idDocumento: UUID,
    monedaDr: 'MXN',
    equivalenciaDr: Decimal.one,
    numParcialidad: 1,
    impSaldoAnt: decimal('116.00'),
    impPagado: decimal('116.00'),
    taxes: [{ ...iva(), tipoFactor: 'Tasa', base: decimal('100.00') }],
    ...changes,
  };
}

export function pago(changes: Partial<PagoInput> = {}): PagoInput {
  return {
    fechaPago: '2026-11-17T12:00:00',
    formaDePagoP: '03',
    monedaP: 'MXN',
    tipoCambioP: Decimal.one,
    monto: decimal('116.00'),
    doctoRelacionado: [docto()],
    ...changes,
  };
}

/** Returns a valid payment document for one invoice of 116.00 pesos. */
export function payment(
  pagos: readonly PagoInput[] = [pago()],
  changes: Partial<PaymentInput> = {},
): Comprobante {
  return computePayment({
    ...header,
    receptor: { ...receptor, usoCfdi: 'CP01' },
    pagos,
    ...changes,
  });
}

export function nomina(changes: Partial<NominaInput> = {}): NominaInput {
  return {
    tipoNomina: 'O',
    fechaPago: '2026-11-15',
    fechaInicialPago: '2026-11-01',
    fechaFinalPago: '2026-11-15',
    numDiasPagados: decimal('15'),
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
      salarioDiarioIntegrado: decimal('612.35'),
      claveEntFed: 'QUE',
    },
    percepciones: [percepcion('001', '8760.00', '0.00'), percepcion('029', '0.00', '750.00')],
    deducciones: [deduccion('002', '1012.43'), deduccion('001', '231.18')],
    otrosPagos: [
      {
        tipoOtroPago: '002',
        clave: 'SUB',
        concepto: 'Subsidio para el empleo',
        importe: decimal('0.00'),
        subsidioAlEmpleo: { subsidioCausado: decimal('0.00') },
      },
    ],
    ...changes,
  };
}

export function percepcion(tipoPercepcion: string, gravado: string, exento: string) {
  return {
    tipoPercepcion,
    clave: `P${tipoPercepcion}`,
    concepto: `Percepción ${tipoPercepcion}`,
    importeGravado: decimal(gravado),
    importeExento: decimal(exento),
  };
}

export function deduccion(tipoDeduccion: string, importe: string) {
  const concepto = `Deducción ${tipoDeduccion}`;
  return { tipoDeduccion, clave: `D${tipoDeduccion}`, concepto, importe: decimal(importe) };
}

/** Returns a valid ordinary payroll document. */
export function payroll(
  nominas: readonly NominaInput[] = [nomina()],
  changes: Partial<PayrollInput> = {},
): Comprobante {
  return computePayroll({
    ...header,
    receptor: {
      rfc: 'XOJI740919U48',
      nombre: 'INGRID XODAR JIMENEZ',
      domicilioFiscalReceptor: '76028',
      regimenFiscalReceptor: '605',
      usoCfdi: 'CN01',
    },
    nominas,
    ...changes,
  });
}

/** Returns a valid withholding document for fees. */
export function withholding(changes: Partial<RetencionesInput> = {}): Retenciones {
  return computeRetenciones({
    folioInt: '77',
    fechaExp: '2026-11-05T11:05:00',
    lugarExpRetenc: '42501',
    cveRetenc: '01',
    emisor: {
      rfcE: emisor.rfc,
      nomDenRazSocE: emisor.nombre,
      regimenFiscalE: emisor.regimenFiscal,
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
      montoTotGrav: decimal('10000.00'),
      montoTotExent: decimal('0.00'),
      impRetenidos: [
        {
          baseRet: decimal('10000.00'),
          impuestoRet: '001',
          montoRet: decimal('1000.00'),
          tipoPagoRet: '04',
        },
      ],
    },
    ...changes,
  });
}
