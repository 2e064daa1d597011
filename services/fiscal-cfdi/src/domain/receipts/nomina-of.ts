import type { NominaInput } from '@timbre/cfdi';
import {
  assimilatedRegimes,
  daysBetween,
  Decimal,
  isEmployment,
  pensionAtOnce,
  pensionEarnings,
  pensionInParts,
  requiredCatalog,
  Rfc,
  separationEarnings,
  serviceYears,
  subsidyType,
  subsidyTypes,
  wagesRegime,
} from '@timbre/fiscal';
import type {
  LineText,
  OwnText,
  OtherPaymentInput,
  OvertimeInput,
  PayrollDetails,
  PayrollEmployeeInput,
  PayrollInput,
  PayrollSource,
} from './payroll-input';

/** c_TipoPercepcion of overtime. */
const overtimeType = '019';
/** The code of c_PeriodicidadPago for payments without a period. */
const otherFrequency = '99';
/** The maximum length of the attribute Concepto of a payroll line. */
const textMax = 100;

/** Builds the payroll complement (Nómina 1.2) of a valid payment, without its totals. */
export function nominaOf(
  payroll: PayrollInput,
  source: PayrollSource,
  employerRfc: string,
): NominaInput {
  const { employee, paidOn } = payroll;
  if (!employee) throw new RangeError('a payroll has an employee');
  const { details } = source;
  const { startedOn, endedOn } = periodOf(payroll);
  const emisor = employerOf(payroll, source, employerRfc);
  const incapacities = payroll.incapacities?.length ? payroll.incapacities : details?.incapacities;
  const isSeparation = payroll.earnings.some(({ type }) => separationEarnings.has(type));
  const isPension = payroll.earnings.some(({ type }) => pensionEarnings.has(type));
  return {
    tipoNomina: details?.payrollType ?? (employee.paymentFrequency === otherFrequency ? 'E' : 'O'),
    fechaPago: paidOn,
    fechaInicialPago: startedOn,
    fechaFinalPago: endedOn,
    numDiasPagados: paidDaysOf(payroll),
    ...(emisor && { emisor }),
    receptor: receptorOf(employee, endedOn, details),
    percepciones: percepcionesOf(payroll, details),
    ...(isSeparation && { separacion: separationOf(payroll, details) }),
    ...(isPension && { jubilacion: pensionOf(payroll, details) }),
    deducciones: payroll.deductions.map((line, index) => ({
      tipoDeduccion: line.type,
      ...textOf(line, details?.deductionTexts[index], 'c_TipoDeduccion'),
      importe: pesos(line.amount),
    })),
    otrosPagos: otherPaymentsOf(payroll).map((line, index) => ({
      tipoOtroPago: line.type,
      ...textOf(line, details?.otherPaymentTexts[index], 'c_TipoOtroPago'),
      importe: pesos(line.amount),
      ...(line.type === subsidyType && {
        subsidioAlEmpleo: { subsidioCausado: pesos(line.employmentSubsidy ?? line.amount) },
      }),
      ...(line.favorableBalance && {
        compensacionSaldosAFavor: {
          saldoAFavor: pesos(line.favorableBalance.amount),
          año: line.favorableBalance.year,
          remanenteSalFav: pesos(line.favorableBalance.remainingAmount),
        },
      }),
    })),
    ...(incapacities?.length && {
      incapacidades: incapacities.map(({ days, type, amount }) => ({
        diasIncapacidad: Decimal.from(days).toNumber(),
        tipoIncapacidad: type,
        ...(amount !== undefined && { importeMonetario: pesos(amount) }),
      })),
    }),
  };
}

const pesos = (text: string): Decimal => Decimal.from(text).round(2);

/**
 * Returns the first and the last day of the payroll period. If the client did not send one of these days,
 * the day of payment is used instead.
 */
export function periodOf({ paidOn, periodStartedOn, periodEndedOn }: PayrollInput) {
  const endedOn = periodEndedOn ?? paidOn;
  return { startedOn: periodStartedOn ?? endedOn, endedOn };
}

