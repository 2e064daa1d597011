import { Decimal, type CalendarDate } from '@timbre/fiscal';
import {
  amountOf,
  amountOrZero,
  childOf,
  childrenAt,
  has,
  valueOf,
  type Node,
} from '../schema/node';
import { columnOf, isUnknown } from './catalogue';
import { isFor } from './parties';
import { table, type Rule } from './rule';

/** A withholding document, with the elements that many rules read. */
export interface Retention {
  readonly root: Node;
  readonly on: CalendarDate;
  readonly issuer: Node | undefined;
  readonly receiver: Node | undefined;
  readonly national: Node | undefined;
  readonly period: Node | undefined;
  readonly totals: Node | undefined;
  readonly taxes: readonly Node[];
  /** The XML prefixes of the document's complements, without the stamp. */
  readonly complements: readonly string[];
}

export function readRetention(root: Node): Retention {
  const receiver = childOf(root, 'retenciones:Receptor');
  const totals = childOf(root, 'retenciones:Totales');
  return {
    root,
    on: (valueOf(root, 'FechaExp') ?? '').slice(0, 10),
    issuer: childOf(root, 'retenciones:Emisor'),
    receiver,
    national: childOf(receiver, 'retenciones:Nacional'),
    period: childOf(root, 'retenciones:Periodo'),
    totals,
    taxes: childrenAt(totals, 'retenciones:ImpRetenidos'),
    complements: (childOf(root, 'retenciones:Complemento')?.children ?? [])
      .map(({ name }) => name.slice(0, name.indexOf(':')))
      .filter((prefix) => prefix !== 'tfd' && prefix !== ''),
  };
}

/** The complement that each code of c_CveRetenc requires (the catalogue's column `complement`). */
const COMPLEMENTS: Readonly<Record<string, string>> = {
  '06': 'enajenaciondeacciones',
  '14': 'dividendos',
  '15': 'dividendos',
  '16': 'intereses',
  '17': 'arrendamientoenfideicomiso',
  '18': 'pagosaextranjeros',
  '19': 'enajenaciondeacciones',
  '20': 'premios',
  '21': 'fideicomisonoempresarial',
  '22': 'planesderetiro11',
  '23': 'intereseshipotecarios',
  '24': 'operacionesconderivados',
  '26': 'plataformasTecnologicas',
};
/**
 * The codes that require a complement only for a foreign receiver, and the code whose complement only
 * trustees use.
 */
const FOREIGN_KEYS = ['01', '02', '04', '05'];
const TRUST_KEY = '27';

const NATIONAL = 'XAXX010101000';

/**
 * The rules for the document, from the SAT's matrix of Retenciones 2.0 (MRET) and the refusals in a PAC's
 * own tests.
 */
