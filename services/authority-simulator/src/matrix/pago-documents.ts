import { certain, Decimal } from '@timbre/fiscal';
import { amountOf, amountOrZero, childOf, has, valueOf, type Node } from '../schema/node';
import { hasMoreDecimals, isTaxOf } from './amounts';
import { decimalsOf, isRate, isUnknown } from './catalogue';
import type { Cfdi } from './cfdi';
import { each, type Paid, type Payment } from './pagos';
import { table, type Rule } from './rule';

/** A tax line of a paid document (DoctoRelacionado). */
interface PaidLine {
  readonly node: Node;
  readonly cfdi: Cfdi;
}

/** A tax line of a payment (ImpuestosP). */
interface PaymentLine extends PaidLine {
  readonly key: string;
  readonly payment: Payment;
}

/** The rules for paid documents in the SAT's matrix of payments 2.0. */
const PAID: readonly Rule<Paid>[] = [
  ['CRP20236', 'MonedaDR', 'debe ser distinta de XXX', ({ currency }) => currency === 'XXX'],
  [
    'CRP20999',
    'MonedaDR',
    'debe ser una clave de c_Moneda',
    ({ currency, cfdi }) => isUnknown('c_Moneda', currency, cfdi.on),
  ],
  ['CRP20237', 'EquivalenciaDR', 'debe existir', ({ node }) => !has(node, 'EquivalenciaDR')],
  [
    'CRP20238',
    'EquivalenciaDR',
    'debe ser 1 cuando MonedaDR es igual a MonedaP',
    ({ currency, equivalence, payment }) =>
      currency === valueOf(payment, 'MonedaP') && !equivalence.equals(Decimal.one),
  ],
  ['CRP20239', 'ImpSaldoAnt', 'debe ser mayor que cero', isZero('ImpSaldoAnt')],
  ['CRP20240', 'ImpSaldoAnt', 'tiene más decimales que MonedaDR', hasDecimals('ImpSaldoAnt')],
  ['CRP20241', 'ImpPagado', 'debe ser mayor que cero', isZero('ImpPagado')],
  ['CRP20242', 'ImpPagado', 'tiene más decimales que MonedaDR', hasDecimals('ImpPagado')],
  [
    'CRP20243',
    'ImpSaldoInsoluto',
    'tiene más decimales que MonedaDR',
    hasDecimals('ImpSaldoInsoluto'),
  ],
  [
    'CRP20244',
    'ImpSaldoInsoluto',
    'debe ser ImpSaldoAnt menos ImpPagado',
    ({ node }) =>
      !amountOrZero(node, 'ImpSaldoInsoluto')
        .plus(amountOrZero(node, 'ImpPagado'))
        .equals(amountOrZero(node, 'ImpSaldoAnt')),
  ],
  [
    'CRP20245',
    'ObjetoImpDR',
    'debe ser una clave de c_ObjetoImp',
    ({ node, cfdi }) => isUnknown('c_ObjetoImp', valueOf(node, 'ObjetoImpDR'), cfdi.on),
  ],
  [
    'CRP20246',
    'ObjetoImpDR',
    'con 02 debe existir ImpuestosDR',
    ({ node }) => isObject(node, '02') && !childOf(node, 'pago20:ImpuestosDR'),
  ],
  [
    'CRP20247',
    'ObjetoImpDR',
    'con 01, 03, 04 y 05 no debe existir ImpuestosDR',
    ({ node }) =>
      isObject(node, '01', '03', '04', '05') && childOf(node, 'pago20:ImpuestosDR') !== undefined,
  ],
  [
    'CRP20248',
    'ImpuestosDR',
    'debe contener al menos un impuesto',
    ({ node, withholdings, transfers }) =>
      childOf(node, 'pago20:ImpuestosDR') !== undefined &&
      withholdings.length + transfers.length === 0,
  ],
  [
    'CRP20278',
    'ObjetoImpDR',
    'con 06 y 08 no debe haber IVA ni IEPS',
    (paid) => isObject(paid.node, '06', '08') && (hasTax(paid, '002') || hasTax(paid, '003')),
  ],
  [
    'CRP20279',
    'ObjetoImpDR',
    'con 07 debe trasladarse IEPS y no debe haber IVA',
    (paid) =>
      isObject(paid.node, '07') &&
      (hasTax(paid, '002') || !paid.transfers.some(({ node }) => isOfTax(node, '003'))),
  ],
];

