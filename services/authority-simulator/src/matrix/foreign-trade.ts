import { Decimal } from '@timbre/fiscal';
import {
  amountOf,
  amountOrZero,
  childOf,
  childrenAt,
  has,
  is,
  valueOf,
  type Node,
} from '../schema/node';
import { columnOf, isUnknown } from './catalogue';
import { complementsNamed, partsIn, sumOf, type Cfdi, type PartOf } from './cfdi';
import { table, type Rule } from './rule';

/*
 * The rules of Comercio Exterior 2.0 and of its document, from the SAT's matrix Matriz_de_Errores_CCE_v2.0,
 * read 2026-11-29. The official exchange rate (CCE121) and the registers of other countries (CCE131) are
 * not checked.
 */

const NAME = 'cce20:ComercioExterior';
const FOREIGN = 'XEXX010101000';
const SERVICE = '99';
const BESIDE = [
  NAME,
  'tfd:TimbreFiscalDigital',
  'implocal:ImpuestosLocales',
  'leyendasFisc:LeyendasFiscales',
  'registrofiscal:CFDIRegistroFiscal',
  'cartaporte31:CartaPorte',
];

/** The complement Comercio Exterior and the parts of it that the rules read. */
interface Trade {
  readonly cfdi: Cfdi;
  readonly node: Node;
  readonly issuer: Node | undefined;
  readonly receiver: Node | undefined;
  readonly owners: readonly Node[];
  readonly recipients: readonly Node[];
  readonly goods: readonly Node[];
}

type Part = PartOf<Trade>;

const at = (name: string): string => `cce20:${name}`;

const trades = (cfdi: Cfdi): readonly Trade[] =>
  complementsNamed(cfdi, NAME).map((node) => ({
    cfdi,
    node,
    issuer: childOf(node, at('Emisor')),
    receiver: childOf(node, at('Receptor')),
    owners: childrenAt(node, at('Propietario')),
    recipients: childrenAt(node, at('Destinatario')),
    goods: childrenAt(node, at('Mercancias'), at('Mercancia')),
  }));

const partsOf = partsIn(trades);

const isTransfer = ({ cfdi }: Trade): boolean => cfdi.type === 'T';
const isAbroad = ({ cfdi }: Trade): boolean => is(cfdi.receiver, 'Rfc', FOREIGN);
const rfcLength = ({ cfdi }: Trade): number => (valueOf(cfdi.issuer, 'Rfc') ?? '').length;
const placeOf = (node: Node | undefined): Node | undefined => childOf(node, at('Domicilio'));

const hasInConcepts = ({ cfdi }: Trade, name: string): boolean =>
  cfdi.concepts.some(({ node }) => childOf(node, name) !== undefined);

const isOfUnion = ({ cfdi, receiver, recipients }: Trade): boolean =>
  [
    valueOf(cfdi.receiver, 'ResidenciaFiscal'),
    ...[receiver, ...recipients].map((node) => valueOf(placeOf(node), 'Pais')),
  ].some((country) => columnOf('c_Pais', country, 'groupings', cfdi.on) === 'Unión Europea');

const relatesInvoice = ({ cfdi }: Trade): boolean =>
  childrenAt(cfdi.root, 'cfdi:CfdiRelacionados', 'cfdi:CfdiRelacionado').length > 0;

