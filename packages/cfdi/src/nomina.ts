import type { Decimal } from '@timbre/fiscal';

/**
 * The complement `nomina12:Nomina` 1.2 (revision E): one payment to one worker. All amounts of the
 * payroll complement are in pesos.
 */
export interface Nomina {
  readonly version: string;
  /** `O` is an ordinary payroll, `E` is an extraordinary payroll. */
  readonly tipoNomina: string;
  readonly fechaPago: string;
  readonly fechaInicialPago: string;
  readonly fechaFinalPago: string;
  readonly numDiasPagados: Decimal;
  readonly totalPercepciones?: Decimal;
  readonly totalDeducciones?: Decimal;
  readonly totalOtrosPagos?: Decimal;
  readonly emisor?: NominaEmisor;
  readonly receptor: NominaReceptor;
  readonly percepciones?: Percepciones;
  readonly deducciones?: Deducciones;
  readonly otrosPagos?: readonly OtroPago[];
  readonly incapacidades?: readonly Incapacidad[];
}

export interface NominaEmisor {
  readonly curp?: string;
  readonly registroPatronal?: string;
  readonly rfcPatronOrigen?: string;
  readonly entidadSncf?: EntidadSncf;
}

export interface EntidadSncf {
  readonly origenRecurso: string;
  readonly montoRecursoPropio?: Decimal;
}

export interface NominaReceptor {
  readonly curp: string;
  readonly numSeguridadSocial?: string;
  readonly fechaInicioRelLaboral?: string;
  /** `P{weeks}W` or `P[nY][nM]nD`. */
  readonly antigüedad?: string;
  readonly tipoContrato: string;
  readonly sindicalizado?: string;
  readonly tipoJornada?: string;
  readonly tipoRegimen: string;
  readonly numEmpleado: string;
  readonly departamento?: string;
  readonly puesto?: string;
  readonly riesgoPuesto?: string;
  readonly periodicidadPago: string;
  readonly banco?: string;
  readonly cuentaBancaria?: string;
  readonly salarioBaseCotApor?: Decimal;
  readonly salarioDiarioIntegrado?: Decimal;
  readonly claveEntFed: string;
  readonly subContratacion?: readonly SubContratacion[];
}

export interface SubContratacion {
  readonly rfcLabora: string;
  readonly porcentajeTiempo: Decimal;
}

export interface Percepciones {
  readonly totalSueldos?: Decimal;
  readonly totalSeparacionIndemnizacion?: Decimal;
  readonly totalJubilacionPensionRetiro?: Decimal;
  readonly totalGravado: Decimal;
  readonly totalExento: Decimal;
  readonly percepcion: readonly Percepcion[];
  readonly jubilacionPensionRetiro?: JubilacionPensionRetiro;
  readonly separacionIndemnizacion?: SeparacionIndemnizacion;
}

export interface Percepcion {
  readonly tipoPercepcion: string;
  readonly clave: string;
  readonly concepto: string;
  readonly importeGravado: Decimal;
  readonly importeExento: Decimal;
  readonly accionesOTitulos?: AccionesOTitulos;
  readonly horasExtra?: readonly HorasExtra[];
}

export interface AccionesOTitulos {
  readonly valorMercado: Decimal;
  readonly precioAlOtorgarse: Decimal;
}

export interface HorasExtra {
  readonly dias: number;
  readonly tipoHoras: string;
  readonly horasExtra: number;
  readonly importePagado: Decimal;
}

export interface JubilacionPensionRetiro {
  readonly totalUnaExhibicion?: Decimal;
  readonly totalParcialidad?: Decimal;
  readonly montoDiario?: Decimal;
  readonly ingresoAcumulable: Decimal;
  readonly ingresoNoAcumulable: Decimal;
}

export interface SeparacionIndemnizacion {
  readonly totalPagado: Decimal;
  readonly numAñosServicio: number;
  readonly ultimoSueldoMensOrd: Decimal;
  readonly ingresoAcumulable: Decimal;
  readonly ingresoNoAcumulable: Decimal;
}

export interface Deducciones {
  readonly totalOtrasDeducciones?: Decimal;
  readonly totalImpuestosRetenidos?: Decimal;
  readonly deduccion: readonly Deduccion[];
}

export interface Deduccion {
  readonly tipoDeduccion: string;
  readonly clave: string;
  readonly concepto: string;
  readonly importe: Decimal;
}

export interface OtroPago {
  readonly tipoOtroPago: string;
  readonly clave: string;
  readonly concepto: string;
  readonly importe: Decimal;
  readonly subsidioAlEmpleo?: SubsidioAlEmpleo;
  readonly compensacionSaldosAFavor?: CompensacionSaldosAFavor;
}

export interface SubsidioAlEmpleo {
  readonly subsidioCausado: Decimal;
}

export interface CompensacionSaldosAFavor {
  readonly saldoAFavor: Decimal;
  readonly año: number;
  readonly remanenteSalFav: Decimal;
}

export interface Incapacidad {
  readonly diasIncapacidad: number;
  readonly tipoIncapacidad: string;
  readonly importeMonetario?: Decimal;
}