const DOCUMENT: readonly Rule<Retention>[] = [
  [
    'Reten20104',
    'LugarExpRetenc',
    'debe ser una clave de c_CodigoPostal',
    unknown('c_CodigoPostal', ({ root }) => valueOf(root, 'LugarExpRetenc')),
  ],
  ['Reten20105', 'CveRetenc', 'debe ser una clave de c_CveRetenc', unknown('c_CveRetenc', keyOf)],
  [
    'Reten20106',
    'DescRetenc',
    'debe existir con CveRetenc 25',
    (document) => keyOf(document) === '25' && !has(document.root, 'DescRetenc'),
  ],
  [
    'Reten20107',
    'Complemento',
    'debe existir el complemento de CveRetenc, y ningún otro',
    isWrongComplement,
  ],
  [
    'Reten20108',
    'MontoTotGrav',
    'con CveRetenc 28 debe ser cero, igual que MontoTotExent',
    (document) =>
      isRif(document) && !(isZero(document, 'MontoTotGrav') && isZero(document, 'MontoTotExent')),
  ],
  [
    'Reten20109',
    'TipoRelacion',
    'debe ser una clave de c_TipoRelacion',
    unknown('c_TipoRelacion', ({ root }) =>
      valueOf(childOf(root, 'retenciones:CfdiRetenRelacionados'), 'TipoRelacion'),
    ),
  ],
  [
    'Reten20111',
    'RegimenFiscalE',
    'debe ser una clave de c_RegimenFiscal',
    unknown('c_RegimenFiscal', regimeOf),
  ],
  [
    'Reten20112',
    'RegimenFiscalE',
    'debe corresponder con el tipo de persona',
    ({ issuer, on }) => {
      const regime = valueOf(issuer, 'RegimenFiscalE');
      if (isUnknown('c_RegimenFiscal', regime, on)) return false;
      return !isFor('c_RegimenFiscal', regime, valueOf(issuer, 'RfcE'), on);
    },
  ],
  [
    '301',
    'NacionalidadR',
    'debe corresponder con el nodo Nacional o Extranjero',
    ({ receiver, national }) =>
      (valueOf(receiver, 'NacionalidadR') === 'Nacional') !== (national !== undefined),
  ],
  [
    'Reten20116',
    'NomDenRazSocR',
    `debe ser PUBLICO EN GENERAL con el RFC ${NATIONAL}, y solo con él`,
    ({ national }) =>
      national !== undefined &&
      (valueOf(national, 'RfcR') === NATIONAL) !==
        (valueOf(national, 'NomDenRazSocR') === 'PUBLICO EN GENERAL'),
  ],
  [
    'Reten20117',
    'CurpR',
    'solo existe con un RFC de persona física',
    ({ national }) => has(national, 'CurpR') && valueOf(national, 'RfcR')?.length !== 13,
  ],
  [
    'Reten20120',
    'DomicilioFiscalR',
    `debe ser igual a LugarExpRetenc con el RFC ${NATIONAL}`,
    ({ root, national }) =>
      valueOf(national, 'RfcR') === NATIONAL &&
      valueOf(national, 'DomicilioFiscalR') !== valueOf(root, 'LugarExpRetenc'),
  ],
  [
    'Reten20122',
    'MesIni',
    'debe ser menor o igual que MesFin',
    ({ period }) => Number(valueOf(period, 'MesIni')) > Number(valueOf(period, 'MesFin')),
  ],
  [
    'Reten20125',
    'Ejercicio',
    'debe ser una clave de c_Ejercicio',
    unknown('c_Ejercicio', ({ period }) => valueOf(period, 'Ejercicio')),
  ],
  [
    'Reten20126',
    'Ejercicio',
    'debe ser el año en curso o uno de los cinco anteriores',
    ({ period, on }) => {
      const age = Number(on.slice(0, 4)) - Number(valueOf(period, 'Ejercicio'));
      return age < 0 || age > 5;
    },
  ],
  [
    'Reten20127',
    'MontoTotOperacion',
    'debe ser MontoTotGrav más MontoTotExent',
    (document) =>
      !total(document, 'MontoTotOperacion').equals(
        total(document, 'MontoTotGrav').plus(total(document, 'MontoTotExent')),
      ),
  ],
  [
    'Reten20130',
    'ImpRetenidos',
    'deben existir cuando MontoTotRet es mayor que cero',
    (document) => !isZero(document, 'MontoTotRet') && document.taxes.length === 0,
  ],
  [
    'Reten20131',
    'MontoTotRet',
    'debe ser la suma de MontoRet',
    (document) => {
      const sum = Decimal.sum(document.taxes.map((line) => amountOrZero(line, 'MontoRet')));
      return document.taxes.length > 0 && !total(document, 'MontoTotRet').equals(sum);
    },
  ],
  [
    'Reten20132',
    'UtilidadBimestral',
    'debe ser mayor que cero con CveRetenc 28',
    (document) => isRif(document) && isZero(document, 'UtilidadBimestral'),
  ],
  [
    'Reten20133',
    'ISRCorrespondiente',
    'debe ser mayor que cero con CveRetenc 28',
    (document) => isRif(document) && isZero(document, 'ISRCorrespondiente'),
  ],
];

/**
 * The rules for each withheld tax. Reten20134 concerns c_Impuesto; Reten20135 concerns the tax and the kind
 * of payment.
 */
