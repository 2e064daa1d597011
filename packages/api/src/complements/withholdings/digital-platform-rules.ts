import { catalog, Decimal, figureOn, Rfc, type Issue } from '@timbre/fiscal';
import type { WithheldDocument, WithheldTaxOf } from './complement';
import type { DigitalPlatforms, PlatformService } from './digital-platform-shape';
import { ivaOf, totalIva, totalPrice, withheldSums } from './digital-platform-sums';

/**
 * The code of c_FormaPagoServ for other income, such as premiums. The platform itself pays this income to the
 * provider, so the operation has no IVA and no commission.
 */
const premium = '09';

/** The codes of c_TipoDeServ for digital services; the platform withholds all IVA of a foreign provider. */
const digitalServices = ['07', '08', '09'];

/** The minimum government contribution that the SAT's matrix allows. */
const contributionMin = 1;

const cent = Decimal.from('0.01');
const hundred = Decimal.from(100);

/**
 * Source: rules SPT137, SPT138, SPT141, SPT143 and SPT145 to SPT147 of the SAT's matrix of Servicios de
 * plataformas tecnológicas 1.0, revision D, and the columns of c_SubTipoServ.
 *
 * - platform_types_differ: all operations of one document must have the same type
 * - platform_subtype_not_of_type: the subtype belongs to a different type of operation
 * - platform_assistant_not_person: the authorized assistant must be a natural person
 * - platform_part_not_allowed: a premium (payment form 09) has no IVA and no commission; a price of 0 has no
 *   IVA; a commission is above 0; a government contribution is at least 1 peso
 * - platform_iva_differs: the IVA of an operation must be its price times its rate
 */
export function issues({ services }: DigitalPlatforms): Issue[] {
  const [first] = services;
  return services.flatMap((service, index) => {
    const at = (field: string, code: string, message: string): Issue => ({
      path: ['services', index, field],
      code,
      message,
    });
    const found: Issue[] = [];
    if (service.type !== first?.type) {
      const message = 'Write a document for each type of operation.';
      found.push(at('type', 'platform_types_differ', message));
    }
    const ofType = serviceTypeOf(service.subtype);
    if (ofType && ofType !== service.type) {
      const message = `Subtype ${service.subtype} belongs to type ${ofType}.`;
      found.push(at('subtype', 'platform_subtype_not_of_type', message));
    }
    if (service.assistantRfc && Rfc.parse(service.assistantRfc)?.kind !== 'fisica') {
      const message = 'The assistant must be a natural person.';
      found.push(at('assistantRfc', 'platform_assistant_not_person', message));
    }
    return [...found, ...partIssues(service, at)];
  });
}

/** Returns the operation type of a subtype; undefined if the catalogue does not contain the type. */
const serviceTypeOf = (subtype: string | undefined): string | undefined =>
  subtype === undefined
    ? undefined
    : catalog('c_SubTipoServ')?.get(subtype, 'latest')?.attributes['serviceType'];

function partIssues(
  service: PlatformService,
  at: (field: string, code: string, message: string) => Issue,
): Issue[] {
  const { paymentForm, price, iva, commission, contribution } = service;
  const isPremium = paymentForm === premium;
  const found: Issue[] = [];
  if (iva && (isPremium || price === 0)) {
    const message = isPremium ? 'A premium has no IVA.' : 'A price of 0 has no IVA.';
    found.push(at('iva', 'platform_part_not_allowed', message));
  } else if (iva) {
    const exact = Decimal.from(price).times(Decimal.from(iva.rate));
    if (!isWithinCent(ivaOf(service), exact)) {
      const message = `The IVA of ${price} is ${exact.round(2)}; leave the amount out or correct it.`;
      found.push(at('iva', 'platform_iva_differs', message));
    }
  }
  if (commission && (isPremium || commission.amount === 0)) {
    const message = isPremium ? 'A premium has no commission.' : 'Leave out a commission of 0.';
    found.push(at('commission', 'platform_part_not_allowed', message));
  }
  if (contribution && contribution.amount < contributionMin) {
    const message = `A government contribution is at least ${contributionMin} peso.`;
    found.push(at('contribution', 'platform_part_not_allowed', message));
  }
  return found;
}

