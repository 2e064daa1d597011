import { Decimal } from '@timbre/fiscal';
import { element, maybe, maybeList, one, optional, required, several } from './grammar';
import type { SimpleType } from './simple-types';
import {
  amount,
  blankText,
  code,
  curp,
  date,
  importeMxn,
  integer,
  pattern,
  positive,
  rfc,
  text,
} from './simple-types';
import type * as model from './nomina';

const countMax = 999_999_999;
const thousandth = Decimal.from('0.001');
const hundred = Decimal.from(100);

const thousandths = amount(3, thousandth);
const numDiasPagados: SimpleType<Decimal> = {
  ...thousandths,
  expected: 'a number from 0.001 to 36160.000 with no decimals or exactly 3',
  parse: (written) => (/^0[0-9]/.test(written) ? undefined : thousandths.parse(written)),
  accepts: (value) =>
    (value.scale === 0 || value.scale === 3) &&
    value.greaterOrEqual(thousandth) &&
    value.lessOrEqual(Decimal.from(36160)),
};

const antigüedad = pattern(
  /P(([1-9][0-9]{0,3})|0)W|P([1-9][0-9]?Y)?(([1-9]|1[012])M)?(0|[1-9]|[12][0-9]|3[01])D/,
  'P{weeks}W or P[nY][nM]nD',
);

const porcentajeTiempo: SimpleType<Decimal> = {
  ...thousandths,
  expected: 'a number from 0.001 to 100 with at most 3 decimals',
  accepts: (value) => thousandths.accepts(value) && value.lessOrEqual(hundred),
};

const clave = text(3, 15);
const descripcion = text(1, 100);

const emisor = element<model.NominaEmisor>('nomina12:Emisor', {
  curp: optional('Curp', curp),
  registroPatronal: optional('RegistroPatronal', text(1, 20)),
  rfcPatronOrigen: optional('RfcPatronOrigen', rfc),
  entidadSncf: maybe(
    element<model.EntidadSncf>('nomina12:EntidadSNCF', {
      origenRecurso: required('OrigenRecurso', code(2)),
      montoRecursoPropio: optional('MontoRecursoPropio', importeMxn),
    }),
  ),
});

const receptor = element<model.NominaReceptor>('nomina12:Receptor', {
  curp: required('Curp', curp),
  numSeguridadSocial: optional('NumSeguridadSocial', pattern(/[0-9]{1,15}/, '1 to 15 digits')),
  fechaInicioRelLaboral: optional('FechaInicioRelLaboral', date),
  antigüedad: optional('Antigüedad', antigüedad),
  tipoContrato: required('TipoContrato', code(2)),
  sindicalizado: optional('Sindicalizado', pattern(/Sí|No/, '"Sí" or "No"')),
  tipoJornada: optional('TipoJornada', code(2)),
  tipoRegimen: required('TipoRegimen', code(2)),
  numEmpleado: required('NumEmpleado', text(1, 15)),
  departamento: optional('Departamento', descripcion),
  puesto: optional('Puesto', descripcion),
  riesgoPuesto: optional('RiesgoPuesto', code(1, 2)),
  periodicidadPago: required('PeriodicidadPago', code(2)),
  banco: optional('Banco', code(3)),
  cuentaBancaria: optional('CuentaBancaria', pattern(/[0-9]{10,18}/, '10 to 18 digits')),
  salarioBaseCotApor: optional('SalarioBaseCotApor', importeMxn),
  salarioDiarioIntegrado: optional('SalarioDiarioIntegrado', importeMxn),
  claveEntFed: required('ClaveEntFed', code(2, 3)),
  subContratacion: several(
    element<model.SubContratacion>('nomina12:SubContratacion', {
      rfcLabora: required('RfcLabora', rfc),
      porcentajeTiempo: required('PorcentajeTiempo', porcentajeTiempo),
    }),
  ),
});

const percepcion = element<model.Percepcion>('nomina12:Percepcion', {
  tipoPercepcion: required('TipoPercepcion', code(3)),
  clave: required('Clave', clave),
  concepto: required('Concepto', descripcion),
  importeGravado: required('ImporteGravado', importeMxn),
  importeExento: required('ImporteExento', importeMxn),
  accionesOTitulos: maybe(
    element<model.AccionesOTitulos>('nomina12:AccionesOTitulos', {
      valorMercado: required('ValorMercado', positive),
      precioAlOtorgarse: required('PrecioAlOtorgarse', positive),
    }),
  ),
  horasExtra: several(
    element<model.HorasExtra>('nomina12:HorasExtra', {
      dias: required('Dias', integer(1, countMax)),
      tipoHoras: required('TipoHoras', code(2)),
      horasExtra: required('HorasExtra', integer(1, countMax)),
      importePagado: required('ImportePagado', importeMxn),
    }),
  ),
});

