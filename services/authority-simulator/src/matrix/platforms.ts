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
import { columnOf } from './catalogue';
import type { Retention } from './retenciones';
import { table, type Rule } from './rule';

/** The complement for digital platforms, with the elements of its document that its rules read. */
interface Platforms {
  readonly document: Retention;
  readonly complement: Node;
  readonly services: readonly Node[];
  /** The operations that were not paid in cash (FormaPagoServ 01). */
  readonly received: readonly Node[];
  readonly isForeign: boolean;
  readonly isPublic: boolean;
  /** Returns whether TipoDeServ is the code of a digital service. */
  readonly isDigital: boolean;
}

const PREFIX = 'plataformasTecnologicas:';
const TAX = `${PREFIX}ImpuestosTrasladadosdelServicio`;
const COMMISSION = `${PREFIX}ComisionDelServicio`;
const CONTRIBUTION = `${PREFIX}ContribucionGubernamental`;
const ISR = '001';
const IVA = '002';
/**
 * The codes of digital services. Platforms withhold the whole IVA and no ISR from foreign providers of
 * these services.
 */
const DIGITAL = ['07', '08', '09'];

/**
 * The ISR rates for each type of service, each with the first fiscal year in which the rate applies
 * (c_TipoDeServ, and for 2026 the Ley de Ingresos, article 25). Service types that are missing here have no
 * published rate.
 */
const RATES: Readonly<Record<string, readonly (readonly [year: number, rate: string])[]>> = {
  '01': [[2021, '0.021']],
  '02': [[2021, '0.021']],
  '03': [[2021, '0.021']],
  '04': [[2021, '0.04']],
  '05': [
    [2021, '0.01'],
    [2026, '0.025'],
  ],
  '06': [
    [2021, '0.01'],
    [2026, '0.025'],
  ],
};
/** The last fiscal year with known ISR rates; rates of later years are not checked. */
const LAST_YEAR = 2026;
/** The ISR rate of companies for any type of service, since 2026. */
const COMPANIES = [2026, '0.025'] as const;

/**
 * The rules for the whole complement, from the SAT's matrix of Servicios de plataformas tecnológicas (MSPT,
 * revision D).
 */
