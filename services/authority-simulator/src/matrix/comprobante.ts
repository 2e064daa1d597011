import { Decimal } from '@timbre/fiscal';
import { amountOf, amountOrZero, childOf, childrenAt, has, valueOf } from '../schema/node';
import { differs, hasMoreDecimals } from './amounts';
import { isUnknown } from './catalogue';
import { hasComplement, sumOf, type Cfdi } from './cfdi';
import { isBeyondVariation } from './exchange-rates';
import { paymentRateIsBeyond, paymentsOf } from './pagos';
import { table, type Rule } from './rule';

/** The rules for the root's attributes in the SAT's matrix of CFDI 4.0 (2024-12-13 and 2026-03-25). */
const HEADER: readonly Rule<Cfdi>[] = [
  [
    'CFDI40103',
    'FormaPago',
    'no debe existir en los tipos T, N y P',
    ({ type, root }) => 'TNP'.includes(type) && has(root, 'FormaPago'),
  ],
  [
    'CFDI40104',
    'FormaPago',
    'debe ser una clave de c_FormaPago',
    isUnknownIn('FormaPago', 'c_FormaPago'),
  ],
  [
    'CFDI40105',
    'FormaPago',
    'debe ser 99 cuando MetodoPago es PPD',
    ({ root }) => valueOf(root, 'MetodoPago') === 'PPD' && valueOf(root, 'FormaPago') !== '99',
  ],
  ['CFDI40113', 'Moneda', 'debe ser una clave de c_Moneda', isUnknownIn('Moneda', 'c_Moneda')],
  [
    'CFDI40114',
    'TipoCambio',
    'debe ser 1 cuando la moneda es MXN',
    ({ root }) =>
      valueOf(root, 'Moneda') === 'MXN' &&
      !(amountOf(root, 'TipoCambio') ?? Decimal.one).equals(Decimal.one),
  ],
  [
    'CFDI40115',
    'TipoCambio',
    'es requerido cuando la moneda no es MXN ni XXX',
    ({ root }) => isForeign(valueOf(root, 'Moneda')) && !has(root, 'TipoCambio'),
  ],
  [
    'CFDI40116',
    'TipoCambio',
    'no debe existir cuando la moneda es XXX',
    ({ root }) => valueOf(root, 'Moneda') === 'XXX' && has(root, 'TipoCambio'),
  ],
  [
    'CFDI40118',
    'TipoCambio',
    'está fuera de la variación de c_Moneda: se requiere Confirmacion',
    (cfdi) => rateIsBeyond(cfdi) && !has(cfdi.root, 'Confirmacion'),
  ],
  [
    'CFDI40119',
    'Total',
    'debe ser subtotal menos descuentos más impuestos trasladados menos retenidos',
    (cfdi) => {
      const total = amountOrZero(cfdi.root, 'Total');
      return !total.equals(totalOf(cfdi)) || hasMoreDecimals(total, cfdi.decimals);
    },
  ],
  [
    'CFDI40122',
    'Exportacion',
    'con 02 se requiere el complemento de comercio exterior',
    (cfdi) => valueOf(cfdi.root, 'Exportacion') === '02' && !isForeignTrade(cfdi),
  ],
  [
    'CFDI40123',
    'Exportacion',
    'debe ser una clave de c_Exportacion',
    isUnknownIn('Exportacion', 'c_Exportacion'),
  ],
  [
    'CFDI40124',
    'MetodoPago',
    'debe ser una clave de c_MetodoPago',
    isUnknownIn('MetodoPago', 'c_MetodoPago'),
  ],
  [
    'CFDI40125',
    'MetodoPago',
    'no debe existir en los tipos T y P',
    ({ hasValue, root }) => !hasValue && has(root, 'MetodoPago'),
  ],
  [
    'CFDI40126',
    'LugarExpedicion',
    'debe ser una clave de c_CodigoPostal',
    isUnknownIn('LugarExpedicion', 'c_CodigoPostal'),
  ],
  [
    'CFDI40127',
    'Confirmacion',
    'no debe existir cuando TipoCambio y Total están dentro de sus límites',
    (cfdi) =>
      has(cfdi.root, 'Confirmacion') &&
      !rateIsBeyond(cfdi) &&
      !paymentsOf(cfdi).some(paymentRateIsBeyond),
  ],
  [
    'CFDI40222',
    'Exportacion',
    'con 01 y 03 no debe existir el complemento de comercio exterior',
    (cfdi) =>
      ['01', '03'].includes(valueOf(cfdi.root, 'Exportacion') ?? '') && isForeignTrade(cfdi),
  ],
];

function isUnknownIn(name: string, catalogue: string): (cfdi: Cfdi) => boolean {
  return ({ root, on }) => isUnknown(catalogue, valueOf(root, name), on);
}

function isForeign(currency: string | undefined): boolean {
  return currency !== 'MXN' && currency !== 'XXX';
}

function rateIsBeyond({ root, on }: Cfdi): boolean {
  const rate = amountOf(root, 'TipoCambio');
  return rate !== undefined && isBeyondVariation(valueOf(root, 'Moneda') ?? '', rate, on);
}

function isForeignTrade(cfdi: Cfdi): boolean {
  return hasComplement(cfdi, 'cce20', 'cce11');
}

function roundedSum({ concepts, decimals }: Cfdi, name: string): Decimal | undefined {
  const sum = sumOf(
    concepts.map(({ node }) => node),
    name,
  );
  return sum?.round(decimals);
}

