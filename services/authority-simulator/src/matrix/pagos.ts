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
import { differs, hasMoreDecimals } from './amounts';
import { columnOf, decimalsOf, isUnknown } from './catalogue';
import { complementsNamed, type Cfdi, type Concept } from './cfdi';
import { isBeyondVariation } from './exchange-rates';
import { table, type Rule } from './rule';

/*
 * The rules of payments 2.0 in the SAT's matrix MatrizDeErrores_CRP_V20_RevB. CRP20999 is the code for
 * faults without a specific code.
 */

const isPayment = ({ type }: Cfdi): boolean => type === 'P';

const pagosOf = (cfdi: Cfdi): readonly Node[] => complementsNamed(cfdi, 'pago20:Pagos');

const absent =
  (name: string) =>
  ({ root }: Cfdi) =>
    has(root, name);

const ENVELOPE: readonly Rule<Cfdi>[] = [
  ['CRP20102', 'Exportacion', 'debe ser 01', ({ root }) => valueOf(root, 'Exportacion') !== '01'],
  ['CRP20103', 'SubTotal', 'debe ser 0', ({ root }) => !amountOf(root, 'SubTotal')?.isZero()],
  ['CRP20104', 'Moneda', 'debe ser XXX', ({ root }) => valueOf(root, 'Moneda') !== 'XXX'],
  ['CRP20105', 'FormaPago', 'no debe existir', absent('FormaPago')],
  ['CRP20106', 'MetodoPago', 'no debe existir', absent('MetodoPago')],
  ['CRP20107', 'CondicionesDePago', 'no debe existir', absent('CondicionesDePago')],
  ['CRP20108', 'Descuento', 'no debe existir', absent('Descuento')],
  ['CRP20109', 'TipoCambio', 'no debe existir', absent('TipoCambio')],
  ['CRP20110', 'Total', 'debe ser 0', ({ root }) => !amountOf(root, 'Total')?.isZero()],
  ['CRP20111', 'Conceptos', 'debe haber un solo concepto', ({ concepts }) => concepts.length !== 1],
];

const is =
  (name: string, value: string | undefined) =>
  ({ node }: Concept) =>
    valueOf(node, name) !== value;

const CONCEPT: readonly Rule<Concept>[] = [
  [
    'CRP20112',
    'Concepto',
    'no debe tener nodos hijo salvo ACuentaTerceros',
    ({ node }) => node.children.some(({ name }) => !/:(ACuentaTerceros|Impuestos)$/.test(name)),
  ],
  ['CRP20113', 'ClaveProdServ', 'debe ser 84111506', is('ClaveProdServ', '84111506')],
  ['CRP20114', 'NoIdentificacion', 'no debe existir', is('NoIdentificacion', undefined)],
  [
    'CRP20115',
    'Cantidad',
    'debe ser 1',
    ({ node }) => !amountOf(node, 'Cantidad')?.equals(Decimal.one),
  ],
  ['CRP20116', 'ClaveUnidad', 'debe ser ACT', is('ClaveUnidad', 'ACT')],
  ['CRP20117', 'Unidad', 'no debe existir', is('Unidad', undefined)],
  ['CRP20118', 'Descripcion', 'debe ser Pago', is('Descripcion', 'Pago')],
  ['CRP20119', 'ValorUnitario', 'debe ser 0', ({ node }) => !isZero(node, 'ValorUnitario')],
  ['CRP20120', 'Importe', 'debe ser 0', ({ node }) => !isZero(node, 'Importe')],
  ['CRP20121', 'Descuento', 'no debe existir', ({ node }) => has(node, 'Descuento')],
  ['CRP20122', 'ObjetoImp', 'debe ser 01', is('ObjetoImp', '01')],
  ['CRP20123', 'Impuestos', 'no debe existir', ({ taxes }) => taxes !== undefined],
];

function isZero(node: Node, name: string): boolean {
  return amountOrZero(node, name).isZero();
}

/**
 * The attributes of the totals in pesos: the amounts of RetencionP for each tax, and the bases and amounts
 * of IVA in TrasladoP for each rate.
 */