const COMPLEMENT: readonly Rule<Platforms>[] = [
  [
    'SPT102',
    'CveRetenc',
    'debe ser 26',
    ({ document }) => valueOf(document.root, 'CveRetenc') !== '26',
  ],
  [
    'SPT104',
    'NumRegIdTribR',
    'debe existir de un extranjero; sin número de su país es XEXX010101000',
    ({ document: { receiver }, isForeign }) =>
      isForeign && !has(childOf(receiver, 'retenciones:Extranjero'), 'NumRegIdTribR'),
  ],
  [
    'SPT105',
    'MesFin',
    'debe ser igual que MesIni',
    ({ document: { period } }) => valueOf(period, 'MesIni') !== valueOf(period, 'MesFin'),
  ],
  [
    'SPT107',
    'MontoTotOperacion',
    'debe ser igual que MonTotServSIVA',
    ({ document, complement }) =>
      differs(document.totals, 'MontoTotOperacion', priceIn(complement)),
  ],
  [
    'SPT108',
    'MontoTotGrav',
    'debe ser igual que MonTotServSIVA',
    ({ document, complement }) => differs(document.totals, 'MontoTotGrav', priceIn(complement)),
  ],
  [
    'SPT109',
    'MontoTotExent',
    'debe ser 0.00',
    ({ document }) => differs(document.totals, 'MontoTotExent', Decimal.zero),
  ],
  [
    'SPT111',
    'ImpuestoRet',
    'no debe ser ISR si el emisor es persona física',
    ({ document }) =>
      valueOf(document.issuer, 'RfcE')?.length === 13 && lineOf(document, ISR) !== undefined,
  ],
  [
    'SPT112',
    'ImpRetenidos',
    'debe existir el del IVA si se trasladó IVA',
    ({ document, services }) =>
      !sumOf(services, ivaOf).isZero() && lineOf(document, IVA) === undefined,
  ],
  [
    'SPT113',
    'ImpRetenidos',
    'debe existir uno por impuesto',
    ({ document: { taxes } }) =>
      new Set(taxes.map((tax) => valueOf(tax, 'ImpuestoRet'))).size < taxes.length,
  ],
  [
    'SPT114',
    'ImpRetenidos',
    'debe existir el del IVA de un extranjero',
    ({ document, isForeign }) => isForeign && lineOf(document, IVA) === undefined,
  ],
  [
    'SPT115',
    'BaseRet',
    'del ISR debe ser el monto de las operaciones sin las pagadas en efectivo',
    ({ document, received }) => isOtherBase(document, ISR, sumOf(received, priceOf)),
  ],
  [
    'SPT116',
    'BaseRet',
    'del IVA debe ser el IVA de las operaciones sin las pagadas en efectivo',
    ({ document, received }) => isOtherBase(document, IVA, sumOf(received, ivaOf)),
  ],
  [
    'SPT117',
    'MontoRet',
    'del IVA debe ser 50% o 100% de BaseRet, truncado a centésimas',
    (platforms) =>
      !isWholeIva(platforms) && isOtherShare(platforms, IVA, [['0.5', true], ['1', true]]), // prettier-ignore
  ],
  [
    'SPT118',
    'MontoRet',
    'del ISR debe ser BaseRet por la tasa del tipo de servicio',
    (platforms) =>
      !platforms.isPublic && isOtherShare(platforms, ISR, ratesOf(platforms).map((rate) => [rate, false])), // prettier-ignore
  ],
  [
    'SPT119',
    'MontoRet',
    'del IVA debe ser 100% de BaseRet con el RFC genérico',
    (platforms) => platforms.isPublic && isOtherShare(platforms, IVA, [['1', true]]),
  ],
  [
    'SPT120',
    'MontoRet',
    'del ISR debe ser 20% de BaseRet con el RFC genérico, truncado a centésimas',
    (platforms) => platforms.isPublic && isOtherShare(platforms, ISR, [['0.2', true]]),
  ],
  [
    'SPT121',
    'MontoRet',
    'del IVA debe ser 100% de BaseRet de un extranjero con servicios digitales',
    (platforms) =>
      !platforms.isPublic && isWholeIva(platforms) && isOtherShare(platforms, IVA, [['1', true]]),
  ],
  [
    'SPT123',
    'TipoDeServ',
    'no debe ser de servicios digitales con ISR',
    ({ document, isDigital }) => isDigital && lineOf(document, ISR) !== undefined,
  ],
  [
    'SPT124',
    'ImpuestoRet',
    'no debe ser ISR de un extranjero',
    ({ document, isForeign }) => isForeign && lineOf(document, ISR) !== undefined,
  ],
  ...sums(),
];

/** Returns the rules for the sums that the complement contains. */
function sums(): Rule<Platforms>[] {
  return [
    [
      'SPT126',
      'NumServ',
      'debe ser el número de DetallesDelServicio',
      ({ complement, services }) => valueOf(complement, 'NumServ') !== String(services.length),
    ],
    sum('SPT127', 'MonTotServSIVA', ({ services }) => sumOf(services, priceOf)),
    sum('SPT128', 'TotalIVATrasladado', ({ services }) => sumOf(services, ivaOf)),
    sum('SPT129', 'TotalIVARetenido', ({ document }) => withheldOf(document, IVA)),
    sum('SPT130', 'TotalISRRetenido', ({ document }) => withheldOf(document, ISR)),
    sum('SPT131', 'DifIVAEntregadoPrestServ', ({ document, received, isForeign }) =>
      isForeign ? undefined : sumOf(received, ivaOf).minus(withheldOf(document, IVA)),
    ),
    sum('SPT132', 'DifIVAEntregadoPrestServ', ({ isForeign }) =>
      isForeign ? Decimal.zero : undefined,
    ),
    sum('SPT133', 'MonTotalporUsoPlataforma', ({ services }) =>
      sumOf(services, (one) => amountOrZero(childOf(one, COMMISSION), 'Importe')),
    ),
    sum('SPT134', 'MonTotalContribucionGubernamental', ({ services }) =>
      services.some((one) => childOf(one, CONTRIBUTION))
        ? sumOf(services, (one) => amountOrZero(childOf(one, CONTRIBUTION), 'ImpContrib'))
        : undefined,
    ),
  ];
}

