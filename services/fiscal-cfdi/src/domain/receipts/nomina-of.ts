import type { NominaInput } from '@timbre/cfdi';
import { daysBetween, Decimal, requiredCatalog, Rfc, serviceYears } from '@timbre/fiscal';
import type {
  LineText,
  OtherPaymentInput,
  PayrollDetails,
  PayrollEmployeeInput,
  PayrollInput,
  PayrollSource,
} from './payroll-input';

/** c_TipoPercepcion: overtime, and payments at the end of an employment. */
const overtimeType = '019';
export const separationTypes: ReadonlySet<string> = new Set(['022', '023', '025']);
/** c_TipoOtroPago: the subsidy, and its substitute. */
const subsidyType = '002';
const subsidyTypes: ReadonlySet<string> = new Set([subsidyType, '007', '008']);
/** c_TipoRegimen of wages and salaries; c_PeriodicidadPago of payments without a period. */
const wages = '02';
const otherFrequency = '99';
/** Longest Concepto of a line. */
const textMax = 100;

type Lines = 'earningTexts' | 'deductionTexts' | 'otherPaymentTexts';

/** The payroll complement (Nómina 1.2) of a valid payment, before its totals. */
export function nominaOf(
  payroll: PayrollInput,
  source: PayrollSource,
  employerRfc: string,
): NominaInput {
  const { employee, paidOn } = payroll;
  if (!employee) throw new RangeError('a payroll has an employee');
  const { details } = source;
  const { startedOn, endedOn } = periodOf(payroll);
  const emisor = employerOf(employee, source, employerRfc);
  const isSeparation = payroll.earnings.some(({ type }) => separationTypes.has(type));
  return {
    tipoNomina: details?.payrollType ?? (employee.paymentFrequency === otherFrequency ? 'E' : 'O'),
    fechaPago: paidOn,
    fechaInicialPago: startedOn,
    fechaFinalPago: endedOn,
    numDiasPagados: paidDaysOf(payroll),
    ...(emisor && { emisor }),
    receptor: receptorOf(employee, endedOn, details),
    percepciones: percepcionesOf(payroll, details),
    ...(isSeparation && { separacion: separationOf(employee, endedOn, details) }),
    deducciones: payroll.deductions.map(({ type, amount }, index) => ({
      tipoDeduccion: type,
      ...textOf(details, 'deductionTexts', index, 'c_TipoDeduccion', type),
      importe: pesos(amount),
    })),
    otrosPagos: otherPaymentsOf(payroll).map(({ type, amount, employmentSubsidy }, index) => ({
      tipoOtroPago: type,
      ...textOf(details, 'otherPaymentTexts', index, 'c_TipoOtroPago', type),
      importe: pesos(amount),
      ...(type === subsidyType && {
        subsidioAlEmpleo: { subsidioCausado: pesos(employmentSubsidy ?? amount) },
      }),
    })),
    ...(details?.incapacities.length && {
      incapacidades: details.incapacities.map(({ days, type, amount }) => ({
        diasIncapacidad: Decimal.from(days).toNumber(),
        tipoIncapacidad: type,
        ...(amount !== undefined && { importeMonetario: pesos(amount) }),
      })),
    }),
  };
}

const pesos = (text: string): Decimal => Decimal.from(text).round(2);

/** First and last day of the period; defaults to the day of payment. */
export function periodOf({ paidOn, periodStartedOn, periodEndedOn }: PayrollInput) {
  const endedOn = periodEndedOn ?? paidOn;
  return { startedOn: periodStartedOn ?? endedOn, endedOn };
}

/** NumDiasPagados: without decimals or with exactly three. */
function paidDaysOf(payroll: PayrollInput): Decimal {
  const { startedOn, endedOn } = periodOf(payroll);
  if (payroll.paidDays === undefined) return Decimal.from(daysBetween(startedOn, endedOn) + 1);
  const days = Decimal.from(payroll.paidDays).trimmed();
  return days.scale === 0 ? days : days.round(3);
}

/** c_TipoContrato 01 to 08 are employment; only that has a registration (NOM42, NOM43). Only a
 * natural person has a CURP (NOM5, NOM6), whatever payroll was once told. */
function employerOf(
  { contractType }: PayrollEmployeeInput,
  { employerCurp, employerRegistration }: PayrollSource,
  rfc: string,
) {
  const curp = Rfc.parse(rfc)?.kind === 'fisica' ? employerCurp : undefined;
  const registroPatronal = contractType <= '08' ? employerRegistration : undefined;
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
    fechaInicioRelLaboral: employmentStartedOn,
    antigüedad: `P${Math.floor((daysBetween(employmentStartedOn, endedOn) + 1) / 7)}W`,
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

/** Hours belong to earning 019; with several such lines the first one has them all. */
function percepcionesOf({ earnings }: PayrollInput, details: PayrollDetails | undefined) {
  const overtime = earnings.findIndex(({ type }) => type === overtimeType);
  return earnings.map(({ type, taxableAmount, exemptAmount }, index) => ({
    tipoPercepcion: type,
    ...textOf(details, 'earningTexts', index, 'c_TipoPercepcion', type),
    importeGravado: pesos(taxableAmount),
    importeExento: pesos(exemptAmount),
    ...(index === overtime &&
      details?.overtime.length && {
        horasExtra: details.overtime.map(({ days, hoursType, hours, amount }) => ({
          dias: days,
          tipoHoras: hoursType,
          // HorasExtra counts whole hours.
          horasExtra: Decimal.from(hours).round(0, 'up').toNumber(),
          importePagado: pesos(amount),
        })),
      }),
  }));
}

function separationOf(
  { employmentStartedOn }: PayrollEmployeeInput,
  endedOn: string,
  details: PayrollDetails | undefined,
) {
  return {
    numAñosServicio: serviceYears(employmentStartedOn, details?.employmentEndedOn ?? endedOn),
    ultimoSueldoMensOrd: pesos(details?.lastMonthlySalary ?? '0'),
  };
}

/** Wages show a subsidy of zero, which the client's input cannot express (NOM98). */
function otherPaymentsOf({ employee, otherPayments }: PayrollInput): OtherPaymentInput[] {
  const isShown = otherPayments.some(({ type }) => subsidyTypes.has(type));
  if (employee?.regimeType !== wages || isShown) return otherPayments;
  return [...otherPayments, { type: subsidyType, amount: '0', employmentSubsidy: '0' }];
}

/** Clave and Concepto of a line: the employer's own, or code and name of the type. */
function textOf(
  details: PayrollDetails | undefined,
  lines: Lines,
  index: number,
  catalog: string,
  type: string,
): { clave: string; concepto: string } {
  const text: LineText | undefined = details?.[lines][index];
  const name = requiredCatalog(catalog).get(type)?.description ?? type;
  return {
    clave: (text?.code ?? type).padStart(3, '0'),
    concepto: (text?.description ?? name).replaceAll('|', ' ').slice(0, textMax),
  };
}
