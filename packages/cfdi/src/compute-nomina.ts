import {
  Decimal,
  isrType,
  pensionAtOnce,
  pensionEarnings,
  pensionInParts,
  separationEarnings,
} from '@timbre/fiscal';
import type { Comprobante } from './comprobante';
import { totalOf } from './sums';
import type { ComprobanteInput } from './compute';
import type {
  Deduccion,
  Deducciones,
  JubilacionPensionRetiro,
  Nomina,
  OtroPago,
  Percepcion,
  Percepciones,
  SeparacionIndemnizacion,
} from './nomina';

type Totals = 'totalPercepciones' | 'totalDeducciones' | 'totalOtrosPagos';

/** A payment to a worker before its totals are computed. */
export interface NominaInput extends Omit<
  Nomina,
  Totals | 'version' | 'percepciones' | 'deducciones'
> {
  readonly percepciones?: readonly Percepcion[];
  /** The separation data, which separation payments (types 022, 023, 025) require. */
  readonly separacion?: Pick<SeparacionIndemnizacion, 'numAñosServicio' | 'ultimoSueldoMensOrd'>;
  /** The pension data, which pensions (types 039, 044) require. */
  readonly jubilacion?: Omit<JubilacionPensionRetiro, 'totalUnaExhibicion' | 'totalParcialidad'>;
  readonly deducciones?: readonly Deduccion[];
}

type Fixed =
  | 'tipoDeComprobante'
  | 'moneda'
  | 'exportacion'
  | 'metodoPago'
  | 'conceptos'
  | 'currencyDecimals'
  | 'localTaxes'
  | 'formaPago'
  | 'condicionesDePago'
  | 'tipoCambio'
  | 'informacionGlobal';

export interface PayrollInput extends Omit<ComprobanteInput, Fixed> {
  readonly nominas: readonly NominaInput[];
}

/**
 * Computes the payroll document (type N) with its complement and all totals. Source: rules NOM 1 to 29 of the
 * SAT's matrix of payroll (2021-12-29), read 2026-11-21.
 */
export function computePayroll(input: PayrollInput): Comprobante {
  const { nominas: inputs, ...header } = input;
  const nominas = inputs.map(computeNomina);
  const subTotal = add(nominas.flatMap((n) => [n.totalPercepciones, n.totalOtrosPagos]));
  const deductions = add(nominas.map((n) => n.totalDeducciones));
  const hasDeductions = nominas.some((n) => n.totalDeducciones !== undefined);
  const sums = { subTotal, ...(hasDeductions && { descuento: deductions }) };
  return {
    ...header,
    version: '4.0',
    moneda: 'MXN',
    tipoDeComprobante: 'N',
    exportacion: '01',
    metodoPago: 'PUE',
    ...sums,
    total: totalOf(sums, undefined),
    conceptos: [
      {
        claveProdServ: '84111505',
        cantidad: Decimal.one,
        claveUnidad: 'ACT',
        descripcion: 'Pago de nómina',
        valorUnitario: subTotal,
        importe: subTotal,
        ...(hasDeductions && { descuento: deductions }),
        objetoImp: '01',
      },
    ],
    complemento: { ...header.complemento, nominas },
  };
}

/** Computes only the payroll complement. */
export function computeNomina(input: NominaInput): Nomina {
  const { percepciones = [], deducciones = [], separacion, jubilacion, ...nomina } = input;
  const otrosPagos = nomina.otrosPagos ?? [];
  return {
    ...nomina,
    version: '1.2',
    ...(percepciones.length > 0 && {
      totalPercepciones: totalPercepciones(percepciones),
      percepciones: computePercepciones(percepciones, separacion, jubilacion),
    }),
    ...(deducciones.length > 0 && {
      totalDeducciones: add(deducciones.map(({ importe }) => importe)),
      deducciones: computeDeducciones(deducciones),
    }),
    ...(otrosPagos.length > 0 && { totalOtrosPagos: totalOtrosPagos(otrosPagos) }),
  };
}

/** Returns a sum of pesos with two decimals. */
function add(values: readonly (Decimal | undefined)[]): Decimal {
  return Decimal.sum(values.filter((value) => value !== undefined)).round(2);
}