/** Whether an amount equals the exact value, rounded or truncated to cents. */
const isWithinCent = (amount: Decimal, exact: Decimal): boolean =>
  amount.minus(exact).abs().lessThan(cent);

/**
 * Checks the parts of the document that its operations determine. The paths of the issues are relative to the
 * document. Source: rules SPT105 to SPT124 and SPT140 of the SAT's matrix; LISR 113-A and 113-C-IV, LIVA
 * 18-J, LIF 2026 25-VI.
 * - platform_period_not_month: a document must cover exactly one month
 * - platform_service_not_in_month: an operation was not paid in the month of the document
 * - platform_totals_differ: the taxable total must be the price of all operations, and the exempt total must be
 *   0
 * - platform_tax_repeated: the document may state each withheld tax only once
 * - platform_iva_missing: the document must state the withheld IVA if IVA was charged or the provider is abroad
 * - platform_isr_not_allowed: no ISR is withheld from a provider abroad, from digital services (types 07 to 09)
 *   or by a natural person
 * - platform_base_differs: the base of ISR must be the price of the operations that were not paid in cash, and
 *   the base of IVA the IVA of these operations
 * - platform_withheld_differs: the withheld amount is not the share of the base that the law requires
 */
export function documentIssues(value: DigitalPlatforms, document: WithheldDocument): Issue[] {
  const { taxes } = document;
  const repeated = taxes.flatMap(({ type }, index): Issue[] => {
    if (taxes.findIndex((tax) => tax.type === type) === index) return [];
    const message = `Add up the lines of ${type}.`;
    return [{ path: ['taxes', index], code: 'platform_tax_repeated', message }];
  });
  return [
    ...periodIssues(value, document),
    ...totalIssues(value, document),
    ...repeated,
    ...ivaLineIssues(value, document),
    ...taxes.flatMap((tax, index) => taxIssues(value, document, tax, index)),
  ];
}

function periodIssues({ services }: DigitalPlatforms, { period }: WithheldDocument): Issue[] {
  const { startMonth, endMonth, year } = period;
  if (startMonth !== endMonth) {
    const message = 'Write a document for each month.';
    return [{ path: ['period', 'endMonth'], code: 'platform_period_not_month', message }];
  }
  const month = monthOf(year, startMonth);
  return services.flatMap(({ paidOn }, index): Issue[] => {
    if (paidOn.startsWith(month)) return [];
    const path = ['digitalPlatforms', 'services', index, 'paidOn'];
    const message = `The period of the document is ${month}.`;
    return [{ path, code: 'platform_service_not_in_month', message }];
  });
}