/**
 * Builds the rule for one sum of the complement. The parameter `of` returns undefined if the rule does not
 * apply to the document.
 */
function sum(
  code: string,
  field: string,
  of: (platforms: Platforms) => Decimal | undefined,
): Rule<Platforms> {
  return [
    code,
    field,
    'debe ser la suma de las operaciones',
    (platforms) => {
      const expected = of(platforms);
      return expected !== undefined && differs(platforms.complement, field, expected);
    },
  ];
}

/** The rules for each operation of the complement. */
const SERVICE: readonly Rule<{ readonly node: Node; readonly platforms: Platforms }>[] = [
  [
    'SPT137',
    'TipoDeServ',
    'debe ser el mismo en todo el comprobante',
    ({ node, platforms }) => valueOf(node, 'TipoDeServ') !== typeOf(platforms),
  ],
  [
    'SPT138',
    'SubTipServ',
    'debe ser del TipoDeServ en c_SubTipoServ',
    ({ node, platforms: { document } }) => {
      const subtype = valueOf(node, 'SubTipServ');
      const type = columnOf('c_SubTipoServ', subtype, 'serviceType', document.on);
      return type !== undefined && type !== valueOf(node, 'TipoDeServ');
    },
  ],
  [
    'SPT140',
    'FechaServ',
    'debe estar en el mes y el ejercicio del comprobante',
    ({ node, platforms: { document } }) => {
      const month = `${valueOf(document.period, 'Ejercicio')}-${valueOf(document.period, 'MesIni')}`;
      return valueOf(node, 'FechaServ')?.slice(0, 7) !== month;
    },
  ],
  [
    'SPT141',
    'ImpuestosTrasladadosdelServicio',
    'no debe existir con FormaPagoServ 09',
    ({ node }) => isPremium(node) && childOf(node, TAX) !== undefined,
  ],
  [
    'SPT142',
    'Base',
    'debe ser igual que PrecioServSinIVA',
    ({ node }) => {
      const tax = childOf(node, TAX);
      return tax !== undefined && differs(tax, 'Base', priceOf(node));
    },
  ],
  [
    'SPT143',
    'Importe',
    'debe ser Base por TasaCuota',
    ({ node }) => {
      const tax = childOf(node, TAX);
      const due = amountOrZero(tax, 'Base').times(amountOrZero(tax, 'TasaCuota'));
      return tax !== undefined && !isNear(amountOrZero(tax, 'Importe'), due);
    },
  ],
  [
    'SPT145',
    'ImpContrib',
    'debe ser al menos 1.00',
    ({ node }) => {
      const contribution = childOf(node, CONTRIBUTION);
      return (
        contribution !== undefined && amountOrZero(contribution, 'ImpContrib').lessThan(Decimal.one)
      );
    },
  ],
  [
    'SPT146',
    'ComisionDelServicio',
    'no debe existir con FormaPagoServ 09',
    ({ node }) => isPremium(node) && childOf(node, COMMISSION) !== undefined,
  ],
  [
    'SPT147',
    'Importe',
    'de ComisionDelServicio debe ser mayor que cero',
    ({ node }) => {
      const commission = childOf(node, COMMISSION);
      return commission !== undefined && amountOrZero(commission, 'Importe').isZero();
    },
  ],
];

const isPremium = (node: Node): boolean => valueOf(node, 'FormaPagoServ') === '09';

const priceOf = (node: Node): Decimal => amountOrZero(node, 'PrecioServSinIVA');
const ivaOf = (node: Node): Decimal => amountOrZero(childOf(node, TAX), 'Importe');
const priceIn = (complement: Node): Decimal => amountOrZero(complement, 'MonTotServSIVA');

