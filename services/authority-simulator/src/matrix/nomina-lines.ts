import { Decimal, figureOn, isRevisionE, type FigureValue } from '@timbre/fiscal';
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
import { sumOf } from './cfdi';
import { each, sumOfAttributes, type Payroll } from './nomina';
import { table, type Rule } from './rule';

/** A line of a payroll complement, together with the complement. */
interface Line {
  readonly node: Node;
  readonly payroll: Payroll;
}

/** The codes of c_TipoPercepcion for separation payments, and for pensions paid at once or in parts. */
const SEPARATION = ['022', '023', '025'];
const PENSION_AT_ONCE = '039';
const PENSION_IN_PARTS = '044';
const PENSION = [PENSION_AT_ONCE, PENSION_IN_PARTS];

const typeOf = (line: Node): string => valueOf(line, 'TipoPercepcion') ?? '';
const isSeparation = (line: Node): boolean => SEPARATION.includes(typeOf(line));
const isPension = (line: Node): boolean => PENSION.includes(typeOf(line));
const isWage = (line: Node): boolean => !isSeparation(line) && !isPension(line);

/**
 * Returns the rules for the total of one kind of earnings, which must be present if there are such earnings
 * and absent otherwise.
 */
function totalOfKind(
  code: string,
  missing: string,
  total: string,
  isOfKind: (line: Node) => boolean,
): readonly Rule<Payroll>[] {
  const linesOf = (payroll: Payroll) => payroll.earningLines.filter(isOfKind);
  return [
    [
      code,
      total,
      'debe ser la suma de las percepciones de su tipo',
      (payroll) => {
        const written = amountOf(payroll.earnings, total);
        return written !== undefined && !written.equals(amountOfLines(linesOf(payroll)));
      },
    ],
    [
      missing,
      total,
      'debe existir con percepciones de su tipo',
      (payroll) =>
        payroll.earnings !== undefined &&
        linesOf(payroll).length > 0 &&
        !has(payroll.earnings, total),
    ],
    [
      code,
      total,
      'no debe existir sin percepciones de su tipo',
      (payroll) => linesOf(payroll).length === 0 && has(payroll.earnings, total),
    ],
  ];
}

function amountOfLines(lines: readonly Node[]): Decimal {
  return Decimal.sum(
    lines.map((line) => sumOfAttributes(line, ['ImporteGravado', 'ImporteExento'])),
  );
}

/** The rules for the totals of the earnings in the SAT's matrix of payroll 1.2. */
const EARNINGS: readonly Rule<Payroll>[] = [
  [
    'NOM69',
    'Percepciones',
    'los totales por tipo deben sumar lo gravado más lo exento',
    ({ earnings }) =>
      earnings !== undefined &&
      !sumOfAttributes(earnings, [
        'TotalSueldos',
        'TotalSeparacionIndemnizacion',
        'TotalJubilacionPensionRetiro',
      ]).equals(sumOfAttributes(earnings, ['TotalGravado', 'TotalExento'])),
  ],
  ...totalOfKind('NOM70', 'NOM77', 'TotalSueldos', isWage),
  ...totalOfKind('NOM71', 'NOM78', 'TotalSeparacionIndemnizacion', isSeparation),
  ...totalOfKind('NOM72', 'NOM79', 'TotalJubilacionPensionRetiro', isPension),
  ['NOM73', 'TotalGravado', 'debe ser la suma de ImporteGravado', isWrongSum('Gravado')],
  ['NOM74', 'TotalExento', 'debe ser la suma de ImporteExento', isWrongSum('Exento')],
  [
    'NOM78',
    'SeparacionIndemnizacion',
    'debe existir con percepciones 022, 023 y 025, y solo con ellas',
    (payroll) =>
      payroll.earningLines.some(isSeparation) !==
      (childOf(payroll.earnings, 'nomina12:SeparacionIndemnizacion') !== undefined),
  ],
  [
    'NOM79',
    'JubilacionPensionRetiro',
    'debe existir con percepciones 039 y 044, y solo con ellas',
    (payroll) => payroll.earningLines.some(isPension) !== (pensionOf(payroll) !== undefined),
  ],
  [
    'NOM80',
    'JubilacionPensionRetiro',
    'con la percepción 039 debe tener TotalUnaExhibicion, sin TotalParcialidad ni MontoDiario',
    (payroll) =>
      isPaid(payroll, PENSION_AT_ONCE) &&
      pensionOf(payroll) !== undefined &&
      !hasOnly(payroll, ['TotalUnaExhibicion'], ['TotalParcialidad', 'MontoDiario']),
  ],
  [
    'NOM81',
    'JubilacionPensionRetiro',
    'con la percepción 044 debe tener TotalParcialidad y MontoDiario, sin TotalUnaExhibicion',
    (payroll) =>
      isPaid(payroll, PENSION_IN_PARTS) &&
      pensionOf(payroll) !== undefined &&
      !hasOnly(payroll, ['TotalParcialidad', 'MontoDiario'], ['TotalUnaExhibicion']),
  ],
  [
    'NOM89',
    'JubilacionPensionRetiro',
    'con TotalUnaExhibicion no deben existir TotalParcialidad ni MontoDiario',
    (payroll) =>
      has(pensionOf(payroll), 'TotalUnaExhibicion') &&
      !hasOnly(payroll, [], ['TotalParcialidad', 'MontoDiario']),
  ],
  [
    'NOM90',
    'JubilacionPensionRetiro',
    'con TotalParcialidad debe existir MontoDiario y no TotalUnaExhibicion',
    (payroll) =>
      has(pensionOf(payroll), 'TotalParcialidad') &&
      !hasOnly(payroll, ['MontoDiario'], ['TotalUnaExhibicion']),
  ],
];

