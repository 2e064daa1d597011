import { certain, addDays, addMonths, daysBetween, Decimal, itemAt } from '@timbre/fiscal';
import { childrenAt, has, valueOf, type Node } from '../schema/node';
import { columnOf, isUnknown } from './catalogue';
import { sumOf } from './cfdi';
import { each, isEmployment, type Payroll } from './nomina';
import { table, type Rule } from './rule';

/** The rules for the worker in the SAT's matrix of payroll 1.2. */
const WORKER: readonly Rule<Payroll>[] = [
  ['NOM51', 'TipoContrato', 'debe ser una clave de c_TipoContrato', isUnknownOf('TipoContrato')],
  ['NOM52', 'TipoJornada', 'debe ser una clave de c_TipoJornada', isUnknownOf('TipoJornada')],
  [
    'NOM53',
    'FechaInicioRelLaboral',
    'debe ser menor o igual que FechaFinalPago',
    ({ worker, node }) => has(worker, 'FechaInicioRelLaboral') && startOf(worker) > endOf(node),
  ],
  ['NOM54', 'Antigüedad', 'tiene más semanas que la relación laboral', hasTooManyWeeks],
  ['NOM55', 'Antigüedad', 'debe ser el tiempo hasta FechaFinalPago', isWrongSeniority],
  ['NOM56', 'TipoRegimen', 'debe ser una clave de c_TipoRegimen', isUnknownOf('TipoRegimen')],
  [
    'NOM57',
    'TipoRegimen',
    'debe ser 02, 03 o 04 con TipoContrato de 01 a 08',
    ({ worker }) => isEmployment(worker) && !isWages(worker),
  ],
  [
    'NOM58',
    'TipoRegimen',
    'debe ser de 05 a 99 con TipoContrato 09 o superior',
    ({ worker }) => !isEmployment(worker) && isWages(worker),
  ],
  ['NOM59', 'RiesgoPuesto', 'debe ser una clave de c_RiesgoPuesto', isUnknownOf('RiesgoPuesto')],
  [
    'NOM60',
    'PeriodicidadPago',
    'debe ser una clave de c_PeriodicidadPago',
    isUnknownOf('PeriodicidadPago'),
  ],
  ['NOM61', 'Banco', 'debe ser una clave de c_Banco', isUnknownOf('Banco')],
  [
    'NOM62',
    'CuentaBancaria',
    'debe tener 10, 11, 16 o 18 posiciones',
    ({ worker }) =>
      has(worker, 'CuentaBancaria') && ![10, 11, 16, 18].includes(accountOf(worker).length),
  ],
  [
    'NOM63',
    'Banco',
    'no debe existir con una CLABE',
    ({ worker }) => accountOf(worker).length === 18 && has(worker, 'Banco'),
  ],
  [
    'NOM64',
    'CuentaBancaria',
    'el dígito de control de la CLABE no es correcto',
    ({ worker }) => accountOf(worker).length === 18 && !isClabe(accountOf(worker)),
  ],
  [
    'NOM65',
    'Banco',
    'debe existir con una cuenta de 10, 11 o 16 posiciones',
    ({ worker }) => [10, 11, 16].includes(accountOf(worker).length) && !has(worker, 'Banco'),
  ],
  [
    'NOM66',
    'ClaveEntFed',
    'debe ser una clave de c_Estado de México',
    ({ worker, cfdi }) => {
      const state = valueOf(worker, 'ClaveEntFed');
      return (
        isUnknown('nomina12.c_Estado', state, cfdi.on) ||
        columnOf('nomina12.c_Estado', state, 'country', cfdi.on) !== 'MEX'
      );
    },
  ],
  [
    'NOM68',
    'PorcentajeTiempo',
    'la suma debe ser 100',
    ({ worker }) => {
      const shares = sumOf(childrenAt(worker, 'nomina12:SubContratacion'), 'PorcentajeTiempo');
      return shares !== undefined && !shares.equals(Decimal.from(100));
    },
  ],
];

function isUnknownOf(name: string): (payroll: Payroll) => boolean {
  return ({ worker, cfdi }) => isUnknown(`c_${name}`, valueOf(worker, name), cfdi.on);
}

function startOf(worker: Node | undefined): string {
  return valueOf(worker, 'FechaInicioRelLaboral') ?? '';
}

function endOf(node: Node): string {
  return valueOf(node, 'FechaFinalPago') ?? '';
}

function isWages(worker: Node | undefined): boolean {
  return ['02', '03', '04'].includes(valueOf(worker, 'TipoRegimen') ?? '');
}

function accountOf(worker: Node | undefined): string {
  return valueOf(worker, 'CuentaBancaria') ?? '';
}

/**
 * Returns whether the account number is a CLABE. The weights of its digits are 3, 7 and 1, and the check
 * digit completes the sum of the units to a multiple of ten.
 */
function isClabe(account: string): boolean {
  const units = [...account].map((digit, at) => (Number(digit) * itemAt([3, 7, 1], at % 3)) % 10);
  const sum = units.slice(0, 17).reduce((total, unit) => total + unit, 0);
  return Number(account[17]) === (10 - (sum % 10)) % 10;
}

function hasSeniority({ worker, node }: Payroll): boolean {
  return (
    has(worker, 'Antigüedad') &&
    has(worker, 'FechaInicioRelLaboral') &&
    startOf(worker) <= endOf(node)
  );
}

function hasTooManyWeeks(payroll: Payroll): boolean {
  if (!hasSeniority(payroll)) return false;
  const { worker, node } = payroll;
  const weeks = /^P(\d+)W$/.exec(certain(valueOf(worker, 'Antigüedad'), 'Antigüedad'))?.[1];
  return Number(weeks ?? 0) * 7 > daysBetween(startOf(worker), endOf(node)) + 1;
}

/**
 * Returns whether the seniority is wrong. The seniority must equal the years, months and days from the
 * start of employment to the end of the period; the last day may count or not.
 */
function isWrongSeniority(payroll: Payroll): boolean {
  const text = valueOf(payroll.worker, 'Antigüedad') ?? '';
  if (!hasSeniority(payroll) || text.endsWith('W')) return false;
  const [years = 0, months = 0, days = 0] = ['Y', 'M', 'D'].map((unit) =>
    Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0),
  );
  const start = startOf(payroll.worker);
  const whole = addMonths(start, years * 12 + months);
  const reached = addDays(whole, days);
  const isReduced = months < 12 && reached < addMonths(start, years * 12 + months + 1);
  const end = endOf(payroll.node);
  return !isReduced || (reached !== end && reached !== addDays(end, 1));
}

export const workerTables = [table(each, WORKER)];
