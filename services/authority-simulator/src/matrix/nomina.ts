import { Decimal } from '@timbre/fiscal';
import {
  amountOf,
  amountOrZero,
  childOf,
  childrenAt,
  has,
  valueOf,
  type Node,
} from '../schema/node';
import { differs } from './amounts';
import { isUnknown } from './catalogue';
import { complementsNamed, sumOf, type Cfdi, type Concept } from './cfdi';
import { table, type Rule } from './rule';

/* Rules of payroll 1.2: SAT's matrix Matriz_Errores_Nomina_v12_Rev_E, for CFDI 4.0. */

const isPayroll = ({ type }: Cfdi): boolean => type === 'N';

const nominasOf = (cfdi: Cfdi): readonly Node[] => complementsNamed(cfdi, 'nomina12:Nomina');

const ENVELOPE: readonly Rule<Cfdi>[] = [
  ['NOM1', 'Moneda', 'debe ser MXN', ({ root }) => valueOf(root, 'Moneda') !== 'MXN'],
  ['NOM3', 'Exportacion', 'debe ser 01', ({ root }) => valueOf(root, 'Exportacion') !== '01'],
  ['NOM111', 'MetodoPago', 'debe ser PUE', ({ root }) => valueOf(root, 'MetodoPago') !== 'PUE'],
  [
    'NOM4',
    'InformacionGlobal',
    'no debe existir',
    ({ root }) => childOf(root, 'cfdi:InformacionGlobal') !== undefined,
  ],
  ['NOM7', 'FacAtrAdquirente', 'no debe existir', ({ issuer }) => has(issuer, 'FacAtrAdquirente')],
  ['NOM8', 'Rfc', 'debe ser de persona física', ({ receiver }) => !isPerson(receiver)],
  [
    'NOM11',
    'RegimenFiscalReceptor',
    'debe ser 605',
    ({ receiver }) => valueOf(receiver, 'RegimenFiscalReceptor') !== '605',
  ],
  ['NOM12', 'UsoCFDI', 'debe ser CN01', ({ receiver }) => valueOf(receiver, 'UsoCFDI') !== 'CN01'],
  ['NOM13', 'Conceptos', 'debe haber un solo concepto', ({ concepts }) => concepts.length !== 1],
];

function isPerson(party: Node | undefined): boolean {
  return valueOf(party, 'Rfc')?.length === 13;
}

const is =
  (name: string, value: string | undefined) =>
  ({ node }: Concept): boolean =>
    valueOf(node, name) !== value;

const hasChild =
  (name: string) =>
  ({ node }: Concept): boolean =>
    childOf(node, `cfdi:${name}`) !== undefined;

const CONCEPT: readonly Rule<Concept>[] = [
  ['NOM14', 'ClaveProdServ', 'debe ser 84111505', is('ClaveProdServ', '84111505')],
  ['NOM15', 'NoIdentificacion', 'no debe existir', is('NoIdentificacion', undefined)],
  [
    'NOM16',
    'Cantidad',
    'debe ser 1',
    ({ node }) => !amountOf(node, 'Cantidad')?.equals(Decimal.one),
  ],
  ['NOM17', 'ClaveUnidad', 'debe ser ACT', is('ClaveUnidad', 'ACT')],
  ['NOM18', 'Unidad', 'no debe existir', is('Unidad', undefined)],
  ['NOM19', 'Descripcion', 'debe ser Pago de nómina', is('Descripcion', 'Pago de nómina')],
  [
    'NOM20',
    'ValorUnitario',
    'debe ser TotalPercepciones más TotalOtrosPagos',
    ({ node, cfdi }) => differs(amountOf(node, 'ValorUnitario'), paidBy(cfdi)),
  ],
  [
    'NOM21',
    'Importe',
    'debe ser TotalPercepciones más TotalOtrosPagos',
    ({ node, cfdi }) => differs(amountOf(node, 'Importe'), paidBy(cfdi)),
  ],
  [
    'NOM22',
    'Descuento',
    'debe ser TotalDeducciones',
    ({ node, cfdi }) =>
      differs(amountOf(node, 'Descuento'), sumOf(nominasOf(cfdi), 'TotalDeducciones')),
  ],
  ['NOM23', 'ObjetoImp', 'debe ser 01', is('ObjetoImp', '01')],
  ['NOM24', 'Impuestos', 'no debe existir', hasChild('Impuestos')],
  ['NOM25', 'ACuentaTerceros', 'no debe existir', hasChild('ACuentaTerceros')],
  ['NOM26', 'InformacionAduanera', 'no debe existir', hasChild('InformacionAduanera')],
  ['NOM27', 'CuentaPredial', 'no debe existir', hasChild('CuentaPredial')],
  ['NOM28', 'ComplementoConcepto', 'no debe existir', hasChild('ComplementoConcepto')],
  ['NOM29', 'Parte', 'no debe existir', hasChild('Parte')],
];