function isWrongSum(part: 'Gravado' | 'Exento'): (payroll: Payroll) => boolean {
  return (payroll) =>
    differs(
      amountOf(payroll.earnings, `Total${part}`),
      sumOf(payroll.earningLines, `Importe${part}`),
    );
}

function pensionOf({ earnings }: Payroll): Node | undefined {
  return childOf(earnings, 'nomina12:JubilacionPensionRetiro');
}

function isPaid(payroll: Payroll, type: string): boolean {
  return payroll.earningLines.some((line) => typeOf(line) === type);
}

function hasOnly(payroll: Payroll, needed: readonly string[], others: readonly string[]): boolean {
  const pension = pensionOf(payroll);
  return needed.every((name) => has(pension, name)) && !others.some((name) => has(pension, name));
}

const EARNING: readonly Rule<Line>[] = [
  ['NOM75', 'ImporteGravado', 'debe ser mayor que cero si ImporteExento es cero', isNothing],
  [
    'NOM76',
    'TipoPercepcion',
    'debe ser una clave de c_TipoPercepcion',
    ({ node, payroll }) => isUnknown('c_TipoPercepcion', typeOf(node), payroll.cfdi.on),
  ],
  ...needs('NOM82', 'NOM83', 'AccionesOTitulos', '045'),
  ...needs('NOM84', 'NOM85', 'HorasExtra', '019'),
  [
    'NOM86',
    'Incapacidades',
    'debe existir con la percepción 014',
    ({ node, payroll }) => typeOf(node) === '014' && payroll.absences.length === 0,
  ],
  [
    'NOM87',
    'ImporteMonetario',
    'la suma debe ser el importe de la percepción 014',
    ({ node, payroll }) =>
      typeOf(node) === '014' &&
      payroll.absences.length > 0 &&
      !paidForAbsences(payroll).equals(amountOfLines([node])),
  ],
  [
    'NOM88',
    'TipoHoras',
    'debe ser una clave de c_TipoHoras',
    ({ node, payroll }) =>
      childrenAt(node, 'nomina12:HorasExtra').some((hours) =>
        isUnknown('c_TipoHoras', valueOf(hours, 'TipoHoras'), payroll.cfdi.on),
      ),
  ],
  [
    'NOM109',
    'ImporteExento',
    'debe ser cero con la percepción 038',
    ({ node, payroll }) =>
      isRevisionE(payroll.cfdi.on) &&
      typeOf(node) === '038' &&
      !amountOrZero(node, 'ImporteExento').isZero(),
  ],
];

function isNothing({ node }: Line): boolean {
  return amountOfLines([node]).isZero();
}

/** Returns the rules for a child element that one type of earning requires and all other types forbid. */
function needs(missing: string, unexpected: string, child: string, type: string): Rule<Line>[] {
  const hasIt = ({ node }: Line) => childOf(node, `nomina12:${child}`) !== undefined;
  return [
    [
      missing,
      child,
      `debe existir con la percepción ${type}`,
      (line) => typeOf(line.node) === type && !hasIt(line),
    ],
    [
      unexpected,
      child,
      `no debe existir con otra percepción que ${type}`,
      (line) => typeOf(line.node) !== type && hasIt(line),
    ],
  ];
}

