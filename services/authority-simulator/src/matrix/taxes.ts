import { Decimal, isBorderRate, isResicoRate } from '@timbre/fiscal';
import { amountOf, childOf, has, valueOf, type Node } from '../schema/node';
import { differs, hasMoreDecimals, isTaxOf } from './amounts';
import { columnOf, isRate, isUnknown } from './catalogue';
import { sumOf, transferKey, type Cfdi, type Concept } from './cfdi';
import { taxOf } from './concepts';
import { table, type Rule } from './rule';

const ISR = '001';
const IVA = '002';

/** A tax element of a concept or of the tax summary. */
interface Line {
  readonly cfdi: Cfdi;
  readonly node: Node;
  readonly concept?: Concept;
}

/** The rules for the transferred taxes of a concept in the SAT's matrix of CFDI 4.0. */
const TRANSFER: readonly Rule<Line>[] = [
  ['CFDI40175', 'Impuesto', 'debe ser una clave de c_Impuesto', isUnknownTax],
  ['CFDI40176', 'TipoFactor', 'debe ser una clave de c_TipoFactor', isUnknownFactor],
  [
    'CFDI40177',
    'TipoFactor',
    'con Exento no deben existir TasaOCuota ni Importe',
    ({ node }) => isExempt(node) && (has(node, 'TasaOCuota') || has(node, 'Importe')),
  ],
  [
    'CFDI40178',
    'TipoFactor',
    'con Tasa y Cuota deben existir TasaOCuota e Importe',
    ({ node }) => !isExempt(node) && !(has(node, 'TasaOCuota') && has(node, 'Importe')),
  ],
  [
    'CFDI40179',
    'TasaOCuota',
    'debe ser un valor de c_TasaOCuota',
    (line) => isWrongRate(line, 'transfer'),
  ],
  [
    'CFDI40179',
    'TasaOCuota',
    'el IVA de 8 % requiere el estímulo de frontera en ClaveProdServ y LugarExpedicion',
    (line) => hasBorderRate(line.node) && !isAtBorder(line),
  ],
  ['CFDI40180', 'Importe', 'está fuera de sus límites', ({ node }) => isWrongTax(node)],
];

/** The rules for the withheld taxes of a concept. */
const WITHHOLDING: readonly Rule<Line>[] = [
  ['CFDI40182', 'Impuesto', 'debe ser una clave de c_Impuesto', isUnknownTax],
  ['CFDI40183', 'TipoFactor', 'debe ser una clave de c_TipoFactor', isUnknownFactor],
  ['CFDI40184', 'TipoFactor', 'no debe ser Exento', ({ node }) => isExempt(node)],
  [
    'CFDI40185',
    'TasaOCuota',
    'debe ser un valor de c_TasaOCuota',
    (line) => !isExempt(line.node) && isWrongRate(line, 'withholding'),
  ],
  [
    'CFDI40186',
    'Importe',
    'está fuera de sus límites',
    ({ node }) => !isExempt(node) && isWrongTax(node),
  ],
  [
    'CFDI140224',
    'TasaOCuota',
    'ISR de 0.0125 es solo para emisores personas físicas con régimen 626',
    (line) => isResico(line) && !isResicoIssuer(line.cfdi.issuer),
  ],
  [
    'CFDI140225',
    'TasaOCuota',
    'ISR de 0.0125 solo lo retienen personas morales',
    (line) =>
      isResico(line) &&
      isResicoIssuer(line.cfdi.issuer) &&
      valueOf(line.cfdi.receiver, 'Rfc')?.length !== 12,
  ],
];