const monthOf = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, '0')}`;

function totalIssues(value: DigitalPlatforms, { taxable, exempt }: WithheldDocument): Issue[] {
  const total = totalPrice(value);
  const issues: Issue[] = [];
  if (!total.equals(Decimal.from(taxable))) {
    const message = `The prices of the operations add up to ${total}.`;
    issues.push({ path: ['totals', 'taxable'], code: 'platform_totals_differ', message });
  }
  if (exempt !== 0) {
    const message = 'Operations of platforms have no exempt amount.';
    issues.push({ path: ['totals', 'exempt'], code: 'platform_totals_differ', message });
  }
  return issues;
}

function ivaLineIssues(value: DigitalPlatforms, { taxes, isForeign }: WithheldDocument): Issue[] {
  if (taxes.some(({ type }) => type === 'IVA')) return [];
  if (!isForeign && totalIva(value).isZero()) return [];
  const message = `Add a line of IVA with a base of ${withheldSums(value).iva.round(2, 'down')}.`;
  return [{ path: ['taxes'], code: 'platform_iva_missing', message }];
}

/**
 * Returns the reason why no ISR is withheld; undefined if ISR can be withheld. Source: rules SPT111 and
 * SPT122 to SPT124 of the SAT's matrix.
 */
function noIsrBecause(value: DigitalPlatforms, document: WithheldDocument) {
  if (document.isForeign) return 'A provider abroad has no ISR withheld here.';
  if (isDigital(value)) return 'Digital services have no ISR withheld.';
  const isPerson = Rfc.parse(document.issuerRfc)?.kind === 'fisica';
  return isPerson ? 'A natural person withholds no ISR from operations of a platform.' : undefined;
}

function taxIssues(
  value: DigitalPlatforms,
  document: WithheldDocument,
  { type, base, amount }: WithheldTaxOf,
  index: number,
): Issue[] {
  const at = (field: string, code: string, message: string): Issue[] => [
    { path: ['taxes', index, field], code, message },
  ];
  if (type !== 'ISR' && type !== 'IVA') return [];
  const noIsr = type === 'ISR' ? noIsrBecause(value, document) : undefined;
  if (noIsr !== undefined) return at('type', 'platform_isr_not_allowed', noIsr);
  const sum = withheldSums(value)[type === 'ISR' ? 'price' : 'iva'].round(2, 'down');
  if (base === undefined || !Decimal.from(base).equals(sum)) {
    return at(
      'base',
      'platform_base_differs',
      `The base of ${type} is ${sum}, without operations paid in cash.`,
    );
  }
  const percents = type === 'ISR' ? isrPercents(value, document) : ivaPercents(value, document);
  const due = percents.map((percent) => sum.times(percent).dividedBy(hundred, 6, 'down'));
  const withheld = Decimal.from(amount);
  // The SAT's matrix truncates the IVA, and the ISR of the generic RFC; it does not state the rounding of
  // other ISR.
  const isTruncated = type === 'IVA' || isGeneric(document);
  const isDue = (exact: Decimal): boolean =>
    isTruncated ? withheld.equals(exact.round(2, 'down')) : isWithinCent(withheld, exact);
  if (due.length === 0 || due.some(isDue)) return [];
  const amounts = [...new Set(due.map((exact) => exact.round(2, 'down').toString()))];
  const message = `${type} is ${amounts.join(' or ')} of a base of ${sum}.`;
  return at('amount', 'platform_withheld_differs', message);
}

type PlatformFigure = 'platforms.transport' | 'platforms.lodging' | 'platforms.goods_and_services';

/**
 * The legal figures that contain the ISR rate for each code of c_TipoDeServ. Types that are missing here have
 * no published rate.
 */
const figures = new Map<string, PlatformFigure>([
  ['01', 'platforms.transport'],
  ['02', 'platforms.transport'],
  ['03', 'platforms.transport'],
  ['04', 'platforms.lodging'],
  ['05', 'platforms.goods_and_services'],
  ['06', 'platforms.goods_and_services'],
]);

/**
 * Returns the ISR percentages that the law allows for the month. If no legal figure is published, the list is
 * empty and the withheld amount is not checked.
 */
function isrPercents({ services }: DigitalPlatforms, { period, rfc }: WithheldDocument): Decimal[] {
  const key = figures.get(services[0]?.type ?? '');
  const day = `${monthOf(period.year, period.startMonth)}-01`;
  const receiver = Rfc.parse(rfc ?? '');
  // A receiver without an RFC has the same rate for every type of operation.
  const figure = figureOn(key ?? 'platforms.transport', day)?.value;
  if (figure && receiver?.isGenericNational()) return [figure.isrWithoutRfc];
  if (!figure || !key) return [];
  const ofCompanies = figureOn('platforms.companies', day)?.value;
  return receiver?.kind === 'moral' && ofCompanies ? [figure.isr, ofCompanies.isr] : [figure.isr];
}

/** Whether the operations are digital services. All operations of a document have the same type. */
const isDigital = ({ services }: DigitalPlatforms): boolean =>
  digitalServices.includes(services[0]?.type ?? '');

/** Whether the receiver uses a generic RFC. */
const isGeneric = ({ rfc }: WithheldDocument): boolean =>
  Rfc.parse(rfc ?? '')?.isGenericNational() ?? false;

/** Returns the IVA percentages that a platform may withhold. */
function ivaPercents(value: DigitalPlatforms, document: WithheldDocument) {
  if (isGeneric(document) || (document.isForeign && isDigital(value))) return [hundred];
  return [Decimal.from(50), hundred];
}