function paidForAbsences({ absences }: Payroll): Decimal {
  return sumOf(absences, 'ImporteMonetario') ?? Decimal.zero;
}

const kindOf = (line: Node): string => valueOf(line, 'TipoDeduccion') ?? '';

const DEDUCTIONS: readonly Rule<Payroll>[] = [
  [
    'NOM91',
    'TotalImpuestosRetenidos',
    'debe ser la suma de las deducciones 002',
    (payroll) => {
      const taxes = taxesOf(payroll);
      return taxes !== undefined && differs(withheldOf(payroll), taxes);
    },
  ],
  [
    'NOM92',
    'TotalImpuestosRetenidos',
    'no debe existir sin deducciones 002',
    (payroll) => taxesOf(payroll) === undefined && withheldOf(payroll) !== undefined,
  ],
  [
    'NOM39',
    'TotalOtrasDeducciones',
    'debe ser la suma de las deducciones distintas de 002',
    (payroll) => {
      const others = payroll.deductionLines.filter((line) => kindOf(line) !== '002');
      return differs(
        amountOf(payroll.deductions, 'TotalOtrasDeducciones'),
        sumOf(others, 'Importe'),
      );
    },
  ],
  [
    'NOM95',
    'Importe',
    'las deducciones 006 deben sumar ImporteMonetario',
    (payroll) => {
      const deducted = payroll.deductionLines.filter((line) => kindOf(line) === '006');
      if (deducted.length === 0 || payroll.absences.length === 0) return false;
      return differs(sumOf(deducted, 'Importe'), paidForAbsences(payroll));
    },
  ],
];

function taxesOf(payroll: Payroll): Decimal | undefined {
  return sumOf(
    payroll.deductionLines.filter((line) => kindOf(line) === '002'),
    'Importe',
  );
}

function withheldOf({ deductions }: Payroll): Decimal | undefined {
  return amountOf(deductions, 'TotalImpuestosRetenidos');
}

const DEDUCTION: readonly Rule<Line>[] = [
  [
    'NOM93',
    'TipoDeduccion',
    'debe ser una clave de c_TipoDeduccion',
    ({ node, payroll }) => isUnknown('c_TipoDeduccion', kindOf(node), payroll.cfdi.on),
  ],
  [
    'NOM94',
    'Incapacidades',
    'debe existir con la deducción 006',
    ({ node, payroll }) => kindOf(node) === '006' && payroll.absences.length === 0,
  ],
  [
    'NOM96',
    'Importe',
    'debe ser mayor que cero',
    ({ node }) => amountOrZero(node, 'Importe').isZero(),
  ],
];

const otherOf = (line: Node): string => valueOf(line, 'TipoOtroPago') ?? '';
/** The codes of c_TipoOtroPago that only wages may have: the employment subsidy and its corrections. */
const SUBSIDIES = ['002', '007', '008'];

const isOfSubsidy = (kind: string): boolean => SUBSIDIES.includes(kind);

const isWages = ({ worker }: Payroll): boolean => valueOf(worker, 'TipoRegimen') === '02';

const OTHER_PAYMENTS: readonly Rule<Payroll>[] = [
  [
    'NOM105',
    'OtroPago',
    'el régimen 02 requiere el otro pago 002, o bien 007 o 008',
    (payroll) => {
      const kinds = new Set(payroll.otherPayments.map(otherOf).filter(isOfSubsidy));
      return isWages(payroll) && (kinds.size === 0 || (kinds.size > 1 && kinds.has('002')));
    },
  ],
];