function totalOf({ root, summary, complements }: Cfdi): Decimal {
  let total = amountOrZero(root, 'SubTotal')
    .minus(amountOrZero(root, 'Descuento'))
    .plus(amountOrZero(summary, 'TotalImpuestosTrasladados'))
    .minus(amountOrZero(summary, 'TotalImpuestosRetenidos'));
  for (const node of complements) {
    if (node.name !== 'implocal:ImpuestosLocales') continue;
    total = total
      .plus(amountOrZero(node, 'TotaldeTraslados'))
      .minus(amountOrZero(node, 'TotaldeRetenciones'));
  }
  return total;
}

/** The rules for the two sums of the concepts. */
const SUMS: readonly Rule<Cfdi>[] = [
  [
    'CFDI40107',
    'SubTotal',
    'tiene más decimales que la moneda',
    ({ root, decimals }) => hasMoreDecimals(amountOf(root, 'SubTotal'), decimals),
  ],
  [
    'CFDI40108',
    'SubTotal',
    'debe ser la suma redondeada de los importes',
    (cfdi) =>
      cfdi.hasValue && differs(amountOf(cfdi.root, 'SubTotal'), roundedSum(cfdi, 'Importe')),
  ],
  [
    'CFDI40109',
    'SubTotal',
    'debe ser cero en los tipos T y P',
    ({ hasValue, root }) => !hasValue && !amountOrZero(root, 'SubTotal').isZero(),
  ],
  [
    'CFDI40110',
    'Descuento',
    'no debe ser mayor que SubTotal',
    ({ hasValue, root }) =>
      hasValue && amountOrZero(root, 'Descuento').greaterThan(amountOrZero(root, 'SubTotal')),
  ],
  [
    'CFDI40111',
    'Descuento',
    'debe ser la suma redondeada de los descuentos y existir solo con ellos',
    (cfdi) =>
      differs(
        amountOf(cfdi.root, 'Descuento'),
        cfdi.hasValue ? roundedSum(cfdi, 'Descuento') : undefined,
      ),
  ],
  [
    'CFDI40112',
    'Descuento',
    'tiene más decimales que la moneda',
    ({ hasValue, root, decimals }) =>
      hasValue && hasMoreDecimals(amountOf(root, 'Descuento'), decimals),
  ],
];

/** The rules for the period of a global invoice. */
const GLOBAL: readonly Rule<Cfdi>[] = [
  [
    'CFDI40130',
    'InformacionGlobal',
    'debe existir con el receptor PUBLICO EN GENERAL, y solo con él',
    (cfdi) => (period(cfdi) !== undefined) !== isToThePublic(cfdi),
  ],
  [
    'CFDI40131',
    'Periodicidad',
    'debe ser una clave de c_Periodicidad',
    isUnknownPeriod('Periodicidad'),
  ],
  [
    'CFDI40132',
    'Periodicidad',
    '05 es solo para emisores con régimen 621',
    (cfdi) => isBimonthly(cfdi) && valueOf(cfdi.issuer, 'RegimenFiscal') !== '621',
  ],
  ['CFDI40133', 'Meses', 'debe ser una clave de c_Meses', isUnknownPeriod('Meses')],
  [
    'CFDI40134',
    'Meses',
    'debe ser de 01 a 12 cuando la periodicidad no es bimestral',
    (cfdi) => period(cfdi) !== undefined && !isBimonthly(cfdi) && isPairOfMonths(cfdi),
  ],
  [
    'CFDI40135',
    'Meses',
    'debe ser de 13 a 18 cuando la periodicidad es bimestral',
    (cfdi) => isBimonthly(cfdi) && !isPairOfMonths(cfdi),
  ],
  [
    'CFDI40136',
    'Año',
    'debe ser el año en curso o uno de los cinco anteriores',
    (cfdi) => {
      if (!period(cfdi)) return false;
      const age = Number(cfdi.on.slice(0, 4)) - Number(valueOf(period(cfdi), 'Año'));
      return age < 0 || age > 5;
    },
  ],
];

function period({ root }: Cfdi) {
  return childOf(root, 'cfdi:InformacionGlobal');
}

function isToThePublic({ type, receiver }: Cfdi): boolean {
  return (
    type === 'I' &&
    valueOf(receiver, 'Rfc') === 'XAXX010101000' &&
    valueOf(receiver, 'Nombre') === 'PUBLICO EN GENERAL'
  );
}

function isUnknownPeriod(name: 'Periodicidad' | 'Meses'): (cfdi: Cfdi) => boolean {
  return (cfdi) => isUnknown(`c_${name}`, valueOf(period(cfdi), name), cfdi.on);
}

function isBimonthly(cfdi: Cfdi): boolean {
  return valueOf(period(cfdi), 'Periodicidad') === '05';
}

function isPairOfMonths(cfdi: Cfdi): boolean {
  return Number(valueOf(period(cfdi), 'Meses')) > 12;
}

export const headerTables = [
  table((cfdi: Cfdi) => [cfdi], [...HEADER, ...GLOBAL]),
  table(
    (cfdi: Cfdi) => childrenAt(cfdi.root, 'cfdi:CfdiRelacionados').map((node) => ({ node, cfdi })),
    [
      [
        'CFDI40137',
        'TipoRelacion',
        'debe ser una clave de c_TipoRelacion',
        ({ node, cfdi }) => isUnknown('c_TipoRelacion', valueOf(node, 'TipoRelacion'), cfdi.on),
      ],
    ],
  ),
];

export const sumTables = [table((cfdi: Cfdi) => [cfdi], SUMS)];