const WITHHELD_TOTALS: Readonly<Record<string, string>> = {
  '002': 'TotalRetencionesIVA',
  '001': 'TotalRetencionesISR',
  '003': 'TotalRetencionesIEPS',
};
const TRANSFER_TOTALS: Readonly<Record<string, string>> = {
  '0.160000': 'IVA16',
  '0.080000': 'IVA8',
  '0.000000': 'IVA0',
};

/**
 * A payment complement, and the sums of its payments in pesos, keyed by the attributes of `Totales` such as
 * `MontoTotalPagos`.
 */
interface Complement {
  readonly totals: Node | undefined;
  readonly sums: ReadonlyMap<string, Decimal>;
}

function complementsOf(cfdi: Cfdi): Complement[] {
  if (!isPayment(cfdi)) return [];
  return pagosOf(cfdi).map((pagos) => ({
    totals: childOf(pagos, 'pago20:Totales'),
    sums: sumsInPesos(childrenAt(pagos, 'pago20:Pago')),
  }));
}

function sumsInPesos(payments: readonly Node[]): ReadonlyMap<string, Decimal> {
  const sums = new Map([['MontoTotalPagos', Decimal.zero]]);
  for (const payment of payments) {
    const rate = amountOf(payment, 'TipoCambioP') ?? Decimal.one;
    const add = (total: string | undefined, amount: Decimal | undefined): void => {
      if (total === undefined || amount === undefined) return;
      sums.set(total, (sums.get(total) ?? Decimal.zero).plus(amount.times(rate)));
    };
    add('MontoTotalPagos', amountOf(payment, 'Monto'));
    const taxes = childOf(payment, 'pago20:ImpuestosP');
    for (const line of childrenAt(taxes, 'pago20:RetencionesP', 'pago20:RetencionP'))
      add(WITHHELD_TOTALS[valueOf(line, 'ImpuestoP') ?? ''], amountOf(line, 'ImporteP'));
    for (const line of childrenAt(taxes, 'pago20:TrasladosP', 'pago20:TrasladoP')) {
      if (valueOf(line, 'ImpuestoP') !== '002') continue;
      const isExempt = valueOf(line, 'TipoFactorP') === 'Exento';
      const name = TRANSFER_TOTALS[String(amountOf(line, 'TasaOCuotaP')?.round(6))];
      add(
        isExempt ? 'TotalTrasladosBaseIVAExento' : name && `TotalTrasladosBase${name}`,
        amountOf(line, 'BaseP'),
      );
      if (!isExempt) add(name && `TotalTrasladosImpuesto${name}`, amountOf(line, 'ImporteP'));
    }
  }
  return sums;
}

function totalRule(code: string, total: string): Rule<Complement> {
  return [
    code,
    total,
    'debe ser la suma en pesos de los pagos, y existir solo con ellos',
    ({ totals, sums }) => differs(amountOf(totals, total), sums.get(total)?.round(2)),
  ];
}

const TOTALS: readonly Rule<Complement>[] = [
  totalRule('CRP20201', 'TotalRetencionesIVA'),
  totalRule('CRP20202', 'TotalRetencionesISR'),
  totalRule('CRP20203', 'TotalRetencionesIEPS'),
  totalRule('CRP20204', 'TotalTrasladosBaseIVA16'),
  totalRule('CRP20205', 'TotalTrasladosImpuestoIVA16'),
  totalRule('CRP20206', 'TotalTrasladosBaseIVA8'),
  totalRule('CRP20207', 'TotalTrasladosImpuestoIVA8'),
  totalRule('CRP20208', 'TotalTrasladosBaseIVA0'),
  totalRule('CRP20209', 'TotalTrasladosImpuestoIVA0'),
  totalRule('CRP20210', 'TotalTrasladosBaseIVAExento'),
  totalRule('CRP20211', 'MontoTotalPagos'),
];

/**
 * A tax line, together with the key under which its sum is added up: the tax, and for transferred taxes
 * also factor and rate.
 */
interface TaxLine {
  readonly node: Node;
  readonly key: string;
}

/** A paid document. */
export interface Paid {
  readonly node: Node;
  readonly cfdi: Cfdi;
  readonly payment: Node;
  readonly currency: string;
  /** The SAT attribute EquivalenciaDR; one by default. */
  readonly equivalence: Decimal;
  readonly withholdings: readonly TaxLine[];
  readonly transfers: readonly TaxLine[];
}

