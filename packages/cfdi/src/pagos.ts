import type { Decimal } from '@timbre/fiscal';

/** The complement `pago20:Pagos` 2.0: payments of invoices issued as PPD. */
export interface Pagos {
  readonly version: string;
  readonly totales: PagosTotales;
  readonly pago: readonly Pago[];
}

/** The totals of the payments in pesos. A total is absent if no payment has taxes of its kind. */
export interface PagosTotales {
  readonly totalRetencionesIva?: Decimal;
  readonly totalRetencionesIsr?: Decimal;
  readonly totalRetencionesIeps?: Decimal;
  readonly totalTrasladosBaseIva16?: Decimal;
  readonly totalTrasladosImpuestoIva16?: Decimal;
  readonly totalTrasladosBaseIva8?: Decimal;
  readonly totalTrasladosImpuestoIva8?: Decimal;
  readonly totalTrasladosBaseIva0?: Decimal;
  readonly totalTrasladosImpuestoIva0?: Decimal;
  readonly totalTrasladosBaseIvaExento?: Decimal;
  readonly montoTotalPagos: Decimal;
}

export interface Pago {
  readonly fechaPago: string;
  readonly formaDePagoP: string;
  readonly monedaP: string;
  readonly tipoCambioP?: Decimal;
  readonly monto: Decimal;
  readonly numOperacion?: string;
  readonly rfcEmisorCtaOrd?: string;
  readonly nomBancoOrdExt?: string;
  readonly ctaOrdenante?: string;
  readonly rfcEmisorCtaBen?: string;
  readonly ctaBeneficiario?: string;
  readonly tipoCadPago?: string;
  readonly certPago?: string;
  readonly cadPago?: string;
  readonly selloPago?: string;
  readonly doctoRelacionado: readonly DoctoRelacionado[];
  readonly impuestosP?: ImpuestosP;
}

export interface DoctoRelacionado {
  readonly idDocumento: string;
  readonly serie?: string;
  readonly folio?: string;
  readonly monedaDr: string;
  /** Units of `monedaDr` for one unit of `monedaP`. */
  readonly equivalenciaDr?: Decimal;
  readonly numParcialidad: number;
  readonly impSaldoAnt: Decimal;
  readonly impPagado: Decimal;
  readonly impSaldoInsoluto: Decimal;
  readonly objetoImpDr: string;
  readonly impuestosDr?: ImpuestosDr;
}

export interface ImpuestosDr {
  readonly retencionesDr?: readonly RetencionDr[];
  readonly trasladosDr?: readonly TrasladoDr[];
}

export interface RetencionDr {
  readonly baseDr: Decimal;
  readonly impuestoDr: string;
  readonly tipoFactorDr: string;
  readonly tasaOCuotaDr: Decimal;
  readonly importeDr: Decimal;
}

export interface TrasladoDr {
  readonly baseDr: Decimal;
  readonly impuestoDr: string;
  readonly tipoFactorDr: string;
  readonly tasaOCuotaDr?: Decimal;
  readonly importeDr?: Decimal;
}

export interface ImpuestosP {
  readonly retencionesP?: readonly RetencionP[];
  readonly trasladosP?: readonly TrasladoP[];
}

export interface RetencionP {
  readonly impuestoP: string;
  readonly importeP: Decimal;
}

export interface TrasladoP {
  readonly baseP: Decimal;
  readonly impuestoP: string;
  readonly tipoFactorP: string;
  readonly tasaOCuotaP?: Decimal;
  readonly importeP?: Decimal;
}