export function totalOtrosPagos(otrosPagos: readonly OtroPago[]): Decimal {
  return add(otrosPagos.map(({ importe }) => importe));
}

function totalPercepciones(percepciones: readonly Percepcion[]): Decimal {
  return add(percepciones.flatMap((p) => [p.importeGravado, p.importeExento]));
}

/** Returns the sums of the earnings by kind. A kind without earnings has no sum. */
export function percepcionSums(
  percepciones: readonly Percepcion[],
): Omit<Percepciones, 'percepcion' | 'jubilacionPensionRetiro' | 'separacionIndemnizacion'> {
  const separation = percepciones.filter((p) => separationEarnings.has(p.tipoPercepcion));
  const pension = percepciones.filter((p) => pensionEarnings.has(p.tipoPercepcion));
  const salary = percepciones.filter((p) => !separation.includes(p) && !pension.includes(p));
  return {
    ...(salary.length > 0 && { totalSueldos: totalPercepciones(salary) }),
    ...(separation.length > 0 && {
      totalSeparacionIndemnizacion: totalPercepciones(separation),
    }),
    ...(pension.length > 0 && { totalJubilacionPensionRetiro: totalPercepciones(pension) }),
    totalGravado: add(percepciones.map(({ importeGravado }) => importeGravado)),
    totalExento: add(percepciones.map(({ importeExento }) => importeExento)),
  };
}

function computePercepciones(
  percepcion: readonly Percepcion[],
  separacion: NominaInput['separacion'],
  jubilacion: NominaInput['jubilacion'],
): Percepciones {
  return {
    ...percepcionSums(percepcion),
    percepcion,
    ...(jubilacion && { jubilacionPensionRetiro: computePension(percepcion, jubilacion) }),
    ...(separacion && { separacionIndemnizacion: computeSeparation(percepcion, separacion) }),
  };
}

function computePension(
  percepciones: readonly Percepcion[],
  jubilacion: NonNullable<NominaInput['jubilacion']>,
): JubilacionPensionRetiro {
  const atOnce = percepciones.filter((p) => p.tipoPercepcion === pensionAtOnce);
  const inParts = percepciones.filter((p) => p.tipoPercepcion === pensionInParts);
  return {
    ...(atOnce.length > 0 && { totalUnaExhibicion: totalPercepciones(atOnce) }),
    ...(inParts.length > 0 && { totalParcialidad: totalPercepciones(inParts) }),
    ...jubilacion,
  };
}

/**
 * Computes the totals of separation payments. The taxable part up to the last monthly salary is cumulative
 * income (ingreso acumulable); the rest is not cumulative.
 */
function computeSeparation(
  percepciones: readonly Percepcion[],
  separacion: NonNullable<NominaInput['separacion']>,
): SeparacionIndemnizacion {
  const separation = percepciones.filter((p) => separationEarnings.has(p.tipoPercepcion));
  const taxable = add(separation.map(({ importeGravado }) => importeGravado));
  const salary = separacion.ultimoSueldoMensOrd;
  return {
    totalPagado: totalPercepciones(separation),
    ...separacion,
    ingresoAcumulable: Decimal.min(taxable, salary),
    ingresoNoAcumulable: Decimal.max(taxable.minus(salary), Decimal.zero).round(2),
  };
}

/** Returns the two sums of the deductions. A sum is absent if it has no deductions. */
export function deduccionSums(deducciones: readonly Deduccion[]): Omit<Deducciones, 'deduccion'> {
  const isr = deducciones.filter(({ tipoDeduccion }) => tipoDeduccion === isrType);
  const others = deducciones.filter(({ tipoDeduccion }) => tipoDeduccion !== isrType);
  return {
    ...(others.length > 0 && { totalOtrasDeducciones: add(others.map((d) => d.importe)) }),
    ...(isr.length > 0 && { totalImpuestosRetenidos: add(isr.map((d) => d.importe)) }),
  };
}

function computeDeducciones(deduccion: readonly Deduccion[]): Deducciones {
  return { ...deduccionSums(deduccion), deduccion };
}