/** The rules for the tax summary. */
const SUMMARY: readonly Rule<Cfdi>[] = [
  [
    'CFDI40201',
    'Impuestos',
    'no debe existir en los tipos T y P',
    ({ type, summary }) => 'TP'.includes(type) && summary !== undefined,
  ],
  [
    'CFDI40202',
    'TotalImpuestosRetenidos',
    'tiene más decimales que la moneda',
    (cfdi) => hasValueTotal(cfdi, 'TotalImpuestosRetenidos'),
  ],
  [
    'CFDI40203',
    'TotalImpuestosRetenidos',
    'debe ser la suma de las retenciones',
    (cfdi) => isWrongTotal(cfdi, 'TotalImpuestosRetenidos', cfdi.summaryWithholdings),
  ],
  [
    'CFDI40204',
    'TotalImpuestosTrasladados',
    'tiene más decimales que la moneda',
    (cfdi) => hasValueTotal(cfdi, 'TotalImpuestosTrasladados'),
  ],
  [
    'CFDI40205',
    'TotalImpuestosTrasladados',
    'debe ser la suma de los traslados',
    (cfdi) => isWrongTotal(cfdi, 'TotalImpuestosTrasladados', taxedLines(cfdi)),
  ],
  [
    'CFDI40206',
    'TotalImpuestosRetenidos',
    'debe existir con el nodo Retenciones',
    (cfdi) => cfdi.summaryWithholdings.length > 0 && !has(cfdi.summary, 'TotalImpuestosRetenidos'),
  ],
  [
    'CFDI40211',
    'Retenciones',
    'falta un impuesto retenido en los conceptos',
    (cfdi) => isMissing([...cfdi.withheld.keys()], cfdi.summaryWithholdings.map(taxOf), cfdi),
  ],
  [
    'CFDI40212',
    'TotalImpuestosTrasladados',
    'debe existir con el nodo Traslados',
    (cfdi) => taxedLines(cfdi).length > 0 && !has(cfdi.summary, 'TotalImpuestosTrasladados'),
  ],
  [
    'CFDI40213',
    'TotalImpuestosTrasladados',
    'no debe existir cuando todos los traslados son exentos',
    (cfdi) => taxedLines(cfdi).length === 0 && has(cfdi.summary, 'TotalImpuestosTrasladados'),
  ],
  [
    'CFDI40221',
    'Traslados',
    'falta un impuesto trasladado en los conceptos',
    (cfdi) => isMissing([...cfdi.transferred.keys()], cfdi.summaryTransfers.map(transferKey), cfdi),
  ],
];

const SUMMARY_WITHHELD: readonly Rule<Line>[] = [
  ['CFDI40207', 'Impuesto', 'debe ser una clave de c_Impuesto', isUnknownTax],
  [
    'CFDI40208',
    'Impuesto',
    'debe haber un solo registro por impuesto',
    ({ node, cfdi }) => isRepeated(node, cfdi.summaryWithholdings, (line) => taxOf(line) ?? ''),
  ],
  ['CFDI40210', 'Importe', 'tiene más decimales que la moneda', hasManyDecimals('Importe')],
  [
    'CFDI40211',
    'Importe',
    'debe ser la suma redondeada de las retenciones del impuesto',
    ({ node, cfdi }) => {
      const sum = cfdi.withheld.get(taxOf(node) ?? '')?.round(cfdi.decimals);
      return differs(amountOf(node, 'Importe'), sum);
    },
  ],
];

const SUMMARY_TRANSFERRED: readonly Rule<Line>[] = [
  [
    'CFDI40213',
    'TasaOCuota',
    'no debe existir, ni Importe, en un traslado exento',
    ({ node }) => isExempt(node) && (has(node, 'TasaOCuota') || has(node, 'Importe')),
  ],
  ['CFDI40214', 'Base', 'tiene más decimales que la moneda', hasManyDecimals('Base')],
  [
    'CFDI40215',
    'Base',
    'debe ser la suma redondeada de las bases del impuesto, el factor y la tasa',
    (line) => !isExempt(line.node) && isWrongBase(line),
  ],
  [
    'CFDI40216',
    'Base',
    'debe ser la suma redondeada de las bases exentas',
    (line) => isExempt(line.node) && isWrongBase(line),
  ],
  ['CFDI40217', 'Impuesto', 'debe ser una clave de c_Impuesto', isUnknownTax],
  [
    'CFDI40218',
    'Impuesto',
    'debe haber un solo registro por impuesto, factor y tasa',
    ({ node, cfdi }) => isRepeated(node, cfdi.summaryTransfers, transferKey),
  ],
  [
    'CFDI40219',
    'TasaOCuota',
    'debe ser un valor de c_TasaOCuota',
    (line) => !isExempt(line.node) && isWrongRate(line, 'transfer', true),
  ],
  ['CFDI40220', 'Importe', 'tiene más decimales que la moneda', hasManyDecimals('Importe')],
  [
    'CFDI40221',
    'Importe',
    'debe ser la suma redondeada de los importes del impuesto, el factor y la tasa',
    ({ node, cfdi }) => {
      if (isExempt(node)) return false;
      const sum = cfdi.transferred.get(transferKey(node))?.importe.round(cfdi.decimals);
      return differs(amountOf(node, 'Importe'), sum);
    },
  ],
];

function isUnknownTax({ node, cfdi }: Line): boolean {
  return isUnknown('c_Impuesto', taxOf(node), cfdi.on);
}

function isUnknownFactor({ node, cfdi }: Line): boolean {
  return isUnknown('c_TipoFactor', valueOf(node, 'TipoFactor'), cfdi.on);
}

function isExempt(line: Node): boolean {
  return valueOf(line, 'TipoFactor') === 'Exento';
}

/**
 * Returns whether a tax rate is wrong. Other rules, with their own codes, refuse unknown taxes, unknown
 * factors and missing rates.
 */
