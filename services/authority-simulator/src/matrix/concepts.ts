import { certain, figureOn } from '@timbre/fiscal';
import { amountOf, childOf, childrenAt, has, valueOf, type Node } from '../schema/node';
import { isProduct } from './amounts';
import { columnOf, isUnknown } from './catalogue';
import { hasComplement, type Cfdi, type Concept } from './cfdi';
import { isWrongPedimento } from './pedimento';
import { table, type Rule } from './rule';

/**
 * The codes of c_ObjetoImp for concepts with taxes, without taxes, and with other taxes than IVA and IEPS
 * (2024-12-13).
 */
const TAXED = '02';
const UNTAXED = ['01', '03', '04', '05'];
const ISR_ONLY = ['06', '08'];
const IEPS_ONLY = '07';
const IVA = '002';
const IEPS = '003';

/**
 * The product keys that require a complement in the concept (MAT 40163): fuels since 2026-04-24, with the
 * complement Hidrocarburos y Petrolíferos.
 */
const FUEL_PREFIX = 'hidrocarburospetroliferos:';
const isFuel = (key: string, on: string): boolean =>
  figureOn('cfdi.fuel_complement', on)?.value.keys.includes(key) ?? false;

/** The rules for concepts in the SAT's matrix of CFDI 4.0. */
const CONCEPT: readonly Rule<Concept>[] = [
  [
    'CFDI40162',
    'ClaveProdServ',
    'debe ser una clave de c_ClaveProdServ',
    ({ node, cfdi }) => isUnknown('c_ClaveProdServ', valueOf(node, 'ClaveProdServ'), cfdi.on),
  ],
  [
    'CFDI40163',
    'ClaveProdServ',
    'requiere el complemento Hidrocarburos y Petrolíferos',
    ({ node, cfdi }) =>
      cfdi.type === 'I' &&
      isFuel(valueOf(node, 'ClaveProdServ') ?? '', cfdi.on) &&
      !childrenOf(node, 'cfdi:ComplementoConcepto').some(({ name }) =>
        name.startsWith(FUEL_PREFIX),
      ),
  ],
  ['CFDI40164', 'ClaveProdServ', 'requiere el impuesto IVA', lacks(IVA, 'iva')],
  ['CFDI40164', 'ClaveProdServ', 'requiere el impuesto IEPS', lacks(IEPS, 'ieps')],
  [
    'CFDI40165',
    'ClaveUnidad',
    'debe ser una clave de c_ClaveUnidad',
    ({ node, cfdi }) => isUnknown('c_ClaveUnidad', valueOf(node, 'ClaveUnidad'), cfdi.on),
  ],
  [
    'CFDI40166',
    'ValorUnitario',
    'debe ser mayor que cero en los tipos I, E y N',
    ({ node, cfdi }) => cfdi.hasValue && !amountOf(node, 'ValorUnitario')?.isPositive(),
  ],
  ['CFDI40167', 'Importe', 'está fuera de sus límites', ({ node }) => isNotProduct(node)],
  [
    'CFDI40168',
    'Descuento',
    'tiene más decimales que Importe',
    ({ node }) => {
      const [discount, amount] = [amountOf(node, 'Descuento'), amountOf(node, 'Importe')];
      return discount !== undefined && discount.scale > (amount?.scale ?? 0);
    },
  ],
  [
    'CFDI40169',
    'Descuento',
    'no debe ser mayor que Importe',
    ({ node }) => {
      const [discount, amount] = [amountOf(node, 'Descuento'), amountOf(node, 'Importe')];
      return discount !== undefined && amount !== undefined && discount.greaterThan(amount);
    },
  ],
  [
    'CFDI40170',
    'ObjetoImp',
    'debe ser una clave de c_ObjetoImp',
    ({ node, cfdi }) => isUnknown('c_ObjetoImp', valueOf(node, 'ObjetoImp'), cfdi.on),
  ],
  [
    'CFDI40171',
    'ObjetoImp',
    'con 02 debe existir el nodo Impuestos',
    ({ node, taxes }) => valueOf(node, 'ObjetoImp') === TAXED && !taxes,
  ],
  [
    'CFDI40172',
    'ObjetoImp',
    'con 01, 03, 04 y 05 no debe existir el nodo Impuestos',
    ({ node, taxes }) => UNTAXED.includes(valueOf(node, 'ObjetoImp') ?? '') && taxes !== undefined,
  ],
  [
    'CFDI140226',
    'ObjetoImp',
    'con 06 y 08 no debe haber IVA ni IEPS',
    (concept) =>
      ISR_ONLY.includes(valueOf(concept.node, 'ObjetoImp') ?? '') &&
      (hasTax(concept, IVA) || hasTax(concept, IEPS)),
  ],
  [
    'CFDI140227',
    'ObjetoImp',
    'con 07 debe trasladarse IEPS y no debe haber IVA',
    (concept) =>
      valueOf(concept.node, 'ObjetoImp') === IEPS_ONLY &&
      (hasTax(concept, IVA) || !concept.transfers.some((line) => taxOf(line) === IEPS)),
  ],
  [
    'CFDI40173',
    'Impuestos',
    'debe contener al menos un impuesto',
    ({ taxes, transfers, withholdings }) =>
      taxes !== undefined && transfers.length + withholdings.length === 0,
  ],
  [
    'CFDI40188',
    'RfcACuentaTerceros',
    'debe ser distinto del emisor y del receptor',
    ({ node, cfdi: { issuer, receiver } }) => {
      const rfc = valueOf(childOf(node, 'cfdi:ACuentaTerceros'), 'RfcACuentaTerceros');
      if (rfc === undefined) return false;
      return rfc === valueOf(issuer, 'Rfc') || rfc === valueOf(receiver, 'Rfc');
    },
  ],
  [
    'CFDI40191',
    'RegimenFiscalACuentaTerceros',
    'debe ser una clave de c_RegimenFiscal',
    ({ node, cfdi }) =>
      isUnknown(
        'c_RegimenFiscal',
        valueOf(childOf(node, 'cfdi:ACuentaTerceros'), 'RegimenFiscalACuentaTerceros'),
        cfdi.on,
      ),
  ],
  [
    'CFDI140223',
    'RegimenFiscalACuentaTerceros',
    'debe ser 616 con el RFC EXT990101NI1',
    ({ node }) => {
      const third = childOf(node, 'cfdi:ACuentaTerceros');
      return (
        valueOf(third, 'RfcACuentaTerceros') === 'EXT990101NI1' &&
        valueOf(third, 'RegimenFiscalACuentaTerceros') !== '616'
      );
    },
  ],
  [
    'CFDI40193',
    'DomicilioFiscalACuentaTerceros',
    'debe ser igual a LugarExpedicion con el RFC EXT990101NI1',
    ({ node, cfdi }) => {
      const third = childOf(node, 'cfdi:ACuentaTerceros');
      return (
        valueOf(third, 'RfcACuentaTerceros') === 'EXT990101NI1' &&
        valueOf(third, 'DomicilioFiscalACuentaTerceros') !== valueOf(cfdi.root, 'LugarExpedicion')
      );
    },
  ],
  ['CFDI40194', 'NumeroPedimento', 'no es válido', hasWrongPedimento],
  [
    'CFDI40195',
    'NumeroPedimento',
    'no debe existir con comercio exterior',
    ({ node, cfdi }) => isForeignTrade(cfdi) && hasPedimento(node),
  ],
];