/** The rules that compare the amount of a payment with its paid documents in the payment's currency. */
const BALANCE: readonly Rule<Payment>[] = [
  [
    'CRP20217',
    'Monto',
    'debe ser mayor o igual que la suma de ImpPagado',
    (payment) => {
      if (payment.paid.some(isForeign)) return false;
      const sum = Decimal.sum(payment.paid.map(({ node }) => amountOrZero(node, 'ImpPagado')));
      return sum.greaterThan(amountOrZero(payment.node, 'Monto'));
    },
  ],
  [
    'CRP20276',
    'Monto',
    'debe ser mayor o igual que la suma de ImpPagado convertida, o que su límite inferior',
    (payment) => {
      if (!payment.paid.some(isForeign)) return false;
      const monto = amountOrZero(payment.node, 'Monto');
      const [least, sum] = [leastPaid, converted].map((read) =>
        Decimal.sum(payment.paid.map(read)),
      );
      return (
        certain(least, 'least').round(monto.scale, 'down').greaterThan(monto) &&
        certain(sum, 'sum').greaterThan(monto)
      );
    },
  ],
];

const LAST_OF_10 = Decimal.from('0.0000000001');
const TWO = Decimal.from(2);
const QUOTIENT_DECIMALS = 14;

/**
 * Returns the lower limit of a paid amount in the payment's currency, because both factors were rounded.
 */
function leastPaid(paid: Paid): Decimal {
  const { node, equivalence } = paid;
  const amount = amountOrZero(node, 'ImpPagado');
  if (!isForeign(paid)) return amount;
  const most = equivalence.plus(halfOf(equivalence)).minus(LAST_OF_10);
  return amount.minus(halfOf(amount)).dividedBy(most, QUOTIENT_DECIMALS, 'down');
}

function converted({ node, equivalence }: Paid): Decimal {
  return amountOrZero(node, 'ImpPagado').dividedBy(equivalence, QUOTIENT_DECIMALS);
}

function isForeign({ currency, payment }: Paid): boolean {
  return currency !== valueOf(payment, 'MonedaP');
}

function halfOf({ scale }: Decimal): Decimal {
  return Decimal.one
    .dividedBy(Decimal.from(`1${'0'.repeat(scale)}`), scale)
    .dividedBy(TWO, scale + 1);
}

/**
 * The rules for the withheld taxes of a paid document. The rules for its transferred taxes are the same,
 * with other codes.
 */
const PAID_WITHHELD = taxRules('withholding', [
  'CRP20249',
  'CRP20250',
  'CRP20251',
  'CRP20253',
  'CRP20254',
]);
const PAID_TRANSFERRED = taxRules('transfer', [
  'CRP20255',
  'CRP20256',
  'CRP20257',
  'CRP20260',
  'CRP20261',
]);

function taxRules(side: 'transfer' | 'withholding', codes: readonly string[]): Rule<PaidLine>[] {
  const [base = '', tax = '', factor = '', rate = '', amount = ''] = codes;
  return [
    [base, 'BaseDR', 'debe ser mayor que cero', isZero('BaseDR')],
    [
      tax,
      'ImpuestoDR',
      'debe ser una clave de c_Impuesto',
      ({ node, cfdi }) => isUnknown('c_Impuesto', valueOf(node, 'ImpuestoDR'), cfdi.on),
    ],
    [
      factor,
      'TipoFactorDR',
      'debe ser una clave de c_TipoFactor',
      ({ node, cfdi }) => isUnknown('c_TipoFactor', valueOf(node, 'TipoFactorDR'), cfdi.on),
    ],
    [
      rate,
      'TasaOCuotaDR',
      'debe ser un valor de c_TasaOCuota',
      ({ node, cfdi }) => {
        const value = amountOf(node, 'TasaOCuotaDR');
        const [taxCode, kind] = [valueOf(node, 'ImpuestoDR') ?? '', valueOf(node, 'TipoFactorDR')];
        if (!value || kind === undefined || isExempt(node)) return false;
        if (isUnknown('c_Impuesto', taxCode, cfdi.on)) return false;
        if (isUnknown('c_TipoFactor', kind, cfdi.on)) return false;
        return !isRate(side, taxCode, kind, value, cfdi.on);
      },
    ],
    [
      amount,
      'ImporteDR',
      'está fuera de sus límites',
      ({ node }) => {
        const [taxBase, value] = [amountOf(node, 'BaseDR'), amountOf(node, 'TasaOCuotaDR')];
        const written = amountOf(node, 'ImporteDR');
        if (!taxBase || !value || !written || isExempt(node)) return false;
        return !isTaxOf(written, taxBase, value);
      },
    ],
  ];
}