const percepciones = element<model.Percepciones>('nomina12:Percepciones', {
  totalSueldos: optional('TotalSueldos', importeMxn),
  totalSeparacionIndemnizacion: optional('TotalSeparacionIndemnizacion', importeMxn),
  totalJubilacionPensionRetiro: optional('TotalJubilacionPensionRetiro', importeMxn),
  totalGravado: required('TotalGravado', importeMxn),
  totalExento: required('TotalExento', importeMxn),
  percepcion: several(percepcion, { least: 1 }),
  jubilacionPensionRetiro: maybe(
    element<model.JubilacionPensionRetiro>('nomina12:JubilacionPensionRetiro', {
      totalUnaExhibicion: optional('TotalUnaExhibicion', importeMxn),
      totalParcialidad: optional('TotalParcialidad', importeMxn),
      montoDiario: optional('MontoDiario', importeMxn),
      ingresoAcumulable: required('IngresoAcumulable', importeMxn),
      ingresoNoAcumulable: required('IngresoNoAcumulable', importeMxn),
    }),
  ),
  separacionIndemnizacion: maybe(
    element<model.SeparacionIndemnizacion>('nomina12:SeparacionIndemnizacion', {
      totalPagado: required('TotalPagado', importeMxn),
      numAñosServicio: required('NumAñosServicio', integer(0, 99)),
      ultimoSueldoMensOrd: required('UltimoSueldoMensOrd', importeMxn),
      ingresoAcumulable: required('IngresoAcumulable', importeMxn),
      ingresoNoAcumulable: required('IngresoNoAcumulable', importeMxn),
    }),
  ),
});

const deducciones = element<model.Deducciones>('nomina12:Deducciones', {
  totalOtrasDeducciones: optional('TotalOtrasDeducciones', importeMxn),
  totalImpuestosRetenidos: optional('TotalImpuestosRetenidos', importeMxn),
  deduccion: several(
    element<model.Deduccion>('nomina12:Deduccion', {
      tipoDeduccion: required('TipoDeduccion', code(3)),
      clave: required('Clave', blankText(3, 15)),
      concepto: required('Concepto', blankText(1, 100)),
      importe: required('Importe', importeMxn),
    }),
    { least: 1 },
  ),
});

const otroPago = element<model.OtroPago>('nomina12:OtroPago', {
  tipoOtroPago: required('TipoOtroPago', code(3)),
  clave: required('Clave', clave),
  concepto: required('Concepto', descripcion),
  importe: required('Importe', importeMxn),
  subsidioAlEmpleo: maybe(
    element<model.SubsidioAlEmpleo>('nomina12:SubsidioAlEmpleo', {
      subsidioCausado: required('SubsidioCausado', importeMxn),
    }),
  ),
  compensacionSaldosAFavor: maybe(
    element<model.CompensacionSaldosAFavor>('nomina12:CompensacionSaldosAFavor', {
      saldoAFavor: required('SaldoAFavor', importeMxn),
      año: required('Año', integer(2016, 32767)),
      remanenteSalFav: required('RemanenteSalFav', importeMxn),
    }),
  ),
});

const incapacidad = element<model.Incapacidad>('nomina12:Incapacidad', {
  diasIncapacidad: required('DiasIncapacidad', integer(1, countMax)),
  tipoIncapacidad: required('TipoIncapacidad', code(2)),
  importeMonetario: optional('ImporteMonetario', importeMxn),
});

/** Source: nomina12.xsd and nomina12.xslt of the SAT, read 2026-11-21. */
export const nominaElement = element<model.Nomina>('nomina12:Nomina', {
  version: required('Version', pattern(/1\.2/, '"1.2"')),
  tipoNomina: required('TipoNomina', pattern(/[OE]/, '"O" or "E"')),
  fechaPago: required('FechaPago', date),
  fechaInicialPago: required('FechaInicialPago', date),
  fechaFinalPago: required('FechaFinalPago', date),
  numDiasPagados: required('NumDiasPagados', numDiasPagados),
  totalPercepciones: optional('TotalPercepciones', importeMxn),
  totalDeducciones: optional('TotalDeducciones', importeMxn),
  totalOtrosPagos: optional('TotalOtrosPagos', importeMxn),
  emisor: maybe(emisor),
  receptor: one(receptor),
  percepciones: maybe(percepciones),
  deducciones: maybe(deducciones),
  otrosPagos: maybeList('nomina12:OtrosPagos', otroPago),
  incapacidades: maybeList('nomina12:Incapacidades', incapacidad),
});