const OTHER_PAYMENT: readonly Rule<Line>[] = [
  [
    'NOM97',
    'TipoOtroPago',
    'debe ser una clave de c_TipoOtroPago',
    ({ node, payroll }) => isUnknown('c_TipoOtroPago', otherOf(node), payroll.cfdi.on),
  ],
  [
    'NOM98',
    'CompensacionSaldosAFavor',
    'debe existir con el otro pago 004',
    ({ node }) => otherOf(node) === '004' && !balanceOf(node),
  ],
  [
    'NOM99',
    'SubsidioAlEmpleo',
    'debe existir con el otro pago 002',
    ({ node }) => otherOf(node) === '002' && causedBy(node) === undefined,
  ],
  [
    'NOM100',
    'Importe',
    'debe ser mayor que cero, salvo en el otro pago 002',
    ({ node }) => otherOf(node) !== '002' && amountOrZero(node, 'Importe').isZero(),
  ],
  [
    'NOM101',
    'SubsidioCausado',
    'excede el máximo de hasta 31 días pagados',
    (line) => !isLong(line.payroll) && isAboveCeiling(line, ({ upTo31Days }) => upTo31Days),
  ],
  [
    'NOM108',
    'SubsidioCausado',
    'excede el máximo diario por los días pagados',
    (line) =>
      isLong(line.payroll) &&
      isAboveCeiling(line, ({ perDayAbove31 }) => perDayAbove31.times(daysPaid(line.payroll))),
  ],
  [
    'NOM102',
    'SaldoAFavor',
    'debe ser mayor o igual que RemanenteSalFav',
    ({ node }) =>
      amountOrZero(balanceOf(node), 'SaldoAFavor').lessThan(
        amountOrZero(balanceOf(node), 'RemanenteSalFav'),
      ),
  ],
  [
    'NOM103',
    'Año',
    'debe ser el año anterior, o el año en curso si se paga en diciembre',
    ({ node, payroll }) => {
      const year = valueOf(balanceOf(node), 'Año');
      if (year === undefined) return false;
      const age = Number(payDay(payroll).slice(0, 4)) - Number(year);
      return age !== 1 && !(age === 0 && payDay(payroll).slice(5, 7) === '12');
    },
  ],
  [
    'NOM106',
    'TipoOtroPago',
    '002, 007 y 008 son solo para el régimen 02',
    ({ node, payroll }) => !isWages(payroll) && SUBSIDIES.includes(otherOf(node)),
  ],
  [
    'NOM107',
    'Importe',
    'debe ser menor o igual que SubsidioCausado',
    ({ node }) => {
      const caused = causedBy(node);
      if (otherOf(node) !== '002' || caused === undefined) return false;
      return amountOrZero(node, 'Importe').greaterThan(caused);
    },
  ],
];

/**
 * The maximum SubsidioCausado since a given day, by rules NOM101 (up to 31 days paid) and NOM108 (for each
 * day paid).
 */
type Ceiling = FigureValue<'sat.subsidy_ceilings'>;
const MONTH = Decimal.from(31);

function isAboveCeiling({ node, payroll }: Line, ceilingOf: (row: Ceiling) => Decimal): boolean {
  const row = figureOn('sat.subsidy_ceilings', payDay(payroll))?.value;
  const caused = otherOf(node) === '002' ? causedBy(node) : undefined;
  return row !== undefined && caused !== undefined && caused.greaterThan(ceilingOf(row));
}

function isLong(payroll: Payroll): boolean {
  return daysPaid(payroll).greaterThan(MONTH);
}

function daysPaid({ node }: Payroll): Decimal {
  return amountOrZero(node, 'NumDiasPagados');
}

function payDay({ node }: Payroll): string {
  return valueOf(node, 'FechaPago') ?? '';
}

function causedBy(line: Node): Decimal | undefined {
  return amountOf(childOf(line, 'nomina12:SubsidioAlEmpleo'), 'SubsidioCausado');
}

function balanceOf(line: Node): Node | undefined {
  return childOf(line, 'nomina12:CompensacionSaldosAFavor');
}

const ABSENCE: readonly Rule<Line>[] = [
  [
    'NOM104',
    'TipoIncapacidad',
    'debe ser una clave de c_TipoIncapacidad',
    ({ node, payroll }) =>
      isUnknown('c_TipoIncapacidad', valueOf(node, 'TipoIncapacidad'), payroll.cfdi.on),
  ],
];

function lines(of: (payroll: Payroll) => readonly Node[]) {
  return (payrolls: readonly Payroll[]): Line[] =>
    payrolls.flatMap((payroll) => of(payroll).map((node) => ({ node, payroll })));
}

export const payrollLineTables = [
  table(each, EARNINGS),
  table(
    lines(({ earningLines }) => earningLines),
    EARNING,
  ),
  table(each, DEDUCTIONS),
  table(
    lines(({ deductionLines }) => deductionLines),
    DEDUCTION,
  ),
  table(each, OTHER_PAYMENTS),
  table(
    lines(({ otherPayments }) => otherPayments),
    OTHER_PAYMENT,
  ),
  table(
    lines(({ absences }) => absences),
    ABSENCE,
  ),
];