const EXEMPT_WITHHELD: Rule<PaidLine> = [
  'CRP20252',
  'TipoFactorDR',
  'no debe ser Exento',
  ({ node }) => isExempt(node),
];
const EXEMPT_TRANSFERRED: readonly Rule<PaidLine>[] = [
  [
    'CRP20258',
    'TipoFactorDR',
    'con Exento no deben existir TasaOCuotaDR ni ImporteDR',
    ({ node }) => isExempt(node) && (has(node, 'TasaOCuotaDR') || has(node, 'ImporteDR')),
  ],
  [
    'CRP20259',
    'TipoFactorDR',
    'con Tasa y Cuota deben existir TasaOCuotaDR e ImporteDR',
    ({ node }) => !isExempt(node) && !(has(node, 'TasaOCuotaDR') && has(node, 'ImporteDR')),
  ],
];

/**
 * The rules for the taxes of a payment: exactly one line for each tax (and factor and rate) of its paid
 * documents.
 */
const PAYMENT_TAXES: readonly Rule<Payment>[] = [
  ['CRP20265', 'RetencionesP', 'falta un impuesto retenido', isMissing('withholdings')],
  ['CRP20268', 'TrasladosP', 'falta un impuesto trasladado', isMissing('transfers')],
];

const PAYMENT_WITHHELD: readonly Rule<PaymentLine>[] = [
  [
    'CRP20262',
    'ImpuestoP',
    'debe ser una clave de c_Impuesto',
    ({ node, cfdi }) => isUnknown('c_Impuesto', valueOf(node, 'ImpuestoP'), cfdi.on),
  ],
  ['CRP20263', 'RetencionP', 'debe haber un registro por impuesto', isRepeated('withholdings')],
  [
    'CRP20265',
    'ImporteP',
    'debe ser la suma de las retenciones de los documentos',
    (line) => isNotSum(line, 'withholdings', 'Importe'),
  ],
];

const PAYMENT_TRANSFERRED: readonly Rule<PaymentLine>[] = [
  [
    'CRP20266',
    'TipoFactorP',
    'con Exento no deben existir TasaOCuotaP ni ImporteP',
    (line) => isExemptP(line) && (has(line.node, 'TasaOCuotaP') || has(line.node, 'ImporteP')),
  ],
  [
    'CRP20268',
    'BaseP',
    'debe ser la suma de las bases de los documentos',
    (line) => !isExemptP(line) && isNotSum(line, 'transfers', 'Base'),
  ],
  [
    'CRP20269',
    'BaseP',
    'debe ser la suma de las bases exentas de los documentos',
    (line) => isExemptP(line) && isNotSum(line, 'transfers', 'Base'),
  ],
  [
    'CRP20270',
    'ImpuestoP',
    'debe ser una clave de c_Impuesto',
    ({ node, cfdi }) => isUnknown('c_Impuesto', valueOf(node, 'ImpuestoP'), cfdi.on),
  ],
  [
    'CRP20271',
    'TrasladoP',
    'debe haber un registro por impuesto, factor y tasa',
    isRepeated('transfers'),
  ],
  [
    'CRP20272',
    'TasaOCuotaP',
    'debe ser un valor de c_TasaOCuota',
    (line) => {
      const { node, cfdi } = line;
      const rate = amountOf(node, 'TasaOCuotaP');
      const [tax, factor] = [valueOf(node, 'ImpuestoP') ?? '', valueOf(node, 'TipoFactorP') ?? ''];
      if (isUnknown('c_Impuesto', tax, cfdi.on) || isUnknown('c_TipoFactor', factor, cfdi.on))
        return false;
      return !isExemptP(line) && (!rate || !isRate('transfer', tax, factor, rate, cfdi.on));
    },
  ],
  [
    'CRP20274',
    'ImporteP',
    'debe ser la suma de los importes de los documentos',
    (line) => !isExemptP(line) && isNotSum(line, 'transfers', 'Importe'),
  ],
];