const DOCUMENT: readonly Rule<Trade>[] = [
  ['CCE101', 'TipoDeComprobante', 'debe ser I, E o T', ({ cfdi }) => !'IET'.includes(cfdi.type)],
  [
    'CCE103',
    'Propietario',
    'existe solo en el tipo T con MotivoTraslado 05',
    (one) => one.owners.length > 0 && !(isTransfer(one) && is(one.node, 'MotivoTraslado', '05')),
  ],
  [
    'CCE106',
    'InformacionGlobal',
    'no debe existir',
    ({ cfdi }) => childOf(cfdi.root, 'cfdi:InformacionGlobal') !== undefined,
  ],
  [
    'CCE107',
    'Rfc',
    'el receptor no debe ser el público en general',
    ({ cfdi }) => cfdi.type === 'I' && is(cfdi.receiver, 'Rfc', 'XAXX010101000'),
  ],
  [
    'CCE108',
    'Rfc',
    'el receptor debe ser el emisor en el tipo T',
    (one) =>
      isTransfer(one) && valueOf(one.cfdi.receiver, 'Rfc') !== valueOf(one.cfdi.issuer, 'Rfc'),
  ],
  [
    'CCE110',
    'ObjetoImp',
    'debe ser 01 en el tipo T',
    (one) => isTransfer(one) && one.cfdi.concepts.some(({ node }) => !is(node, 'ObjetoImp', '01')),
  ],
  [
    'CCE111',
    'ACuentaTerceros',
    'no debe existir',
    (one) => hasInConcepts(one, 'cfdi:ACuentaTerceros'),
  ],
  ['CCE112', 'CuentaPredial', 'no debe existir', (one) => hasInConcepts(one, 'cfdi:CuentaPredial')],
  [
    'CCE113',
    'ComercioExterior',
    'debe existir una sola vez',
    ({ cfdi }) => complementsNamed(cfdi, NAME).length > 1,
  ],
  [
    'CCE115',
    'Complemento',
    'hay un complemento que no puede coexistir',
    ({ cfdi }) => cfdi.complements.some(({ name }) => !BESIDE.includes(name)),
  ],
  [
    'CCE116',
    'MotivoTraslado',
    'con 01 debe existir la factura relacionada',
    (one) => is(one.node, 'MotivoTraslado', '01') && !relatesInvoice(one),
  ],
  [
    'CCE117',
    'MotivoTraslado',
    'con 05 debe existir un propietario',
    ({ node, owners }) => is(node, 'MotivoTraslado', '05') && owners.length === 0,
  ],
  [
    'CCE118',
    'NumCertificadoOrigen',
    'existe solo con CertificadoOrigen 1',
    ({ node }) => has(node, 'NumCertificadoOrigen') !== is(node, 'CertificadoOrigen', '1'),
  ],
  [
    'CCE119',
    'NumeroExportadorConfiable',
    'existe solo hacia la Unión Europea',
    (one) => has(one.node, 'NumeroExportadorConfiable') && !isOfUnion(one),
  ],
  [
    'CCE120',
    'Incoterm',
    'debe existir con la exportación 02',
    ({ cfdi, node }) => is(cfdi.root, 'Exportacion', '02') && !has(node, 'Incoterm'),
  ],
  [
    'CCE122',
    'TotalUSD',
    'debe ser la suma de ValorDolares con dos decimales',
    ({ node, goods }) =>
      !/\.[0-9]{2}$/.test(valueOf(node, 'TotalUSD') ?? '') ||
      !amountOrZero(node, 'TotalUSD').equals(
        (sumOf(goods, 'ValorDolares') ?? Decimal.zero).round(2),
      ),
  ],
  [
    'CCE123',
    'Curp',
    'no debe existir si el emisor es persona moral',
    (one) => rfcLength(one) === 12 && has(one.issuer, 'Curp'),
  ],
  [
    'CCE124',
    'Curp',
    'debe existir si el emisor es persona física',
    (one) => rfcLength(one) === 13 && !has(one.issuer, 'Curp'),
  ],
  [
    'CCE125',
    'Pais',
    'el del emisor debe ser MEX',
    ({ issuer }) => !is(placeOf(issuer), 'Pais', 'MEX'),
  ],
  [
    'CCE133',
    'NumRegIdTrib',
    `existe solo con el RFC ${FOREIGN}`,
    (one) => !isTransfer(one) && has(one.receiver, 'NumRegIdTrib') !== isAbroad(one),
  ],
  [
    'CCE134',
    'Pais',
    'el del receptor no debe ser MEX con NumRegIdTrib',
    ({ receiver }) => has(receiver, 'NumRegIdTrib') && is(placeOf(receiver), 'Pais', 'MEX'),
  ],
  [
    'CCE142',
    'Destinatario',
    'debe existir uno en el tipo T',
    (one) => isTransfer(one) && one.recipients.length !== 1,
  ],
  [
    'CCE151',
    'NoIdentificacion',
    'debe existir en cada concepto',
    ({ cfdi }) => cfdi.concepts.some(({ node }) => !has(node, 'NoIdentificacion')),
  ],
  [
    'CCE153',
    'FraccionArancelaria',
    'no debe repetirse con el mismo NoIdentificacion',
    ({ goods }) => new Set(goods.map(keyOf)).size < goods.length,
  ],
  [
    'CCE166',
    'CantidadAduana',
    'los tres atributos de aduana existen en todas las mercancías o en ninguna',
    ({ goods }) => {
      const count = goods.flatMap((good) => CUSTOMS.filter((name) => has(good, name))).length;
      return count > 0 && count < goods.length * CUSTOMS.length;
    },
  ],
];

const CUSTOMS = ['CantidadAduana', 'UnidadAduana', 'ValorUnitarioAduana'] as const;

const keyOf = (good: Node): string =>
  `${valueOf(good, 'NoIdentificacion')} ${valueOf(good, 'FraccionArancelaria')}`;

const places = ({ issuer, receiver, recipients }: Trade): readonly Node[] =>
  [issuer, receiver, ...recipients].flatMap((node) => childrenAt(node, at('Domicilio')));

/**
 * The rules for addresses: the states of Mexico, the United States and Canada, and the other codes in
 * Mexico.
 */
const PLACE: readonly Rule<Part>[] = [
  [
    'CCE126',
    'Estado',
    'debe ser una clave de c_Estado del país',
    ({ of, node }) => {
      const country = valueOf(node, 'Pais') ?? '';
      const state = columnOf('c_Estado', valueOf(node, 'Estado'), 'country', of.cfdi.on);
      return ['MEX', 'USA', 'CAN'].includes(country) && state !== country;
    },
  ],
  [
    'CCE130',
    'CodigoPostal',
    'debe corresponder con estado, municipio y localidad',
    ({ of, node }) => is(node, 'Pais', 'MEX') && !fitsPostalCode(node, of.cfdi.on),
  ],
];