/** The element Concepto, or one of its Parte elements. */
interface Written {
  readonly node: Node;
  readonly cfdi: Cfdi;
}

/** The rules for the Parte elements of a concept. */
const PART: readonly Rule<Written>[] = [
  [
    'CFDI40196',
    'ClaveProdServ',
    'debe ser una clave de c_ClaveProdServ',
    ({ node, cfdi }) => isUnknown('c_ClaveProdServ', valueOf(node, 'ClaveProdServ'), cfdi.on),
  ],
  [
    'CFDI40197',
    'ValorUnitario',
    'debe ser mayor que cero',
    ({ node }) =>
      has(node, 'ValorUnitario') &&
      !certain(amountOf(node, 'ValorUnitario'), 'the amount').isPositive(),
  ],
  [
    'CFDI40198',
    'Importe',
    'está fuera de sus límites',
    ({ node }) => has(node, 'ValorUnitario') && has(node, 'Importe') && isNotProduct(node),
  ],
  ['CFDI40199', 'NumeroPedimento', 'no es válido', hasWrongPedimento],
  [
    'CFDI40200',
    'NumeroPedimento',
    'no debe existir con comercio exterior',
    ({ node, cfdi }) => isForeignTrade(cfdi) && hasPedimento(node),
  ],
];

function childrenOf(node: Node, name: string): readonly Node[] {
  return childOf(node, name)?.children ?? [];
}

export function taxOf(line: Node): string | undefined {
  return valueOf(line, 'Impuesto');
}

function hasTax({ transfers, withholdings }: Concept, tax: string): boolean {
  return [...transfers, ...withholdings].some((line) => taxOf(line) === tax);
}

/**
 * Returns a function that checks whether a product key requires a transferred tax that the concept lacks.
 */
function lacks(tax: string, column: 'iva' | 'ieps'): (concept: Concept) => boolean {
  return ({ node, transfers, cfdi }) =>
    columnOf('c_ClaveProdServ', valueOf(node, 'ClaveProdServ'), column, cfdi.on) === 'required' &&
    !transfers.some((line) => taxOf(line) === tax);
}

function isNotProduct(node: Node): boolean {
  const amount = amountOf(node, 'Importe');
  const [quantity, price] = [amountOf(node, 'Cantidad'), amountOf(node, 'ValorUnitario')];
  return !amount || !quantity || !price || !isProduct(amount, quantity, price);
}

function hasPedimento(node: Node): boolean {
  return childOf(node, 'cfdi:InformacionAduanera') !== undefined;
}

function hasWrongPedimento({ node, cfdi }: Written): boolean {
  return childrenAt(node, 'cfdi:InformacionAduanera').some((entry) =>
    isWrongPedimento(valueOf(entry, 'NumeroPedimento') ?? '', cfdi.on),
  );
}

function isForeignTrade(cfdi: Cfdi): boolean {
  return hasComplement(cfdi, 'cce20');
}

export const conceptTables = [
  table(({ concepts }: Cfdi) => concepts, CONCEPT),
  table(
    ({ concepts }: Cfdi) =>
      concepts.flatMap(({ node, cfdi }) =>
        childrenAt(node, 'cfdi:Parte').map((part) => ({ node: part, cfdi })),
      ),
    PART,
  ),
];