const sumOf = (nodes: readonly Node[], amount: (node: Node) => Decimal): Decimal =>
  Decimal.sum(nodes.map(amount));

function differs(node: Node | undefined, name: string, expected: Decimal): boolean {
  return !(amountOf(node, name)?.equals(expected) ?? false);
}

/** Returns whether an amount equals the exact product, rounded or truncated to cents. */
function isNear(amount: Decimal, exact: Decimal): boolean {
  return amount.minus(exact).abs().lessThan(Decimal.from('0.01'));
}

/**
 * Returns the tax code of a withheld tax. If the element has no tax code, its kind of payment determines
 * the tax: 01 is IVA, 03 and 04 are ISR.
 */
const taxOf = (line: Node): string | undefined =>
  valueOf(line, 'ImpuestoRet') ??
  { '01': IVA, '03': ISR, '04': ISR }[valueOf(line, 'TipoPagoRet') ?? ''];

const lineOf = ({ taxes }: Retention, tax: string): Node | undefined =>
  taxes.find((line) => taxOf(line) === tax);

const withheldOf = ({ taxes }: Retention, tax: string): Decimal =>
  sumOf(
    taxes.filter((line) => taxOf(line) === tax),
    (line) => amountOrZero(line, 'MontoRet'),
  );

function isOtherBase(document: Retention, tax: string, expected: Decimal): boolean {
  const line = lineOf(document, tax);
  return line !== undefined && differs(line, 'BaseRet', expected.round(2, 'down'));
}

/**
 * Returns whether the withheld amount differs from every allowed share of its base. If no allowed share is
 * known, the amount is not checked.
 */
function isOtherShare(
  { document }: Platforms,
  tax: string,
  shares: readonly (readonly [share: string, isTruncated: boolean])[],
): boolean {
  const line = lineOf(document, tax);
  if (line === undefined || shares.length === 0) return false;
  const [base, amount] = [amountOrZero(line, 'BaseRet'), amountOrZero(line, 'MontoRet')];
  return !shares.some(([share, isTruncated]) => {
    const exact = base.times(Decimal.from(share));
    return isTruncated ? amount.equals(exact.round(2, 'down')) : isNear(amount, exact);
  });
}

const typeOf = ({ services }: Pick<Platforms, 'services'>): string =>
  valueOf(services[0], 'TipoDeServ') ?? '';

const isWholeIva = (platforms: Platforms): boolean =>
  platforms.isPublic || (platforms.isForeign && platforms.isDigital);

function ratesOf(platforms: Platforms): string[] {
  const { period, national } = platforms.document;
  const year = Number(valueOf(period, 'Ejercicio'));
  const own = RATES[typeOf(platforms)]?.findLast(([from]) => from <= year)?.[1];
  if (own === undefined || year > LAST_YEAR) return [];
  const isCompany = valueOf(national, 'RfcR')?.length === 12 && year >= COMPANIES[0];
  return isCompany ? [own, COMPANIES[1]] : [own];
}

function platformsIn(document: Retention): readonly Platforms[] {
  const { root, receiver, national } = document;
  const complements = childrenAt(
    childOf(root, 'retenciones:Complemento'),
    `${PREFIX}ServiciosPlataformasTecnologicas`,
  );
  return complements.map((complement) => {
    const services = childrenAt(complement, `${PREFIX}Servicios`, `${PREFIX}DetallesDelServicio`);
    return {
      document,
      complement,
      services,
      received: services.filter((node) => valueOf(node, 'FormaPagoServ') !== '01'),
      isForeign: valueOf(receiver, 'NacionalidadR') === 'Extranjero',
      isPublic: valueOf(national, 'RfcR') === 'XAXX010101000',
      isDigital: DIGITAL.includes(typeOf({ services })),
    };
  });
}

export const platformTables = [
  table(platformsIn, COMPLEMENT),
  table(
    (document: Retention) =>
      platformsIn(document).flatMap((platforms) =>
        platforms.services.map((node) => ({ node, platforms })),
      ),
    SERVICE,
  ),
];
