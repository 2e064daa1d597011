import type { Nomina } from '@timbre/cfdi';
import type { CalendarDate } from '@timbre/fiscal';
import { coded, count, optionalAmount, optionalCoded } from './format';
import type { Field } from './fields';

/** Employer and period. */
export function paymentFields({ emisor, ...nomina }: Nomina, on: CalendarDate): Field[] {
  const origin = emisor?.entidadSncf;
  return [
    ['Tipo de nómina', coded('c_TipoNomina', nomina.tipoNomina, on)],
    ['Periodo', `${nomina.fechaInicialPago} a ${nomina.fechaFinalPago}`],
    ['Fecha de pago', nomina.fechaPago],
    ['Días pagados', count(nomina.numDiasPagados)],
    ['Periodicidad', coded('c_PeriodicidadPago', nomina.receptor.periodicidadPago, on)],
    ['Registro patronal', emisor?.registroPatronal],
    ['CURP del patrón', emisor?.curp],
    ['RFC del patrón de origen', emisor?.rfcPatronOrigen],
    ['Origen del recurso', optionalCoded('c_OrigenRecurso', origin?.origenRecurso, on)],
    ['Recurso propio', optionalAmount(origin?.montoRecursoPropio)],
  ];
}

/** The worker and the terms of work. */
export function workerFields({ receptor }: Nomina, on: CalendarDate): Field[] {
  return [
    ['Número de empleado', receptor.numEmpleado],
    ['CURP', receptor.curp],
    ['Número de seguridad social', receptor.numSeguridadSocial],
    ['Inicio de la relación laboral', receptor.fechaInicioRelLaboral],
    ['Antigüedad', receptor.antigüedad],
    ['Departamento', receptor.departamento],
    ['Puesto', receptor.puesto],
    ['Riesgo del puesto', optionalCoded('c_RiesgoPuesto', receptor.riesgoPuesto, on)],
    ['Tipo de contrato', coded('c_TipoContrato', receptor.tipoContrato, on)],
    ['Régimen de contratación', shortRegime(receptor.tipoRegimen, on)],
    ['Jornada', optionalCoded('c_TipoJornada', receptor.tipoJornada, on)],
    ['Sindicalizado', receptor.sindicalizado],
    ['Entidad federativa', coded('nomina12.c_Estado', receptor.claveEntFed, on)],
    ['Salario base de cotización', optionalAmount(receptor.salarioBaseCotApor)],
    ['Salario diario integrado', optionalAmount(receptor.salarioDiarioIntegrado)],
    ['Banco', optionalCoded('c_Banco', receptor.banco, on)],
    ['Cuenta bancaria', receptor.cuentaBancaria],
    ...(receptor.subContratacion ?? []).map(({ rfcLabora, porcentajeTiempo }): Field => {
      return ['Subcontratación', `${rfcLabora}, ${count(porcentajeTiempo)} % del tiempo`];
    }),
  ];
}

/** Without the article of law that the catalogue adds in parentheses. */
const shortRegime = (code: string, on: CalendarDate): string =>
  coded('c_TipoRegimen', code, on).replace(/ \(.*$/, '');

/** Severance and pensions: what of them counts as income. */
export function separationFields({ percepciones }: Nomina): Field[] {
  const { jubilacionPensionRetiro: pension, separacionIndemnizacion: separation } =
    percepciones ?? {};
  return [
    ['Separación o indemnización', optionalAmount(separation?.totalPagado)],
    ['Años de servicio', separation && String(separation.numAñosServicio)],
    ['Último sueldo mensual ordinario', optionalAmount(separation?.ultimoSueldoMensOrd)],
    ['Ingreso acumulable', optionalAmount(separation?.ingresoAcumulable)],
    ['Ingreso no acumulable', optionalAmount(separation?.ingresoNoAcumulable)],
    ['Jubilación en una exhibición', optionalAmount(pension?.totalUnaExhibicion)],
    ['Jubilación en parcialidades', optionalAmount(pension?.totalParcialidad)],
    ['Monto diario de jubilación', optionalAmount(pension?.montoDiario)],
    ['Jubilación acumulable', optionalAmount(pension?.ingresoAcumulable)],
    ['Jubilación no acumulable', optionalAmount(pension?.ingresoNoAcumulable)],
  ];
}
