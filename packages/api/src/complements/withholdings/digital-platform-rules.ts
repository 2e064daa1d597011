import { catalog, Decimal, figureOn, Rfc, type Issue } from '@timbre/fiscal';
import type { WithheldDocument, WithheldTaxOf } from './complement';
import type { DigitalPlatforms, PlatformService } from './digital-platform-shape';
import { ivaOf, totalPrice, withheldSums } from './digital-platform-sums';

/** c_FormaPagoServ: other income, such as premiums. The platform pays it, so it has no IVA or commission. */
const premium = '09';

/** c_TipoDeServ: digital services, whose whole IVA is withheld from a provider abroad. */
const digitalServices = ['07', '08', '09'];

const cent = Decimal.from('0.01');
const hundred = Decimal.from(100);

/**
 * Source: SPT137, SPT141, SPT143 and SPT146 of the SAT's matrix of Servicios de plataformas tecnológicas 1.0,
 * revision D, and the columns of c_SubTipoServ.
 * - platform_types_differ: the operations of one document have one type
 * - platform_subtype_not_of_type: the subtype belongs to another type of operation
 * - platform_assistant_not_person: the authorized assistant is a natural person
 * - platform_part_not_allowed: a premium (payment form 09) has no IVA and no commission, and a price of 0 no IVA
 * - platform_iva_differs: the IVA of an operation is price times rate
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

/** Returns the type that a subtype belongs to; undefined if the catalogue does not say it. */
const serviceTypeOf = (subtype: string | undefined): string | undefined =>
  subtype === undefined
    ? undefined
    : catalog('c_SubTipoServ')?.get(subtype, 'latest')?.attributes['serviceType'];

function partIssues(
  service: PlatformService,
  at: (field: string, code: string, message: string) => Issue,
): Issue[] {
  const { paymentForm, price, iva, commission } = service;
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
  if (commission && isPremium) {
    found.push(at('commission', 'platform_part_not_allowed', 'A premium has no commission.'));
  }
  return found;
}

/** Whether an amount is the exact value, rounded or truncated to cents. */
const isWithinCent = (amount: Decimal, exact: Decimal): boolean =>
  amount.minus(exact).abs().lessThan(cent);

/**
 * Checks the parts of the document that its operations determine. The paths of issues start at the document.
 * Source: SPT105 to SPT124 and SPT140 of the SAT's matrix; LISR 113-A and 113-C-IV, LIVA 18-J, LIF 2026 25-VI.
 * - platform_period_not_month: a document is about one month
 * - platform_service_not_in_month: an operation was paid in another month
 * - platform_totals_differ: the taxable total is the price of all operations, and nothing is exempt
 * - platform_tax_repeated: a tax has one line
 * - platform_isr_not_allowed: no ISR is withheld from a provider abroad
 * - platform_base_differs: the base is the price of the operations not paid in cash, or for IVA their IVA
 * - platform_withheld_differs: the amount is not the share of the base that the law sets
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
  if (type === 'ISR' && document.isForeign) {
    return at('type', 'platform_isr_not_allowed', 'A provider abroad has no ISR withheld here.');
  }
  const sum = withheldSums(value)[type === 'ISR' ? 'price' : 'iva'].round(2);
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
  // The SAT's matrix truncates the IVA, and does not say how ISR is rounded.
  const isDue = (exact: Decimal): boolean =>
    type === 'IVA' ? withheld.equals(exact.round(2, 'down')) : isWithinCent(withheld, exact);
  if (due.length === 0 || due.some(isDue)) return [];
  const amounts = [...new Set(due.map((exact) => exact.round(2, 'down').toString()))];
  const message = `${type} is ${amounts.join(' or ')} of a base of ${sum}.`;
  return at('amount', 'platform_withheld_differs', message);
}

type PlatformFigure = 'platforms.transport' | 'platforms.lodging' | 'platforms.goods_and_services';

/** The figures of law with the rate of each c_TipoDeServ. The other types have no published rate. */
const figures = new Map<string, PlatformFigure>([
  ['01', 'platforms.transport'],
  ['02', 'platforms.transport'],
  ['03', 'platforms.transport'],
  ['04', 'platforms.lodging'],
  ['05', 'platforms.goods_and_services'],
  ['06', 'platforms.goods_and_services'],
]);

/**
 * Returns the percentages of ISR that the law allows for the month. The list is empty if no figure is known,
 * and then the amount is not checked.
 */
function isrPercents({ services }: DigitalPlatforms, { period, rfc }: WithheldDocument): Decimal[] {
  const key = figures.get(services[0]?.type ?? '');
  const day = `${monthOf(period.year, period.startMonth)}-01`;
  const receiver = Rfc.parse(rfc ?? '');
  // A receiver without an RFC has the same rate for every type.
  const figure = figureOn(key ?? 'platforms.transport', day)?.value;
  if (figure && receiver?.isGenericNational()) return [figure.isrWithoutRfc];
  if (!figure || !key) return [];
  const ofCompanies = figureOn('platforms.companies', day)?.value;
  return receiver?.kind === 'moral' && ofCompanies ? [figure.isr, ofCompanies.isr] : [figure.isr];
}

/** Returns the percentages of the IVA that a platform may withhold. */
function ivaPercents({ services }: DigitalPlatforms, { isForeign, rfc }: WithheldDocument) {
  const isDigital = digitalServices.includes(services[0]?.type ?? '');
  const isGeneric = Rfc.parse(rfc ?? '')?.isGenericNational() ?? false;
  if (isGeneric || (isForeign && isDigital)) return [hundred];
  return [Decimal.from(50), hundred];
}