type Side = 'withholdings' | 'transfers';

function isZero(name: string): (part: { readonly node: Node }) => boolean {
  return ({ node }) => amountOrZero(node, name).isZero();
}

function hasDecimals(name: string): (paid: Paid) => boolean {
  return ({ node, cfdi, currency }) =>
    hasMoreDecimals(amountOf(node, name), decimalsOf(currency, cfdi.on));
}

function isObject(paid: Node, ...codes: readonly string[]): boolean {
  return codes.includes(valueOf(paid, 'ObjetoImpDR') ?? '');
}

function isOfTax(line: Node, tax: string): boolean {
  return valueOf(line, 'ImpuestoDR') === tax;
}

function hasTax({ withholdings, transfers }: Paid, tax: string): boolean {
  return [...withholdings, ...transfers].some(({ node }) => isOfTax(node, tax));
}

function isExempt(line: Node): boolean {
  return valueOf(line, 'TipoFactorDR') === 'Exento';
}

function isExemptP({ node }: PaymentLine): boolean {
  return valueOf(node, 'TipoFactorP') === 'Exento';
}

function isMissing(side: Side): (payment: Payment) => boolean {
  return (payment) => {
    const written = payment[side].map(({ key }) => key);
    return payment.paid.some((paid) => paid[side].some(({ key }) => !written.includes(key)));
  };
}

function isRepeated(side: Side): (line: PaymentLine) => boolean {
  return ({ node, key, payment }) => payment[side].find((line) => line.key === key)?.node !== node;
}

/**
 * Returns whether an amount in ImpuestosP differs from the sum of its lines in ImpuestosDR, in the
 * payment's currency. Amounts in the same currency are exact except for the last rounding. The converted
 * amount of each paid document may differ by one unit of the last decimal.
 */
function isNotSum(
  { node, key, payment }: PaymentLine,
  side: Side,
  name: 'Base' | 'Importe',
): boolean {
  const written = amountOf(node, `${name}P`);
  const { paid: documents } = payment;
  const terms = documents.flatMap((paid) =>
    paid[side]
      .filter((line) => line.key === key)
      .map((line) => {
        const amount = amountOrZero(line.node, `${name}DR`);
        return isConverted(paid) ? amount.dividedBy(paid.equivalence, QUOTIENT_DECIMALS) : amount;
      }),
  );
  if (!written || terms.length === 0) return written !== undefined || terms.length > 0;
  const sum = Decimal.sum(terms);
  const units = documents.some(isConverted) ? documents.length : 0;
  const slack = Decimal.from(units).dividedBy(tenTo(written.scale), written.scale);
  return (
    written.plus(slack).lessThan(sum.round(written.scale, 'down')) ||
    written.minus(slack).greaterThan(sum.round(written.scale, 'up'))
  );
}

function isConverted({ equivalence }: Paid): boolean {
  return !equivalence.equals(Decimal.one);
}

function tenTo(decimals: number): Decimal {
  return Decimal.from(`1${'0'.repeat(decimals)}`);
}

function paidOf(payments: readonly Payment[]): Paid[] {
  return payments.flatMap(({ paid }) => paid);
}

function paidLines(side: Side) {
  return (payments: readonly Payment[]): PaidLine[] =>
    paidOf(payments).flatMap(({ cfdi, [side]: lines }) =>
      lines.map(({ node }) => ({ node, cfdi })),
    );
}

function paymentLines(side: Side) {
  return (payments: readonly Payment[]): PaymentLine[] =>
    payments.flatMap((payment) =>
      payment[side].map((line) => ({ ...line, payment, cfdi: payment.cfdi })),
    );
}

export const paidTables = [
  table(each, BALANCE),
  table(paidOf, PAID),
  table(paidLines('withholdings'), [EXEMPT_WITHHELD, ...PAID_WITHHELD]),
  table(paidLines('transfers'), [...EXEMPT_TRANSFERRED, ...PAID_TRANSFERRED]),
  table(each, PAYMENT_TAXES),
  table(paymentLines('withholdings'), PAYMENT_WITHHELD),
  table(paymentLines('transfers'), PAYMENT_TRANSFERRED),
];