function fitsPostalCode(node: Node, on: string): boolean {
  const code = valueOf(node, 'CodigoPostal');
  const parts = { Estado: 'state', Municipio: 'municipality', Localidad: 'locality' };
  return Object.entries(parts).every(([name, column]) => {
    const written = valueOf(node, name);
    return written === undefined || written === columnOf('c_CodigoPostal', code, column, on);
  });
}

const conceptsOf = ({ of, node }: Part): readonly Node[] =>
  of.cfdi.concepts
    .map((concept) => concept.node)
    .filter((one) => valueOf(one, 'NoIdentificacion') === valueOf(node, 'NoIdentificacion'));

const isOfServices = (part: Part): boolean =>
  is(part.node, 'UnidadAduana', SERVICE) ||
  conceptsOf(part).some((concept) => is(concept, 'ClaveUnidad', 'E48'));

/** Returns whether a value has no limits, which is the case for 0 and 1 (CCE171). */
const isExempt = (node: Node): boolean =>
  ['0', '1'].includes(amountOrZero(node, 'ValorDolares').trimmed().toString());

/** Returns half a unit of the last decimal of a number. */
const half = (value: Decimal): Decimal => Decimal.from(`0.${'0'.repeat(value.scale)}5`);

/** Returns whether a value lies between the products of the rounded factors (CCE169, CCE171). */
function isBetween(value: Decimal, first: Decimal, second: Decimal): boolean {
  const least = first
    .minus(half(first))
    .times(second.minus(half(second)))
    .round(2, 'down');
  const most = first
    .plus(half(first))
    .times(second.plus(half(second)))
    .round(2, 'up');
  return value.greaterOrEqual(least) && value.lessOrEqual(most);
}

/**
 * Returns whether a good's value equals the amounts of its concepts in US dollars, with a tolerance of one
 * cent for each concept.
 */
function fitsAmounts(part: Part): boolean {
  const { cfdi, node: trade, goods } = part.of;
  const number = valueOf(part.node, 'NoIdentificacion');
  const alike = goods.filter((good) => valueOf(good, 'NoIdentificacion') === number);
  const given = sumOf(alike, 'ValorDolares') ?? Decimal.zero;
  const rate = amountOf(cfdi.root, 'TipoCambio') ?? Decimal.one;
  const amount = sumOf(conceptsOf(part), 'Importe') ?? Decimal.zero;
  const expected = amount.times(rate).dividedBy(amountOrZero(trade, 'TipoCambioUSD'), 6);
  return given
    .minus(expected)
    .abs()
    .lessOrEqual(Decimal.from(`${alike.length}`).times(CENT));
}

const CENT = Decimal.from('0.01');

const GOOD: readonly Rule<Part>[] = [
  [
    'CCE152',
    'NoIdentificacion',
    'debe ser el de un concepto',
    (part) => conceptsOf(part).length === 0,
  ],
  [
    'CCE158',
    'ValorDolares',
    'debe corresponder con el importe de los conceptos',
    (part) => !isTransfer(part.of) && !isExempt(part.node) && !fitsAmounts(part),
  ],
  [
    'CCE159',
    'FraccionArancelaria',
    'no debe existir en un servicio',
    (part) => isOfServices(part) && has(part.node, 'FraccionArancelaria'),
  ],
  [
    'CCE160',
    'FraccionArancelaria',
    'debe existir si no es un servicio',
    (part) => !isOfServices(part) && !has(part.node, 'FraccionArancelaria'),
  ],
  [
    'CCE161',
    'FraccionArancelaria',
    'debe estar vigente en c_FraccionArancelaria',
    ({ of, node }) =>
      isUnknown('c_FraccionArancelaria', valueOf(node, 'FraccionArancelaria'), of.cfdi.on),
  ],
  [
    'CCE167',
    'UnidadAduana',
    'debe ser la de la fracción arancelaria',
    ({ of, node }) => {
      const code = valueOf(node, 'FraccionArancelaria');
      const unit = valueOf(node, 'UnidadAduana');
      if (code === undefined || unit === undefined) return false;
      return unit !== columnOf('c_FraccionArancelaria', code, 'unit', of.cfdi.on);
    },
  ],
  [
    'CCE168',
    'ValorUnitarioAduana',
    'debe ser mayor que cero si no es un servicio',
    ({ node }) =>
      has(node, 'UnidadAduana') &&
      !is(node, 'UnidadAduana', SERVICE) &&
      amountOrZero(node, 'ValorUnitarioAduana').isZero(),
  ],
  [
    'CCE171',
    'ValorDolares',
    'debe corresponder con cantidad y valor unitario de aduana',
    ({ node }) =>
      has(node, 'CantidadAduana') &&
      !isExempt(node) &&
      !isBetween(
        amountOrZero(node, 'ValorDolares'),
        amountOrZero(node, 'CantidadAduana'),
        amountOrZero(node, 'ValorUnitarioAduana'),
      ),
  ],
];

export const foreignTradeTables = [
  table(trades, DOCUMENT),
  table(partsOf(places), PLACE),
  table(
    partsOf(({ goods }) => goods),
    GOOD,
  ),
];