function isWrongRate(line: Line, side: 'transfer' | 'withholding', isRequired = false): boolean {
  const { node, cfdi } = line;
  const rate = amountOf(node, 'TasaOCuota');
  const [tax, factor] = [taxOf(node) ?? '', valueOf(node, 'TipoFactor') ?? ''];
  if (isUnknownTax(line) || isUnknownFactor(line) || isExempt(node)) return false;
  return rate ? !isRate(side, tax, factor, rate, cfdi.on) : isRequired;
}

function hasBorderRate(line: Node): boolean {
  const rate = amountOf(line, 'TasaOCuota');
  return taxOf(line) === IVA && rate !== undefined && isBorderRate(rate);
}

/**
 * The product key of the sales in a global invoice. The catalogue does not mark this product key for the
 * border stimulus, but a global invoice may have the border rate.
 */
const KEY_OF_SALES = '01010101';

/**
 * Returns whether the border stimulus applies in the north (1) or the south (2). The catalogues must mark
 * the postal code and the product for the stimulus.
 */
function isAtBorder({ cfdi, concept }: Line): boolean {
  const place = columnOf(
    'c_CodigoPostal',
    valueOf(cfdi.root, 'LugarExpedicion'),
    'borderStimulus',
    cfdi.on,
  );
  const key = valueOf(concept?.node, 'ClaveProdServ');
  const isOfGlobal = key === KEY_OF_SALES && childOf(cfdi.root, 'cfdi:InformacionGlobal');
  return (
    (place === '1' || place === '2') &&
    (!!isOfGlobal || columnOf('c_ClaveProdServ', key, 'borderStimulus', cfdi.on) === '1')
  );
}

function isWrongTax(line: Node): boolean {
  const [base, rate] = [amountOf(line, 'Base'), amountOf(line, 'TasaOCuota')];
  const amount = amountOf(line, 'Importe');
  return !isExempt(line) && !!base && !!rate && !!amount && !isTaxOf(amount, base, rate);
}

function isResico({ node, cfdi }: Line): boolean {
  const rate = amountOf(node, 'TasaOCuota');
  return taxOf(node) === ISR && !isExempt(node) && !!rate && isResicoRate(rate, cfdi.on);
}

function isResicoIssuer(issuer: Cfdi['issuer']): boolean {
  return valueOf(issuer, 'RegimenFiscal') === '626' && valueOf(issuer, 'Rfc')?.length === 13;
}

function taxedLines(cfdi: Cfdi): readonly Node[] {
  return cfdi.summaryTransfers.filter((line) => !isExempt(line));
}

function hasValueTotal(cfdi: Cfdi, name: string): boolean {
  return cfdi.hasValue && hasMoreDecimals(amountOf(cfdi.summary, name), cfdi.decimals);
}

function isWrongTotal(cfdi: Cfdi, name: string, lines: readonly Node[]): boolean {
  const total = amountOf(cfdi.summary, name);
  if (!cfdi.hasValue || total === undefined) return false;
  return !total.equals(sumOf(lines, 'Importe') ?? Decimal.zero);
}

function isMissing(
  expected: readonly string[],
  written: readonly (string | undefined)[],
  { hasValue }: Cfdi,
): boolean {
  return hasValue && expected.some((key) => !written.includes(key));
}

function isRepeated(node: Node, lines: readonly Node[], keyOf: (line: Node) => string): boolean {
  const key = keyOf(node);
  return lines.find((line) => keyOf(line) === key) !== node;
}

function hasManyDecimals(name: string): (line: Line) => boolean {
  return ({ node, cfdi }) => hasMoreDecimals(amountOf(node, name), cfdi.decimals);
}

function isWrongBase({ node, cfdi }: Line): boolean {
  return differs(
    amountOf(node, 'Base'),
    cfdi.transferred.get(transferKey(node))?.base.round(cfdi.decimals),
  );
}

function linesOf(side: 'transfers' | 'withholdings') {
  return ({ concepts }: Cfdi): Line[] =>
    concepts.flatMap((concept) =>
      concept[side].map((node) => ({ node, concept, cfdi: concept.cfdi })),
    );
}

function summaryOf(lines: (cfdi: Cfdi) => readonly Node[]) {
  return (cfdi: Cfdi): Line[] => (cfdi.hasValue ? lines(cfdi).map((node) => ({ node, cfdi })) : []);
}

export const taxTables = [
  table(linesOf('transfers'), TRANSFER),
  table(linesOf('withholdings'), WITHHOLDING),
  table((cfdi: Cfdi) => [cfdi], SUMMARY),
  table(
    summaryOf(({ summaryWithholdings }) => summaryWithholdings),
    SUMMARY_WITHHELD,
  ),
  table(
    summaryOf(({ summaryTransfers }) => summaryTransfers),
    SUMMARY_TRANSFERRED,
  ),
];
