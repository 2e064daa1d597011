import type { commerce } from '@timbre/contract';
import {
  certain,
  addDays,
  Decimal,
  instantOf,
  settlementTermsIssues,
  settlementTermsOf,
  type CalendarDate,
  type Issue,
  itemAt,
} from '@timbre/fiscal';
import { saleTotals } from '@timbre/items';
import { invalid, notFound, type Transaction } from '@timbre/kit';
import { defaultValidUntil, offerIssues, type QuoteContent, type QuoteItem } from '../domain/quote';
import { soldItemsIssues, totalIssues } from '../domain/sales-receipt';
import { zoneOf } from '../store/locations';
import { quoteSearchText, type Quote } from '../store/quotes';
import { priceSale } from './price-sale';
import { sourcesOf, unknownCustomer, type SaleSources } from './sale-sources';

/**
 * Returns a new offer from the fields, or the former offer with changed fields. Missing fields keep
 * their former values. If no items are given, the former items keep their prices.
 * @param cleared contains the names of the fields to remove
 * @throws Refusal validation_error with all errors; not_found with every unknown identifier;
 * location_archived
 */
export async function offerOf(
  tx: Transaction,
  fields: commerce.QuoteFields,
  former?: QuoteContent,
  cleared: string[] = [],
): Promise<QuoteContent> {
  const left = Object.fromEntries(cleared.map((name) => [name, undefined]));
  const wanted: Partial<QuoteContent> = { ...former, ...left, ...givenOf(fields) };
  const { customerId, locationId } = wanted;
  const given = fields.items?.entries;
  const sources = await sourcesOf(tx, { items: given ?? [], customerId, locationId });
  const { items, missing, issues } = given ? itemsOf(given, sources) : keptItems(former);
  const unknown = [...unknownCustomer(customerId, sources), ...missing];
  if (unknown.length > 0) throw notFound('customer or product', unknown);
  const issueDate = wanted.issueDate ?? sources.today;
  const validUntil = wanted.validUntil ?? defaultValidUntil(issueDate);
  const customer = customerOf(fields, wanted, former, sources);
  const faults = [
    ...issues,
    ...termsIssues(fields),
    ...nameIssues(customer.customerName),
    ...offerIssues({
      issueDate,
      validUntil,
      hasTerms: wanted.settlementTerms !== undefined,
      hasCredit: sources.customer?.creditEnabled === true,
    }),
  ];
  if (faults.length > 0) throw invalid(faults);
  const totals = saleTotals(items);
  const excess = totalIssues(Decimal.from(totals.total));
  if (excess.length > 0) throw invalid(excess);
  return {
    customerId: sources.customer?.id,
    ...customer,
    customerName: certain(customer.customerName, 'customerName'),
    ...(locationId !== undefined && placeOf(sources)),
    notes: wanted.notes,
    settlementTerms: wanted.settlementTerms,
    issueDate,
    validUntil,
    expiresAt: expiryOf(validUntil, sources),
    items,
    totals,
  };
}

/** Returns the fields that the request contains; only these fields replace former values. */
function givenOf({ items: _, settlementTerms, ...fields }: commerce.QuoteFields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const isReadable = settlementTerms && settlementTermsIssues(settlementTerms, []).length === 0;
  const terms = isReadable && { settlementTerms: settlementTermsOf(settlementTerms) };
  return { ...Object.fromEntries(given), ...terms } as Partial<QuoteContent>;
}

const termsIssues = ({ settlementTerms }: commerce.QuoteFields): Issue[] =>
  settlementTerms ? settlementTermsIssues(settlementTerms, ['settlementTerms']) : [];

function itemsOf(given: commerce.SaleItem[], sources: SaleSources) {
  const priced = priceSale({ items: given }, sources);
  const items = priced.items.map((item, index): QuoteItem => ({
    ...item,
    lineRef: String(index + 1),
    input: itemAt(priced.inputs, index),
  }));
  return { ...priced, items, issues: [...soldItemsIssues(given), ...priced.issues] };
}

const keptItems = (former: QuoteContent | undefined) => {
  const message = 'A quote has at least one item.';
  const issues = former ? [] : [{ path: ['items'], code: 'items_missing', message }];
  return { items: former?.items ?? [], missing: [], issues };
};

/**
 * Returns the customer name and e-mail address for the quote. For a newly named customer, the
 * contact's name and address are used, except if the request contains other values.
 */
function customerOf(
  fields: commerce.QuoteFields,
  { customerName, customerEmail }: Partial<QuoteContent>,
  former: QuoteContent | undefined,
  { customer }: SaleSources,
): { customerName: string | undefined; customerEmail: string | undefined } {
  if (!customer || customer.id === former?.customerId) return { customerName, customerEmail };
  return {
    customerName: fields.customerName ?? customer.legalName,
    customerEmail: fields.customerEmail ?? customer.email ?? undefined,
  };
}

function nameIssues(customerName: string | undefined): Issue[] {
  if (customerName !== undefined) return [];
  const message = 'Say for whom the quote is: customerId, or customerName.';
  return [{ path: ['customerName'], code: 'customer_missing', message }];
}

function placeOf(sources: SaleSources) {
  const { id: locationId, name: locationName } = certain(sources.location, 'location');
  return { locationId, locationName };
}

/** Returns the end of an offer's last day, in the time zone of the offer's location. */
function expiryOf(validUntil: CalendarDate, { location }: SaleSources): string {
  const midnight = `${addDays(validUntil, 1)}T00:00:00`;
  return new Date(instantOf(midnight, zoneOf(location?.postalCode))).toISOString();
}

/** Returns the columns of a quote that are calculated from its offer. */
export const columnsOf = (folioNumber: number, content: QuoteContent) =>
  ({
    content,
    customerId: content.customerId ?? null,
    issueDate: content.issueDate,
    expiresAt: new Date(content.expiresAt),
    searchText: quoteSearchText(folioNumber, content),
  }) satisfies Partial<Quote>;