function paidBy(cfdi: Cfdi): Decimal {
  const nominas = nominasOf(cfdi);
  const [earned, other] = ['TotalPercepciones', 'TotalOtrosPagos'].map((name) =>
    sumOf(nominas, name),
  );
  return (earned ?? Decimal.zero).plus(other ?? Decimal.zero);
}

/** A payroll complement with its document, and the elements that many rules read. */
export interface Payroll {
  readonly cfdi: Cfdi;
  readonly node: Node;
  readonly employer: Node | undefined;
  readonly worker: Node | undefined;
  readonly earnings: Node | undefined;
  readonly earningLines: readonly Node[];
  readonly deductions: Node | undefined;
  readonly deductionLines: readonly Node[];
  readonly otherPayments: readonly Node[];
  readonly absences: readonly Node[];
}

/** Returns the payroll complements of a document of type N. */
export function payrollsOf(cfdi: Cfdi): readonly Payroll[] {
  return isPayroll(cfdi) ? nominasOf(cfdi).map((node) => readPayroll(cfdi, node)) : [];
}

function readPayroll(cfdi: Cfdi, node: Node): Payroll {
  const earnings = childOf(node, 'nomina12:Percepciones');
  const deductions = childOf(node, 'nomina12:Deducciones');
  return {
    cfdi,
    node,
    employer: childOf(node, 'nomina12:Emisor'),
    worker: childOf(node, 'nomina12:Receptor'),
    earnings,
    earningLines: childrenAt(earnings, 'nomina12:Percepcion'),
    deductions,
    deductionLines: childrenAt(deductions, 'nomina12:Deduccion'),
    otherPayments: childrenAt(node, 'nomina12:OtrosPagos', 'nomina12:OtroPago'),
    absences: childrenAt(node, 'nomina12:Incapacidades', 'nomina12:Incapacidad'),
  };
}

const TOTALS: readonly Rule<Payroll>[] = [
  [
    'NOM31',
    'TotalPercepciones',
    'debe existir este total o TotalOtrosPagos',
    ({ node }) => !has(node, 'TotalPercepciones') && !has(node, 'TotalOtrosPagos'),
  ],
  [
    'NOM33',
    'PeriodicidadPago',
    'debe ser distinta de 99 en la nómina ordinaria',
    ({ node, worker }) => valueOf(node, 'TipoNomina') === 'O' && hasNoPeriod(worker),
  ],
  [
    'NOM34',
    'PeriodicidadPago',
    'debe ser 99 en la nómina extraordinaria',
    ({ node, worker }) => valueOf(node, 'TipoNomina') === 'E' && !hasNoPeriod(worker),
  ],
  [
    'NOM35',
    'FechaInicialPago',
    'debe ser menor o igual que FechaFinalPago',
    ({ node }) => dateOf(node, 'FechaInicialPago') > dateOf(node, 'FechaFinalPago'),
  ],
  [
    'NOM36',
    'TotalPercepciones',
    'no debe existir sin Percepciones',
    ({ node, earnings }) => !earnings && has(node, 'TotalPercepciones'),
  ],
  [
    'NOM37',
    'TotalPercepciones',
    'debe ser la suma de sueldos, separación y jubilación',
    ({ node, earnings }) =>
      earnings !== undefined &&
      differs(
        amountOf(node, 'TotalPercepciones'),
        sumOfAttributes(earnings, [
          'TotalSueldos',
          'TotalSeparacionIndemnizacion',
          'TotalJubilacionPensionRetiro',
        ]),
      ),
  ],
  [
    'NOM38',
    'TotalDeducciones',
    'no debe existir sin Deducciones',
    ({ node, deductions }) => !deductions && has(node, 'TotalDeducciones'),
  ],
  [
    'NOM39',
    'TotalDeducciones',
    'debe ser la suma de otras deducciones e impuestos retenidos',
    ({ node, deductions }) =>
      deductions !== undefined &&
      differs(
        amountOf(node, 'TotalDeducciones'),
        sumOfAttributes(deductions, ['TotalOtrasDeducciones', 'TotalImpuestosRetenidos']),
      ),
  ],
  [
    'NOM40',
    'TotalOtrosPagos',
    'debe ser la suma de los otros pagos y existir solo con ellos',
    ({ node, otherPayments }) =>
      differs(amountOf(node, 'TotalOtrosPagos'), sumOf(otherPayments, 'Importe')),
  ],
];

