import type { Nomina } from '@timbre/cfdi';
import type { CalendarDate, PaperWords } from '@timbre/fiscal';
import { coded, count, optionalAmount, optionalCoded } from './format';
import type { Field } from './fields';

/** Returns the printed fields about the employer and the pay period. */
export function paymentFields(
  { emisor, ...nomina }: Nomina,
  on: CalendarDate,
  { payroll: words }: PaperWords,
): Field[] {
  const origin = emisor?.entidadSncf;
  return [
    [words.type, coded('c_TipoNomina', nomina.tipoNomina, on)],
    [words.period, `${nomina.fechaInicialPago} – ${nomina.fechaFinalPago}`],
    [words.paidOn, nomina.fechaPago],
    [words.paidDays, count(nomina.numDiasPagados)],
    [words.frequency, coded('c_PeriodicidadPago', nomina.receptor.periodicidadPago, on)],
    [words.employerRegistration, emisor?.registroPatronal],
    [words.employerCurp, emisor?.curp],
    [words.originRfc, emisor?.rfcPatronOrigen],
    [words.resourceOrigin, optionalCoded('c_OrigenRecurso', origin?.origenRecurso, on)],
    [words.ownResource, optionalAmount(origin?.montoRecursoPropio)],
  ];
}

/** Returns the printed fields about the worker and the terms of employment. */
export function workerFields(
  { receptor }: Nomina,
  on: CalendarDate,
  { payroll: words }: PaperWords,
): Field[] {
  return [
    [words.employeeNumber, receptor.numEmpleado],
    ['CURP', receptor.curp],
    [words.socialSecurityNumber, receptor.numSeguridadSocial],
    [words.employedSince, receptor.fechaInicioRelLaboral],
    [words.seniority, receptor.antigüedad],
    [words.department, receptor.departamento],
    [words.position, receptor.puesto],
    [words.positionRisk, optionalCoded('c_RiesgoPuesto', receptor.riesgoPuesto, on)],
    [words.contract, coded('c_TipoContrato', receptor.tipoContrato, on)],
    [words.regime, shortRegime(receptor.tipoRegimen, on)],
    [words.workday, optionalCoded('c_TipoJornada', receptor.tipoJornada, on)],
    [words.unionized, receptor.sindicalizado],
    [words.state, coded('nomina12.c_Estado', receptor.claveEntFed, on)],
    [words.baseSalary, optionalAmount(receptor.salarioBaseCotApor)],
    [words.integratedSalary, optionalAmount(receptor.salarioDiarioIntegrado)],
    [words.bank, optionalCoded('c_Banco', receptor.banco, on)],
    [words.bankAccount, receptor.cuentaBancaria],
    ...(receptor.subContratacion ?? []).map(({ rfcLabora, porcentajeTiempo }): Field => {
      return [words.subcontracting, words.subcontracted(rfcLabora, count(porcentajeTiempo))];
    }),
  ];
}

/** Returns the name of a tax regime without the article of law that the catalogue adds in parentheses. */
const shortRegime = (code: string, on: CalendarDate): string =>
  coded('c_TipoRegimen', code, on).replace(/ \(.*$/, '');

/** Returns the printed fields about severance and pensions, with the amount that is cumulative income. */
export function separationFields(
  { percepciones }: Nomina,
  { payroll: words }: PaperWords,
): Field[] {
  const { jubilacionPensionRetiro: pension, separacionIndemnizacion: separation } =
    percepciones ?? {};
  return [
    [words.separation, optionalAmount(separation?.totalPagado)],
    [words.serviceYears, separation && String(separation.numAñosServicio)],
    [words.lastSalary, optionalAmount(separation?.ultimoSueldoMensOrd)],
    [words.cumulative, optionalAmount(separation?.ingresoAcumulable)],
    [words.notCumulative, optionalAmount(separation?.ingresoNoAcumulable)],
    [words.pensionAtOnce, optionalAmount(pension?.totalUnaExhibicion)],
    [words.pensionInParts, optionalAmount(pension?.totalParcialidad)],
    [words.pensionDaily, optionalAmount(pension?.montoDiario)],
    [words.pensionCumulative, optionalAmount(pension?.ingresoAcumulable)],
    [words.pensionNotCumulative, optionalAmount(pension?.ingresoNoAcumulable)],
  ];
}