const TAX: readonly Rule<{ readonly node: Node; readonly on: CalendarDate }>[] = [
  [
    'Reten20134',
    'ImpuestoRet',
    'debe ser una clave de c_Impuesto',
    ({ node, on }) => isUnknown('c_Impuesto', valueOf(node, 'ImpuestoRet'), on),
  ],
  [
    'Reten20135',
    'TipoPagoRet',
    'debe ser una clave de c_TipoPagoRet del impuesto',
    ({ node, on }) => {
      const [kind, tax] = [valueOf(node, 'TipoPagoRet'), valueOf(node, 'ImpuestoRet')];
      if (isUnknown('c_TipoPagoRet', kind, on)) return true;
      return tax !== undefined && columnOf('c_TipoPagoRet', kind, 'tax', on) !== tax;
    },
  ],
];

/** The rules for retirement plans in the SAT's matrix of Planes de retiro 1.1 (MPDR). */
const RETIREMENT: readonly Rule<Node>[] = [
  [
    'PDR101',
    'MontTotRetiradoAnioInmAntPer',
    'debe ser MontTotExentRetiradoAnioInmAnt más MontTotExedenteAnioInmAnt',
    (plan) =>
      has(plan, WITHDRAWN[0]) &&
      !amountOrZero(plan, WITHDRAWN[0]).equals(
        amountOrZero(plan, WITHDRAWN[1]).plus(amountOrZero(plan, WITHDRAWN[2])),
      ),
  ],
  [
    'PDR102',
    'MontTotExentRetiradoAnioInmAnt',
    'debe existir junto con MontTotRetiradoAnioInmAntPer y MontTotExedenteAnioInmAnt',
    (plan) => new Set(WITHDRAWN.map((name) => has(plan, name))).size > 1,
  ],
  [
    'PDR104',
    'TipoAportacionODeposito',
    'no debe repetirse, y hay tres a lo más',
    (plan) => {
      const types = childrenAt(plan, 'planesderetiro11:AportacionesODepositos').map((node) =>
        valueOf(node, 'TipoAportacionODeposito'),
      );
      return types.length > 3 || new Set(types).size < types.length;
    },
  ],
];

const WITHDRAWN = [
  'MontTotRetiradoAnioInmAntPer',
  'MontTotExentRetiradoAnioInmAnt',
  'MontTotExedenteAnioInmAnt',
] as const;

function unknown(
  catalogue: string,
  read: (document: Retention) => string | undefined,
): (document: Retention) => boolean {
  return (document) => isUnknown(catalogue, read(document), document.on);
}

function keyOf({ root }: Retention): string {
  return valueOf(root, 'CveRetenc') ?? '';
}

function regimeOf({ issuer }: Retention): string | undefined {
  return valueOf(issuer, 'RegimenFiscalE');
}

function isRif(document: Retention): boolean {
  return keyOf(document) === '28';
}

function total({ totals }: Retention, name: string): Decimal {
  return amountOf(totals, name) ?? Decimal.zero;
}

function isZero(document: Retention, name: string): boolean {
  return total(document, name).isZero();
}

function isWrongComplement(document: Retention): boolean {
  const key = keyOf(document);
  const { complements, receiver } = document;
  const isForeign = valueOf(receiver, 'NacionalidadR') === 'Extranjero';
  const required = FOREIGN_KEYS.includes(key)
    ? isForeign && 'pagosaextranjeros'
    : (COMPLEMENTS[key] ?? false);
  if (required) return complements.length !== 1 || complements[0] !== required;
  const allowed = key === TRUST_KEY ? 'sectorfinanciero' : undefined;
  return complements.length > 1 || complements.some((prefix) => prefix !== allowed);
}

export const retentionTables = [
  table(
    ({ root }: Retention) =>
      childrenAt(childOf(root, 'retenciones:Complemento'), 'planesderetiro11:Planesderetiro'),
    RETIREMENT,
  ),
  table((document: Retention) => [document], DOCUMENT),
  table((document: Retention) => document.taxes.map((node) => ({ node, on: document.on })), TAX),
];
