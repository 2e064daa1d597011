import { sayNotActive } from '@timbre/api';
import type { InformacionGlobal } from '@timbre/cfdi';
import {
  addDays,
  addMonths,
  Decimal,
  figureOn,
  isCalendarDate,
  receiptKey,
  requiredCatalog,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';
import type { Item } from '@timbre/items';
import type { Draft, GlobalPeriod } from '../drafting/draft';
import { isPublicInGeneral } from '../drafting/receiver';
import type { Profile } from '../set-up/fiscal-profile';

/** The code of c_Periodicidad for a bimonthly period, only for regime 621 (Incorporación Fiscal). */
const bimonthly = '05';
const smallTaxpayer = '621';
/** The code of c_ClaveUnidad for an item that is a receipt or a part of a receipt. */
export const receiptUnit = 'ACT';
/** The first code of c_Meses for a period of two months. */
const firstPair = '13';
/** The maximum age in years that rule CFDI40136 allows for the year of a global invoice. */
const yearsBackMax = 5;

/** Builds the SAT element InformacionGlobal for a period without issues. */
export const informacionGlobalOf = ({
  periodicity,
  months,
  year,
}: GlobalPeriod): InformacionGlobal => ({ periodicidad: periodicity, meses: months, año: year });

/**
 * Checks the period and payment of a global invoice (CFDI40130 to 40136, and the SAT's guide of the global
 * CFDI).
 * - global_period_not_allowed: only an invoice to PUBLICO EN GENERAL has a period
 * - periodicity_not_in_catalog: the periodicity is not an active code of c_Periodicidad
 * - months_not_in_catalog: the months are not an active code of c_Meses
 * - periodicity_not_allowed: only an issuer with tax regime 621 may use periodicity 05 (bimonthly)
 * - months_not_allowed: with periodicity 05 the months must be 13 to 18, otherwise 01 to 12
 * - year_not_allowed: the year must be this year or one of the five years before
 * - global_period_in_future: the months have not begun, so they have no sales yet
 * - global_payment_deferred: a global invoice contains only paid sales, so its payment cannot be deferred
 */
export function globalIssues(
  { input, customer }: Draft,
  { taxSystem }: Profile,
  today: string,
): Issue[] {
  const { globalPeriod, payment } = input;
  if (!globalPeriod) return [];
  const issues = periodIssues(globalPeriod, taxSystem, today);
  if (customer && !isPublicInGeneral(customer)) {
    const message = 'Only an invoice to PUBLICO EN GENERAL with RFC XAXX010101000 has a period.';
    issues.push({ path: ['globalPeriod'], code: 'global_period_not_allowed', message });
  }
  if (payment?.timing === 'deferred_or_installments') {
    const message = 'A global invoice sums up what is paid; its payment must be single_payment.';
    issues.push({ path: ['payment', 'timing'], code: 'global_payment_deferred', message });
  }
  return issues;
}

function periodIssues(
  { periodicity, months, year }: GlobalPeriod,
  taxSystem: string,
  today: string,
): Issue[] {
  const issues: Issue[] = [];
  const add = (field: keyof GlobalPeriod, code: string, message: string) =>
    issues.push({ path: ['globalPeriod', field], code, message });
  const isBimonthly = periodicity === bimonthly;
  if (!requiredCatalog('c_Periodicidad').isActive(periodicity, today)) {
    const said = sayNotActive('c_Periodicidad', periodicity, today);
    issues.push({
      path: ['globalPeriod', 'periodicity'],
      code: 'periodicity_not_in_catalog',
      ...said,
    });
  } else if (isBimonthly && taxSystem !== smallTaxpayer) {
    const message = `Only issuers of regime ${smallTaxpayer} may sum up two months.`;
    add('periodicity', 'periodicity_not_allowed', message);
  }
  if (!requiredCatalog('c_Meses').isActive(months, today)) {
    const said = sayNotActive('c_Meses', months, today);
    issues.push({ path: ['globalPeriod', 'months'], code: 'months_not_in_catalog', ...said });
  } else if (isBimonthly !== months >= firstPair) {
    const allowed = isBimonthly ? '13 to 18' : '01 to 12';
    const message = `months must be ${allowed} for this periodicity.`;
    const satCode = isBimonthly ? 'CFDI40135' : 'CFDI40134';
    const path = ['globalPeriod', 'months'];
    issues.push({ path, code: 'months_not_allowed', message, satCode });
  }
  const thisYear = Number(today.slice(0, 4));
  if (year > thisYear || year < thisYear - yearsBackMax) {
    const message = `year must be ${thisYear} or one of the ${yearsBackMax} before.`;
    add('year', 'year_not_allowed', message);
  } else if (year === thisYear && monthsOf(months)[0] > Number(today.slice(5, 7))) {
    add('months', 'global_period_in_future', 'The period has not begun; nothing was sold in it.');
  }
  return issues;
}

/**
 * Returns warnings about probable mistakes in a global invoice.
 * - global_period_late: the global invoice is issued after the last day allowed for its period (RMF 2.7.1.21)
 * - global_year_old: the year of the global invoice is older than last year
 * - global_item_key: each item of a global invoice is a receipt and has product key 01010101
 * - global_item: each item of a global invoice is one receipt, with unit ACT and quantity 1
 */
export function globalWarnings({ input, items, origin }: Draft, today: string): Issue[] {
  const { globalPeriod } = input;
  if (!globalPeriod) return [];
  const { year, months } = globalPeriod;
  const warnings: Issue[] = [];
  const add = (code: string, message: string) =>
    warnings.push({ path: ['globalPeriod', 'months'], code, message });
  const [, to] = monthsOf(months);
  const dueOn = dueDayOf(origin?.periodEndedOn, year, to, today);
  if (dueOn !== undefined && today > dueOn) {
    add('global_period_late', `The global invoice of this period was due on ${dueOn}.`);
  }
  if (year < Number(today.slice(0, 4)) - 1) {
    const message = 'The period is of neither this year nor the one before.';
    warnings.push({ path: ['globalPeriod', 'year'], code: 'global_year_old', message });
  }
  return [...warnings, ...items.flatMap(itemWarnings)];
}

function itemWarnings({ satProductCode, satUnitCode, quantity }: Item, index: number): Issue[] {
  if (satProductCode !== receiptKey) {
    const path = ['items', index, 'satProductCode'];
    const message = `A global invoice has one item for each receipt, with product key ${receiptKey}.`;
    return [{ path, code: 'global_item_key', message }];
  }
  const isOne = Decimal.parse(quantity)?.equals(Decimal.one) === true;
  if (satUnitCode === receiptUnit && isOne) return [];
  const message = `An item with product key ${receiptKey} is one receipt: quantity 1, unit ${receiptUnit}.`;
  return [{ path: ['items', index], code: 'global_item', message }];
}

/** Returns the first and the last month for a code of c_Meses. */
function monthsOf(months: string): [from: number, to: number] {
  if (months < firstPair) return [Number(months), Number(months)];
  const from = (Number(months) - Number(firstPair)) * 2 + 1;
  return [from, from + 1];
}

/**
 * Returns the last day on which the global invoice is issued in time. The days count from the last day of
 * the period, or from the end of its last month if that day is unknown.
 */
function dueDayOf(
  endedOn: CalendarDate | undefined,
  year: number,
  month: number,
  today: CalendarDate,
): CalendarDate | undefined {
  const days = figureOn('cfdi.deadlines', today)?.value.globalInvoiceDays;
  const lastDay = endedOn ?? lastDayOf(`${year}-${String(month).padStart(2, '0')}-01`);
  if (days === undefined || lastDay === undefined || !isCalendarDate(lastDay)) return undefined;
  return addDays(lastDay, days);
}

const lastDayOf = (monthBegan: CalendarDate): CalendarDate | undefined =>
  isCalendarDate(monthBegan) ? addDays(addMonths(monthBegan, 1), -1) : undefined;
