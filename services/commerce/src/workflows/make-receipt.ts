import type { commerce } from '@timbre/contract';
import { Decimal, settlementTermsOf, type CalendarDate, type Issue } from '@timbre/fiscal';
import { includedTaxes, payableOf, type ChargedItem } from '@timbre/items';
import {
  conflict,
  invalid,
  notFound,
  type AnsweredChange,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import { endOfDay, selfInvoicingEnd } from '../domain/link-expiry';
import { fieldValueIssues, keptFields } from '../domain/receipt-field';
import {
  chargeIssues,
  dueDateOf,
  paymentFormOf,
  paymentsOf,
  saleIssues,
} from '../domain/sales-receipt';
import { isPeriodClosed } from '../store/closed-periods';
import { zoneOf } from '../store/locations';
import { receiptEvent, receiptEventWithFolio, receiptMessage } from '../store/sales-receipt-events';
import { ofSale, saleAtOnce } from '../store/sale-at-once';
import {
  folioIn,
  receiptSearchText,
  SalesReceipt,
  SalesReceiptLine,
  takeFolio,
} from '../store/sales-receipts';
import { moveSold } from './move-sold';
import { sourcesAhead, sourcesOf, unknownCustomer, type SaleSources } from './sale-sources';
import { priceSale, soldProducts } from './price-sale';
import { newLink, type PageProviders } from './public-links';

/** A receipt that the transaction added. */
export interface MadeReceipt {
  id: string;
  folio: string;
  /** The amount with two decimals. */
  total: string;
}

/**
 * Creates a receipt in the caller's transaction: prices the items, assigns the folio of the
 * location's series, moves the stock and emits the event.
 * @param request is the sale, whose fields the issues name
 * @param providers create the self-invoicing link, if the sale may have a link
 * @throws Refusal validation_error with all errors; product_not_found, contact_not_found,
 * location_not_found; location_archived; out_of_stock; period_closed
 */
export async function makeReceipt(
  tx: Transaction,
  request: commerce.CreateSalesReceiptRequest,
  providers?: PageProviders,
): Promise<MadeReceipt> {
  refuseFaulty(request);
  const sources = await sourcesOf(tx, request);
  const sale = judged(request, sources);
  const { lines, total, businessDate } = sale;
  await refuseClosedPeriod(tx, businessDate, sources);
  const id = tx.newId();
  const folio = await takeFolio(tx, seriesOf(sources));
  const moved = await moveSold(tx, id, sources, lines);
  const made = { ...receiptOf(request, sources, sale), id, folio, createdAt: tx.now };
  const customerName = made.customerName ?? undefined;
  const searchText = receiptSearchText(folio, customerName, descriptionsOf(lines));
  tx.add(SalesReceipt, { ...made, searchText, updatedAt: tx.now });
  const rows = lines.map((line, position) => rowOf(tx, id, sources, { line, position }));
  for (const row of rows)
    tx.add(SalesReceiptLine, { ...row, isStocked: moved.has(row.productId ?? '') });
  tx.emit(receiptEvent('created', receiptMessage(made, rows, zoneOfSale(sources))));
  if (request.letsSelfInvoice && providers) addLink(tx, providers, made, sources);
  return { id, folio, total: total.toString() };
}

/**
 * Creates a receipt in one statement, with the same result as `makeReceipt`. All tills need the
 * counter of the series and the stock levels of the products. With a single statement, these rows
 * are locked only briefly.
 * @returns undefined for a sale of an earlier day and for an organization without locations; the
 * caller then uses `makeReceipt`
 */
export async function makeReceiptAtOnce(
  tx: Transaction,
  read: Reader,
  request: commerce.CreateSalesReceiptRequest,
  providers: PageProviders,
): Promise<AnsweredChange | undefined> {
  refuseFaulty(request);
  const sources = await sourcesAhead(read, request);
  const sale = judged(request, sources);
  const { location, today } = sources;
  const { lines, businessDate } = sale;
  if (!location || businessDate !== today) return undefined;
  const id = tx.newId();
  const made = { ...receiptOf(request, sources, sale), id, createdAt: tx.now };
  const customerName = made.customerName ?? undefined;
  const searchText = receiptSearchText('', customerName, descriptionsOf(lines));
  const prefix = folioIn(seriesOf(sources), '');
  tx.add(SalesReceipt, {
    ...made,
    folio: ofSale.folio(prefix),
    searchText: ofSale.searchText(prefix, searchText),
    updatedAt: tx.now,
  });
  const rows = lines.map((line, position) => rowOf(tx, id, sources, { line, position }));
  for (const row of rows)
    tx.add(SalesReceiptLine, { ...row, isStocked: ofSale.isStocked(row.productId) });
  const message = receiptMessage({ ...made, folio: '' }, rows, zoneOfSale(sources));
  tx.emit(receiptEventWithFolio('created', message, 'sale.folio'));
  if (request.letsSelfInvoice) addLink(tx, providers, made, sources);
  return saleAtOnce(tx, {
    id,
    prefix,
    series: seriesOf(sources),
    locationId: location.id,
    customerId: made.customerId,
    products: soldProducts(lines),
  });
}

/**
 * Adds the self-invoicing link, except if the settings exclude it or the buyer's time to invoice is
 * already over.
 */
function addLink(
  tx: Transaction,
  { pages }: PageProviders,
  { id, saleType, businessDate }: Pick<SalesReceipt, 'id' | 'saleType' | 'businessDate'>,
  sources: SaleSources,
): void {
  const { isIssuer, selfInvoicingDays, selfInvoicingLinks, today } = sources;
  const end = selfInvoicingEnd(businessDate, selfInvoicingDays);
  if (!isIssuer || !selfInvoicingLinks || saleType === 'courtesy' || end < today) return;
  const expiresAt = endOfDay(end, zoneOfSale(sources));
  newLink(tx, pages, { kind: 'receipt', subjectId: id, expiresAt });
}

const seriesOf = ({ location }: SaleSources): string => location?.receiptSeries ?? '';

const zoneOfSale = ({ location }: SaleSources): string => zoneOf(location?.postalCode);

function refuseFaulty(request: commerce.CreateSalesReceiptRequest): void {
  const early = saleIssues(request);
  if (early.length) throw invalid(early);
}

interface JudgedSale {
  lines: ChargedItem[];
  total: Decimal;
  businessDate: CalendarDate;
}

/**
 * Returns the charged lines of the sale.
 * @throws Refusal validation_error, product_not_found, contact_not_found
 */
function judged(request: commerce.CreateSalesReceiptRequest, sources: SaleSources): JudgedSale {
  const { lines, missing, issues } = priceSale(request, sources);
  const total = payableOf(amountsOf(lines));
  const businessDate = request.businessDate ?? sources.today;
  const unknown = [...unknownCustomer(request.customerId, sources), ...missing];
  if (unknown.length > 0) throw notFound('customer or product', unknown);
  const all = [
    ...issues,
    ...creditFault(request, sources),
    ...fieldValueIssues(sources.fields, request.fields),
    ...chargeIssues({ ...sources, total, payments: request.payments, businessDate }),
  ];
  if (all.length) throw invalid(all);
  return { lines, total, businessDate };
}

function creditFault(
  { saleType }: commerce.CreateSalesReceiptRequest,
  { customer }: SaleSources,
): Issue[] {
  if (saleType !== 'credit' || !customer || customer.creditEnabled) return [];
  const message = 'The customer has no credit; set creditEnabled first.';
  return [{ path: ['customerId'], code: 'credit_not_enabled', message }];
}

/**
 * Rejects a sale dated in a period that a global invoice has closed. A sale dated today is always
 * allowed.
 *
 * - period_closed: the sales of this day are in a stamped global invoice, so the day is closed
 */
async function refuseClosedPeriod(
  tx: Transaction,
  businessDate: CalendarDate,
  { location, today }: SaleSources,
): Promise<void> {
  if (businessDate === today) return;
  if (!(await isPeriodClosed(tx, location?.id ?? null, businessDate))) return;
  const message = 'A stamped global invoice has summed up the sales of this day.';
  const issue = { path: ['businessDate'], code: 'period_closed', message };
  throw conflict(message, 'period_closed', [issue]);
}

/**
 * The maximum number of lines, and of characters of their descriptions, with which lists show the
 * lines of a receipt. A page of fifty receipts must fit into one message.
 */
const [briefLinesMax, briefTextMax] = [50, 5_000];

const descriptionsOf = (lines: readonly ChargedItem[]) =>
  lines.map(({ description }) => description);

/** A new receipt, without its identifier and folio. */
function receiptOf(
  request: commerce.CreateSalesReceiptRequest,
  { location, customer, fields }: SaleSources,
  { businessDate, total, lines }: JudgedSale,
) {
  const { saleType, settlementTerms, notes = null } = request;
  const descriptions = descriptionsOf(lines);
  const customerName = customer?.legalName ?? request.customerName;
  const isOnCredit = saleType === 'credit';
  const termDays = customer?.defaultPaymentTermDays ?? null;
  return {
    version: 1,
    status: 'open' as const,
    saleType: saleType as SalesReceipt['saleType'],
    businessDate,
    total: total.toString(),
    refundedTotal: '0',
    taxes: includedTaxes(amountsOf(lines)),
    locationId: location?.id ?? null,
    locationName: location?.name ?? null,
    customerId: customer?.id ?? null,
    customerName: customerName ?? null,
    paymentForm: paymentFormOf(request) ?? null,
    payments: paymentsOf(request, total),
    settlementTerms: settlementTerms ? settlementTermsOf(settlementTerms) : null,
    paymentDueDate: (isOnCredit && dueDateOf(request, total, businessDate, termDays)) || null,
    operationalBalance: isOnCredit ? total.toString() : null,
    paidForm: null,
    receivablePlanId: null,
    invoiceRequested: request.invoiceRequested,
    notes,
    fields: keptFields(fields, request.fields),
    seller: request.seller ?? null,
    isBrief: lines.length <= briefLinesMax && descriptions.join('').length <= briefTextMax,
    cancelReason: null,
    canceledAt: null,
  };
}

const amountsOf = (lines: readonly ChargedItem[]) =>
  lines.map((line) => ({ ...line, amount: Decimal.from(line.lineTotal) }));

const rowOf = (
  tx: Transaction,
  receiptId: string,
  { costs }: SaleSources,
  { line: item, position }: { line: ChargedItem; position: number },
) => ({
  id: tx.newId(),
  receiptId,
  position,
  productId: item.productId ?? null,
  description: item.description,
  quantity: item.quantity,
  unitPrice: item.unitPrice,
  discount: item.discount ?? null,
  lineTotal: item.lineTotal,
  refundedQuantity: '0',
  refundedAmount: '0',
  unitCost: costs[item.productId ?? ''] ?? null,
  item,
});