/** A payment, with its paid documents and its taxes. */
export interface Payment {
  readonly node: Node;
  readonly cfdi: Cfdi;
  readonly paid: readonly Paid[];
  readonly withholdings: readonly TaxLine[];
  readonly transfers: readonly TaxLine[];
}

/** Returns the payments of a document of type P. */
export function paymentsOf(cfdi: Cfdi): readonly Payment[] {
  if (!isPayment(cfdi)) return [];
  const nodes = pagosOf(cfdi).flatMap((pagos) => childrenAt(pagos, 'pago20:Pago'));
  return nodes.map((node) => ({
    node,
    cfdi,
    paid: childrenAt(node, 'pago20:DoctoRelacionado').map((paid) => readPaid(cfdi, node, paid)),
    ...linesOf(childOf(node, 'pago20:ImpuestosP'), 'P'),
  }));
}

function readPaid(cfdi: Cfdi, payment: Node, node: Node): Paid {
  return {
    node,
    cfdi,
    payment,
    currency: valueOf(node, 'MonedaDR') ?? '',
    equivalence: amountOf(node, 'EquivalenciaDR') ?? Decimal.one,
    ...linesOf(childOf(node, 'pago20:ImpuestosDR'), 'DR'),
  };
}

function linesOf(taxes: Node | undefined, level: 'P' | 'DR') {
  const withheld = childrenAt(taxes, `pago20:Retenciones${level}`, `pago20:Retencion${level}`);
  const transferred = childrenAt(taxes, `pago20:Traslados${level}`, `pago20:Traslado${level}`);
  return {
    withholdings: withheld.map((node) => ({ node, key: `${valueOf(node, `Impuesto${level}`)}` })),
    transfers: transferred.map((node) => ({ node, key: transferKey(node, level) })),
  };
}

function transferKey(line: Node, level: 'P' | 'DR'): string {
  const rate = amountOf(line, `TasaOCuota${level}`)?.round(6) ?? '';
  return `${valueOf(line, `Impuesto${level}`)} ${valueOf(line, `TipoFactor${level}`)} ${rate}`;
}

/** Returns the subjects of a rule table about payments, which are all payments of the document. */
export function each(payments: readonly Payment[]): readonly Payment[] {
  return payments;
}

/** Returns whether the exchange rate of a payment requires a confirmation key. */
export function paymentRateIsBeyond(pago: Payment): boolean {
  const rate = amountOf(pago.node, 'TipoCambioP');
  return rate !== undefined && isBeyondVariation(currencyOf(pago), rate, pago.cfdi.on);
}

const currencyOf = ({ node }: Payment): string => valueOf(node, 'MonedaP') ?? '';

/**
 * Returns the rule for a bank attribute: a column of c_FormaPago must allow the attribute, and its value
 * must match a pattern.
 */
function bank(code: string, name: string, column: string): Rule<Payment> {
  return [
    code,
    name,
    'no debe existir con esta FormaDePagoP',
    (pago) => has(pago.node, name) && isForm(pago) && formOf(pago, column) !== '1',
  ];
}

function account(code: string, name: string, allowed: string, pattern: string): Rule<Payment> {
  return [
    code,
    name,
    'debe cumplir con el patrón de c_FormaPago',
    (pago) => {
      const value = valueOf(pago.node, name);
      const expected = formOf(pago, pattern);
      if (value === undefined || !expected || formOf(pago, allowed) !== '1') return false;
      return !new RegExp(`^(?:${expected})$`).test(value);
    },
  ];
}

function formOf({ node, cfdi }: Payment, column: string): string | undefined {
  return columnOf('c_FormaPago', valueOf(node, 'FormaDePagoP'), column, cfdi.on);
}

/**
 * Returns whether the form of payment is in its catalogue. Every entry of the catalogue has the column
 * `banked`.
 */
function isForm(pago: Payment): boolean {
  return formOf(pago, 'banked') !== undefined;
}

/**
 * Returns the rules for an attribute of the payment chain, which TipoCadPago requires and which is
 * forbidden without TipoCadPago.
 */