/** Returns NumDiasPagados, with either no decimals or exactly three. */
export function paidDaysOf(payroll: PayrollInput): Decimal {
  const { startedOn, endedOn } = periodOf(payroll);
  if (payroll.paidDays === undefined) return Decimal.from(daysBetween(startedOn, endedOn) + 1);
  const days = Decimal.from(payroll.paidDays).trimmed();
  return days.scale === 0 ? days : days.round(3);
}

/**
 * Returns the employer's element of the complement. Only a natural person has a CURP (NOM5, NOM6), so a
 * CURP that payroll stored for a company is ignored.
 */
function employerOf(
  { employee, employerRegistration }: PayrollInput,
  source: PayrollSource,
  rfc: string,
) {
  const curp = Rfc.parse(rfc)?.kind === 'fisica' ? source.employerCurp : undefined;
  const registroPatronal =
    employee && isEmployment(employee.contractType)
      ? (employerRegistration ?? source.employerRegistration)
      : undefined;
  if (curp === undefined && registroPatronal === undefined) return undefined;
  return { ...(curp !== undefined && { curp }), ...(registroPatronal && { registroPatronal }) };
}

function receptorOf(
  employee: PayrollEmployeeInput,
  endedOn: string,
  details: PayrollDetails | undefined,
): NominaInput['receptor'] {
  const { employmentStartedOn, socialSecurityNumber, positionRisk, integratedDailySalary } =
    employee;
  const { contributionBaseSalary, department, jobTitle, workScheduleType } = details ?? {};
  const { bankCode, bankAccount } = details ?? {};
  return {
    curp: employee.curp,
    ...(socialSecurityNumber !== undefined && { numSeguridadSocial: socialSecurityNumber }),
    // A person whose income is only taxed like wages has no employment, and therefore no start date of
    // employment.
    ...(!assimilatedRegimes.has(employee.regimeType) && {
      fechaInicioRelLaboral: employmentStartedOn,
      antigüedad: `P${Math.floor((daysBetween(employmentStartedOn, endedOn) + 1) / 7)}W`,
    }),
    tipoContrato: employee.contractType,
    ...(workScheduleType !== undefined && { tipoJornada: workScheduleType }),
    tipoRegimen: employee.regimeType,
    numEmpleado: employee.employeeNumber,
    ...(department !== undefined && { departamento: department }),
    ...(jobTitle !== undefined && { puesto: jobTitle }),
    ...(positionRisk !== undefined && { riesgoPuesto: positionRisk }),
    periodicidadPago: employee.paymentFrequency,
    ...(bankCode !== undefined && { banco: bankCode }),
    ...(bankAccount !== undefined && { cuentaBancaria: bankAccount }),
    ...(contributionBaseSalary !== undefined && {
      salarioBaseCotApor: pesos(contributionBaseSalary),
    }),
    ...(integratedDailySalary !== undefined && {
      salarioDiarioIntegrado: pesos(integratedDailySalary),
    }),
    claveEntFed: employee.stateCode,
  };
}

/**
 * Returns the earnings, with the overtime hours in lines of type 019. The overtime hours of a payroll run
 * are written to its first line of this type.
 */
function percepcionesOf({ earnings }: PayrollInput, details: PayrollDetails | undefined) {
  const overtime = earnings.findIndex(({ type }) => type === overtimeType);
  return earnings.map((line, index) => {
    const ofRun = index === overtime ? details?.overtime : undefined;
    const hours = line.overtime?.length ? line.overtime : ofRun;
    return {
      tipoPercepcion: line.type,
      ...textOf(line, details?.earningTexts[index], 'c_TipoPercepcion'),
      importeGravado: pesos(line.taxableAmount),
      importeExento: pesos(line.exemptAmount),
      ...(line.shares && {
        accionesOTitulos: {
          valorMercado: pesos(line.shares.marketValue),
          precioAlOtorgarse: pesos(line.shares.grantPrice),
        },
      }),
      ...(hours?.length && { horasExtra: hours.map(hoursOf) }),
    };
  });
}

const hoursOf = ({ days, hoursType, hours, amount }: OvertimeInput) => ({
  dias: days,
  tipoHoras: hoursType,
  // The attribute HorasExtra is a whole number of hours.
  horasExtra: Decimal.from(hours).round(0, 'up').toNumber(),
  importePagado: pesos(amount),
});

