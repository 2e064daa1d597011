import { Decimal, figureOn, plusBusinessDays } from '@timbre/fiscal';
import { centralTime } from '../clock';
import { scenarioOf } from '../scenarios/catalogue';
import type { SealedDocument } from '../stamping/document';
import type { Stamp } from '../store/stamps';

/** The code of the tax regime RIF, whose receivers do not have to accept a cancellation (RMF 2.7.1.35). */
const RIF = '621';

const GENERIC_RFCS = new Set(['XAXX010101000', 'XEXX010101000', '']);

/**
 * Returns whether a cancellation that is requested now needs the receiver's acceptance. RMF 2026, rules
 * 2.7.1.34 and 2.7.1.35 (read 2026-11-23), define the cases. The rules for certain issuers (financial
 * system, adquirente, authorities) are not simulated.
 */
export function needsAcceptance(stamp: Stamp, now: Date): boolean {
  const { document } = stamp;
  if (document.family === 'retenciones' || document.type === 'N') return false;
  const isFuel = needsExpressAcceptance(document, now);
  if (!isFuel && ['E', 'T'].includes(document.type)) return false;
  if (waitsByScenario(document)) return true;
  if (GENERIC_RFCS.has(document.receiverRfc) || document.receiverRegime === RIF) return false;
  const terms = cancellationTerms(now);
  if (terms === undefined) return true;
  const isSmall = totalInPesos(document).lessOrEqual(terms.freeTotal);
  if (document.type !== 'P' && !isFuel && isSmall) return false;
  return now > endOfBusinessDay(stamp, terms.freeBusinessDays);
}

/**
 * Returns the limits of totals and days for a cancellation that is requested at this time (RMF 2.7.1.34,
 * 2.7.1.35).
 */
export const cancellationTerms = (now: Date) =>
  figureOn('cancellation.terms', centralTime(now).slice(0, 10))?.value;

/**
 * Returns whether the receiver must accept the cancellation expressly. The cancellation of a document for
 * fuels always needs acceptance, even with a small total, and a missing answer does not count as acceptance
 * (RMF 2026, 2.7.1.34 third paragraph).
 */
export function needsExpressAcceptance({ productKeys = [] }: SealedDocument, now: Date): boolean {
  const fuels = figureOn('cancellation.express_acceptance', centralTime(now).slice(0, 10));
  return productKeys.some((key) => fuels?.value.keys.includes(key));
}

/**
 * Returns the last local date on which a document can be canceled: the end of the month in which the annual
 * return is due (CFF 29-A).
 */
export function cancelableUntil({ issuerRfc, issuedAt }: SealedDocument): string | undefined {
  const year = Number(issuedAt.slice(0, 4)) + 1;
  const due = figureOn('declarations.due', `${year}-01-01`)?.value;
  return due && `${year}-${issuerRfc.length === 12 ? due.companiesAnnual : due.personsAnnual}`;
}

export function isPastDeadline(document: SealedDocument, now: Date): boolean {
  const until = cancelableUntil(document);
  return until !== undefined && centralTime(now).slice(0, 10) > until;
}

function waitsByScenario(document: SealedDocument): boolean {
  const course = scenarioOf(document)?.effect.cancellation;
  return course !== undefined && ['accepted', 'rejected', 'expired', 'silent'].includes(course);
}

function totalInPesos({ total, exchangeRate }: SealedDocument): Decimal {
  const amount = Decimal.parse(total) ?? Decimal.zero;
  return amount.times(Decimal.parse(exchangeRate) ?? Decimal.one);
}

/** Returns the end of the business day that is `days` business days after the stamp, in central Mexico. */
function endOfBusinessDay({ stampedAt }: Stamp, days: number): Date {
  const next = plusBusinessDays(stampedAt, days);
  const [, hours, minutes, seconds] = /T(\d\d):(\d\d):(\d\d)/.exec(centralTime(next)) ?? [
    '',
    '0',
    '0',
    '0',
  ];
  const elapsed = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return new Date(next.getTime() + (86_400 - elapsed) * 1000);
}
