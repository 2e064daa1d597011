import { addDays, isCalendarDate, type CalendarDate, type SettlementTerms } from '@timbre/fiscal';
import type { Issue } from '@timbre/fiscal';
import type { Item, ItemInput, SaleTotals } from '@timbre/items';

export type QuoteStatus = 'draft' | 'sent' | 'accepted' | 'converted' | 'expired' | 'canceled';

/** The triggers that change the status of a quote; `convert` creates a receipt from the quote. */
export type QuoteTrigger = 'update' | 'publish' | 'expire' | 'accept' | 'convert' | 'cancel';

/** The allowed status transitions of a quote, keyed by status. Every other trigger is rejected. */
const states: Record<QuoteStatus, Partial<Record<QuoteTrigger, QuoteStatus>>> = {
  draft: { update: 'draft', publish: 'sent', expire: 'expired', cancel: 'canceled' },
  sent: {
    update: 'sent',
    publish: 'sent',
    expire: 'expired',
    accept: 'accepted',
    cancel: 'canceled',
  },
  expired: { update: 'expired', publish: 'sent', expire: 'expired', cancel: 'canceled' },
  accepted: { convert: 'converted', cancel: 'canceled' },
  converted: {},
  canceled: {},
};

/** Returns the status after a trigger; undefined if the transition is not allowed. */
export const quoteAfter = (status: QuoteStatus, trigger: QuoteTrigger): QuoteStatus | undefined =>
  states[status][trigger];

const expiring: readonly QuoteStatus[] = ['draft', 'sent'];

/**
 * Returns the status of a quote at a given time. An offer expires at the end of its last day, even
 * if the job has not yet stored the new status.
 */
export const statusAt = (
  { status, expiresAt }: { status: QuoteStatus; expiresAt: Date },
  now: Date,
): QuoteStatus => (expiring.includes(status) && expiresAt <= now ? 'expired' : status);

/** An item of a quote, whose decimals are plain text. */
export interface QuoteItem extends Item {
  lineRef: string;
  /** The requested item with its resolved price, from which the receipt is created. */
  input: ItemInput;
}

/** The seller's offer, which is one revision of a quote. */
export interface QuoteContent {
  customerId?: string | undefined;
  customerName: string;
  customerEmail?: string | undefined;
  locationId?: string | undefined;
  locationName?: string | undefined;
  notes?: string | undefined;
  settlementTerms?: SettlementTerms | undefined;
  issueDate: CalendarDate;
  /** The last day on which the offer is valid. */
  validUntil: CalendarDate;
  /** The first instant after the last valid day at the location, as an RFC 3339 timestamp. */
  expiresAt: string;
  items: QuoteItem[];
  totals: SaleTotals;
}

/** The buyer's data for the CFDI. */
export interface FiscalCustomer {
  rfc: string;
  legalName: string;
  taxSystem: string;
  postalCode: string;
  cfdiUse: string;
  email: string;
}

/** The accepted offer, which never changes. */
export interface Acceptance {
  /** The time of the acceptance, as an RFC 3339 timestamp. */
  acceptedAt: string;
  invoiceRequested: boolean;
  fiscalTreatment: 'public_general' | 'specific_counterparty';
  fiscalTotals: SaleTotals;
  fiscalCustomer?: FiscalCustomer | undefined;
}

const daysValid = 30;

/**
 * The latest year that the issue date and the last day of an offer can have. Dates that are
 * calculated from these dates are later, and the latest year of a date is 9999.
 */
const lastYear = '9998';

const isOfferDate = (day: string): boolean => isCalendarDate(day) && day.slice(0, 4) <= lastYear;

/**
 * Returns the default last day of an offer. An invalid issue date is returned unchanged, because
 * another rule rejects it.
 */
export const defaultValidUntil = (issueDate: CalendarDate): CalendarDate =>
  isOfferDate(issueDate) ? addDays(issueDate, daysValid) : issueDate;

/** The data that the rules of an offer check. */
interface OfferFacts {
  issueDate: CalendarDate;
  validUntil: CalendarDate;
  hasTerms: boolean;
  /** Whether the customer may buy on credit. */
  hasCredit: boolean;
}

/**
 * Returns the violated rules of an offer.
 *
 * - date_invalid: the date does not exist, or it is too late (a quote may have dates up to the year 9998)
 * - valid_until_before_issue: the last day of the offer is before its date of issue
 * - credit_not_enabled: only a customer with credit may have settlementTerms
 */
export function offerIssues({ issueDate, validUntil, hasTerms, hasCredit }: OfferFacts): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: [field], code, message });
  for (const [field, day] of Object.entries({ issueDate, validUntil })) {
    if (!isOfferDate(day)) add(field, 'date_invalid', 'Not a date, or after the year 9998.');
  }
  if (issues.length === 0 && validUntil < issueDate) {
    add('validUntil', 'valid_until_before_issue', 'validUntil comes before issueDate.');
  }
  if (hasTerms && !hasCredit) {
    const message = 'Settlement terms need a customer from contacts with creditEnabled.';
    add('settlementTerms', 'credit_not_enabled', message);
  }
  return issues;
}

type Treatment = Pick<Acceptance, 'fiscalTreatment' | 'invoiceRequested'> & {
  fiscalCustomer?: Partial<FiscalCustomer> | undefined;
};

const fiscalFields = ['rfc', 'legalName', 'taxSystem', 'postalCode', 'cfdiUse', 'email'] as const;

/**
 * Returns the violated rules between the fields of an acceptance.
 *
 * - invoice_not_allowed: an invoice can be requested only with the fiscal treatment `specific_counterparty`
 * - fiscal_customer_not_allowed: a quote to the public in general has no fiscal data; leave them out
 * - required: a specific counterparty needs all six fiscal fields
 * - fiscal_treatment_unknown: this fiscal treatment does not exist
 */
export function acceptanceIssues(acceptance: Treatment): Issue[] {
  const { fiscalTreatment, invoiceRequested, fiscalCustomer } = acceptance;
  const issues: Issue[] = [];
  const add = (path: Issue['path'], code: string, message: string) =>
    issues.push({ path, code, message });
  switch (fiscalTreatment) {
    case 'public_general':
      if (invoiceRequested) {
        const message = 'An invoice needs the fiscal data of a specific_counterparty.';
        add(['invoiceRequested'], 'invoice_not_allowed', message);
      }
      if (fiscalCustomer) {
        const message = 'The public in general has no fiscal data; leave them out.';
        add(['fiscalCustomer'], 'fiscal_customer_not_allowed', message);
      }
      break;
    case 'specific_counterparty':
      for (const field of fiscalFields) {
        if (fiscalCustomer?.[field]) continue;
        const message = `The fiscal data of a specific counterparty need ${field}.`;
        add(['fiscalCustomer', field], 'required', message);
      }
      break;
    default:
      add(['fiscalTreatment'], 'fiscal_treatment_unknown', 'No such fiscal treatment.');
  }
  return issues;
}