function separationOf(payroll: PayrollInput, details: PayrollDetails | undefined) {
  return {
    numAñosServicio: yearsOfService(payroll, details),
    ultimoSueldoMensOrd: lastMonthlySalaryOf(payroll, details),
  };
}

const lastMonthlySalaryOf = (payroll: PayrollInput, details: PayrollDetails | undefined) =>
  pesos(payroll.lastMonthlySalary ?? details?.lastMonthlySalary ?? '0');

/**
 * Returns the complement's element for a pension. For a pension in parts, the whole taxable amount is
 * cumulative income. For a pension paid at once, only the part up to the last monthly salary is cumulative
 * income (LISR art. 95; RLISR art. 171).
 */
function pensionOf(payroll: PayrollInput, details: PayrollDetails | undefined) {
  const taxableOf = (type: string) => sumOf(payroll, type, ({ taxableAmount }) => [taxableAmount]);
  const atOnce = taxableOf(pensionAtOnce);
  const cumulative = Decimal.min(atOnce, lastMonthlySalaryOf(payroll, details));
  const isInParts = payroll.earnings.some(({ type }) => type === pensionInParts);
  return {
    ...(isInParts && { montoDiario: pensionDailyAmountOf(payroll) }),
    ingresoAcumulable: cumulative.plus(taxableOf(pensionInParts)).round(2),
    ingresoNoAcumulable: atOnce.minus(cumulative).round(2),
  };
}

/**
 * Returns MontoDiario: either the amount that the client sent, or the pension divided by the days for which
 * it is paid.
 */
function pensionDailyAmountOf(payroll: PayrollInput): Decimal {
  if (payroll.pensionDailyAmount !== undefined) return pesos(payroll.pensionDailyAmount);
  const paid = sumOf(payroll, pensionInParts, ({ taxableAmount, exemptAmount }) => [
    taxableAmount,
    exemptAmount,
  ]);
  return paid.dividedBy(paidDaysOf(payroll), 2);
}

function sumOf(
  { earnings }: PayrollInput,
  ofType: string,
  amountsOf: (line: PayrollInput['earnings'][number]) => string[],
): Decimal {
  const lines = earnings.filter(({ type }) => type === ofType);
  return Decimal.sum(lines.flatMap(amountsOf).map(pesos));
}

/** Returns NumAñosServicio: the years of service up to the last day of employment. */
export function yearsOfService(payroll: PayrollInput, details: PayrollDetails | undefined): number {
  const { endedOn } = periodOf(payroll);
  const lastDay = payroll.employmentEndedOn ?? details?.employmentEndedOn ?? endedOn;
  return serviceYears(payroll.employee?.employmentStartedOn ?? lastDay, lastDay);
}

/**
 * Returns the other payments of the complement. A receipt of wages always contains a line with the
 * employment subsidy (NOM105). If the client sends no line for the employment subsidy, the function adds
 * the line. The added line states the subsidy that was caused but not paid out, or zero.
 */
function otherPaymentsOf(payroll: PayrollInput): OtherPaymentInput[] {
  const { employee, otherPayments, employmentSubsidyCaused: caused } = payroll;
  const isShown = otherPayments.some(({ type }) => subsidyTypes.has(type));
  if (caused === undefined && (employee?.regimeType !== wagesRegime || isShown))
    return otherPayments;
  return [...otherPayments, { type: subsidyType, amount: '0', employmentSubsidy: caused ?? '0' }];
}

/**
 * Returns Clave and Concepto of a payroll line. The function uses the client's values if present, otherwise
 * the values of the payroll run, otherwise the code and name of the type.
 */
function textOf(
  { type, code, description }: OwnText & { type: string },
  ofRun: LineText | undefined,
  catalog: string,
): { clave: string; concepto: string } {
  const name = requiredCatalog(catalog).get(type, 'latest')?.description ?? type;
  return {
    clave: (code ?? ofRun?.code ?? type).padStart(3, '0'),
    concepto: (description ?? ofRun?.description ?? name).replaceAll('|', ' ').slice(0, textMax),
  };
}
