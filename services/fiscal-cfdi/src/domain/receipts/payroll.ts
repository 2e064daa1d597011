import { computePayroll, type Comprobante, type Nomina } from '@timbre/cfdi';
import { registeredName, Rfc, wagesTaxSystem } from '@timbre/fiscal';
import { documentHeader } from '../drafting/document-header';
import type { Draft, Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { nominaOf } from './nomina-of';

export const payrollUse = 'CN01';

/** Builds the payroll document (type N, Nómina 1.2) of a draft. */
export function payrollComprobante(
  draft: Draft,
  profile: Profile,
  issuance: Issuance,
): Comprobante {
  const { payroll, payrollSource: source } = draft.input;
  if (!payroll || !source) throw new RangeError('a payroll document has a payroll');
  const { exportacion: _, ...header } = documentHeader(draft, profile, issuance);
  return computePayroll({
    ...header,
    receptor: {
      rfc: source.rfc,
      nombre: registeredName(source.legalName),
      // The receiver of a deceased worker's receipt has a generic RFC, so its postal code is the place of
      // issue (CFDI40149).
      domicilioFiscalReceptor: Rfc.parse(source.rfc)?.isGeneric()
        ? profile.postalCode
        : source.postalCode,
      regimenFiscalReceptor: wagesTaxSystem,
      usoCfdi: payrollUse,
    },
    nominas: [nominaOf(payroll, source, profile.rfc)],
  });
}

/**
 * Returns the payroll complement in the form of the document's detail. Amounts have two decimals, so JSON
 * numbers represent them exactly.
 */
export function payrollFacts({ complemento }: Comprobante) {
  const nomina: Nomina | undefined = complemento?.nominas?.[0];
  if (!nomina) return null;
  const separation = nomina.percepciones?.separacionIndemnizacion;
  const pension = nomina.percepciones?.jubilacionPensionRetiro;
  const ending = separation ?? pension;
  return {
    payrollType: nomina.tipoNomina,
    paidOn: nomina.fechaPago,
    periodStartedOn: nomina.fechaInicialPago,
    periodEndedOn: nomina.fechaFinalPago,
    paidDays: nomina.numDiasPagados.toNumber(),
    employerRegistration: nomina.emisor?.registroPatronal,
    earnings: (nomina.percepciones?.percepcion ?? []).map((line) => ({
      type: line.tipoPercepcion,
      code: line.clave,
      description: line.concepto,
      taxableAmount: line.importeGravado.toNumber(),
      exemptAmount: line.importeExento.toNumber(),
      overtime: line.horasExtra?.map((hours) => ({
        days: hours.dias,
        hoursType: hours.tipoHoras,
        hours: hours.horasExtra,
        amount: hours.importePagado.toNumber(),
      })),
      shares: line.accionesOTitulos && {
        marketValue: line.accionesOTitulos.valorMercado.toNumber(),
        grantPrice: line.accionesOTitulos.precioAlOtorgarse.toNumber(),
      },
    })),
    deductions: (nomina.deducciones?.deduccion ?? []).map((line) => ({
      type: line.tipoDeduccion,
      code: line.clave,
      description: line.concepto,
      amount: line.importe.toNumber(),
    })),
    otherPayments: (nomina.otrosPagos ?? []).map((line) => ({
      type: line.tipoOtroPago,
      code: line.clave,
      description: line.concepto,
      amount: line.importe.toNumber(),
      employmentSubsidy: line.subsidioAlEmpleo?.subsidioCausado.toNumber(),
      favorableBalance: line.compensacionSaldosAFavor && {
        amount: line.compensacionSaldosAFavor.saldoAFavor.toNumber(),
        year: line.compensacionSaldosAFavor.año,
        remainingAmount: line.compensacionSaldosAFavor.remanenteSalFav.toNumber(),
      },
    })),
    incapacities: nomina.incapacidades?.map((incapacity) => ({
      type: incapacity.tipoIncapacidad,
      days: incapacity.diasIncapacidad,
      amount: incapacity.importeMonetario?.toNumber(),
    })),
    lastMonthlySalary: separation?.ultimoSueldoMensOrd.toNumber(),
    yearsOfService: separation?.numAñosServicio,
    pensionDailyAmount: pension?.montoDiario?.toNumber(),
    cumulativeIncome: ending?.ingresoAcumulable.toNumber(),
    nonCumulativeIncome: ending?.ingresoNoAcumulable.toNumber(),
  };
}