function chain(missing: string, unexpected: string, name: string): readonly Rule<Payment>[] {
  return [
    [
      missing,
      name,
      'debe existir con TipoCadPago',
      ({ node }) => has(node, 'TipoCadPago') && !has(node, name),
    ],
    [
      unexpected,
      name,
      'no debe existir sin TipoCadPago',
      ({ node }) => !has(node, 'TipoCadPago') && has(node, name),
    ],
  ];
}

const PAYMENT: readonly Rule<Payment>[] = [
  [
    'CRP20212',
    'FormaDePagoP',
    'debe ser distinta de 99',
    ({ node }) => valueOf(node, 'FormaDePagoP') === '99',
  ],
  [
    'CRP20999',
    'FormaDePagoP',
    'debe ser una clave de c_FormaPago',
    ({ node, cfdi }) => isUnknown('c_FormaPago', valueOf(node, 'FormaDePagoP'), cfdi.on),
  ],
  ['CRP20213', 'MonedaP', 'debe ser distinta de XXX', (pago) => currencyOf(pago) === 'XXX'],
  [
    'CRP20999',
    'MonedaP',
    'debe ser una clave de c_Moneda',
    (pago) => isUnknown('c_Moneda', currencyOf(pago), pago.cfdi.on),
  ],
  ['CRP20214', 'TipoCambioP', 'debe existir', ({ node }) => !has(node, 'TipoCambioP')],
  [
    'CRP20215',
    'TipoCambioP',
    'debe ser 1 cuando MonedaP es MXN',
    (pago) => {
      const rate = amountOf(pago.node, 'TipoCambioP');
      return currencyOf(pago) === 'MXN' && rate !== undefined && !rate.equals(Decimal.one);
    },
  ],
  [
    'CRP20216',
    'TipoCambioP',
    'está fuera de la variación de c_Moneda: se requiere Confirmacion',
    (pago) => paymentRateIsBeyond(pago) && !has(pago.cfdi.root, 'Confirmacion'),
  ],
  ['CRP20218', 'Monto', 'debe ser mayor que cero', ({ node }) => isZero(node, 'Monto')],
  [
    'CRP20219',
    'Monto',
    'tiene más decimales que MonedaP',
    (pago) =>
      hasMoreDecimals(amountOf(pago.node, 'Monto'), decimalsOf(currencyOf(pago), pago.cfdi.on)),
  ],
  bank('CRP20221', 'RfcEmisorCtaOrd', 'payerAccountRfcAllowed'),
  [
    'CRP20223',
    'NomBancoOrdExt',
    'debe existir cuando RfcEmisorCtaOrd es XEXX010101000',
    ({ node }) =>
      valueOf(node, 'RfcEmisorCtaOrd') === 'XEXX010101000' && !has(node, 'NomBancoOrdExt'),
  ],
  bank('CRP20224', 'CtaOrdenante', 'payerAccountAllowed'),
  account('CRP20225', 'CtaOrdenante', 'payerAccountAllowed', 'payerAccountPattern'),
  account('CRP20226', 'CtaBeneficiario', 'payeeAccountAllowed', 'payeeAccountPattern'),
  bank('CRP20227', 'RfcEmisorCtaBen', 'payeeAccountRfcAllowed'),
  bank('CRP20228', 'CtaBeneficiario', 'payeeAccountAllowed'),
  bank('CRP20229', 'TipoCadPago', 'paymentChainAllowed'),
  [
    'CRP20229',
    'TipoCadPago',
    'debe ser una clave de c_TipoCadenaPago',
    ({ node, cfdi }) => isUnknown('c_TipoCadenaPago', valueOf(node, 'TipoCadPago'), cfdi.on),
  ],
  ...chain('CRP20230', 'CRP20231', 'CertPago'),
  ...chain('CRP20232', 'CRP20233', 'CadPago'),
  ...chain('CRP20234', 'CRP20235', 'SelloPago'),
];

export const pagosTables = [
  table((cfdi: Cfdi) => (isPayment(cfdi) ? [cfdi] : []), ENVELOPE),
  table((cfdi: Cfdi) => (isPayment(cfdi) ? cfdi.concepts.slice(0, 1) : []), CONCEPT),
  table(complementsOf, TOTALS),
];

export const paymentTables = [table(each, PAYMENT)];