function hasNoPeriod(worker: Node | undefined): boolean {
  return valueOf(worker, 'PeriodicidadPago') === '99';
}

function dateOf(node: Node, name: string): string {
  return valueOf(node, name) ?? '';
}

export function sumOfAttributes(node: Node, names: readonly string[]): Decimal {
  return Decimal.sum(names.map((name) => amountOrZero(node, name)));
}

const EMPLOYER: readonly Rule<Payroll>[] = [
  [
    'NOM5',
    'Curp',
    'no debe existir con un emisor persona moral',
    ({ cfdi, employer }) => !isPerson(cfdi.issuer) && has(employer, 'Curp'),
  ],
  [
    'NOM6',
    'Curp',
    'debe existir con un emisor persona física',
    ({ cfdi, employer }) => isPerson(cfdi.issuer) && !has(employer, 'Curp'),
  ],
  [
    'NOM42',
    'RegistroPatronal',
    'debe existir con TipoContrato de 01 a 08',
    ({ employer, worker }) => isEmployment(worker) && !has(employer, 'RegistroPatronal'),
  ],
  [
    'NOM43',
    'RegistroPatronal',
    'no debe existir con TipoContrato 09, 10 y 99',
    ({ employer, worker }) => !isEmployment(worker) && has(employer, 'RegistroPatronal'),
  ],
  [
    'NOM44',
    'Receptor',
    'requiere seguridad social, inicio, antigüedad, riesgo y salario integrado',
    ({ employer, worker }) =>
      has(employer, 'RegistroPatronal') && INSURED.some((name) => !has(worker, name)),
  ],
  [
    'NOM47',
    'OrigenRecurso',
    'debe ser una clave de c_OrigenRecurso',
    ({ employer, cfdi }) =>
      isUnknown('c_OrigenRecurso', valueOf(publicBody(employer), 'OrigenRecurso'), cfdi.on),
  ],
  [
    'NOM48',
    'MontoRecursoPropio',
    'debe existir con OrigenRecurso IM',
    ({ employer }) => isMixed(employer) && !has(publicBody(employer), 'MontoRecursoPropio'),
  ],
  [
    'NOM49',
    'MontoRecursoPropio',
    'no debe existir con otro OrigenRecurso que IM',
    ({ employer }) => !isMixed(employer) && has(publicBody(employer), 'MontoRecursoPropio'),
  ],
  [
    'NOM50',
    'MontoRecursoPropio',
    'debe ser menor que TotalPercepciones más TotalOtrosPagos',
    ({ employer, node }) =>
      amountOf(publicBody(employer), 'MontoRecursoPropio')?.greaterOrEqual(
        sumOfAttributes(node, ['TotalPercepciones', 'TotalOtrosPagos']),
      ) === true,
  ],
];

const INSURED = [
  'NumSeguridadSocial',
  'FechaInicioRelLaboral',
  'Antigüedad',
  'RiesgoPuesto',
  'SalarioDiarioIntegrado',
];

function publicBody(employer: Node | undefined): Node | undefined {
  return childOf(employer, 'nomina12:EntidadSNCF');
}

function isMixed(employer: Node | undefined): boolean {
  return valueOf(publicBody(employer), 'OrigenRecurso') === 'IM';
}

/**
 * Returns whether the contract is an employment; c_TipoContrato 01 to 08 are employments, 09 and above are
 * not.
 */
export function isEmployment(worker: Node | undefined): boolean {
  return Number(valueOf(worker, 'TipoContrato')) <= 8;
}

/**
 * Returns the subjects of a rule table about payroll, which are all payroll complements of the document.
 */
export function each(payrolls: readonly Payroll[]): readonly Payroll[] {
  return payrolls;
}

export const nominaTables = [
  table((cfdi: Cfdi) => (isPayroll(cfdi) ? [cfdi] : []), ENVELOPE),
  table((cfdi: Cfdi) => (isPayroll(cfdi) ? cfdi.concepts.slice(0, 1) : []), CONCEPT),
];

export const payrollTables = [table(each, [...TOTALS, ...EMPLOYER])];
