import type { commerce } from '@timbre/contract';
import type { CalendarDate, Issue } from '@timbre/fiscal';
import { isIdentifier, type Reader, type Transaction } from '@timbre/kit';
import type { ReceiptFieldDefinition } from '../domain/receipt-field';
import { Contact, keepContact } from '../store/contacts';
import { todayAt, type UsedLocation } from '../store/locations';
import { priceRulesIn, priceRulesOf, type RuleOfProduct } from '../store/price-overrides';
import { Product } from '../store/products';
import { keepSalePlace, readSalePlace, type SalePlace } from '../store/sale-place';
import { refuseUnusable } from './move-stock';

/** The data for pricing and recording a sale. */
export interface SaleSources {
  products: Product[];
  /** The customer; undefined if the request names no customer or an unknown customer. */
  customer: Contact | undefined;
  /**
   * The location of the sale or, by default, the default location; undefined in an organization
   * without locations.
   */
  location: UsedLocation | undefined;
  /** The price rules of products that are sold without a unit price. */
  rules: RuleOfProduct[];
  fields: ReceiptFieldDefinition[];
  /** Whether the organization must charge IEPS on its sales. */
  owesIeps: boolean;
  /** Whether the organization has a fiscal profile, so that it can issue invoices. */
  isIssuer: boolean;
  /**
   * The number of days within which buyers can invoice their receipts; null means until the end of
   * the sale's month.
   */
  selfInvoicingDays: number | null;
  /** Whether receipts show the self-invoicing link, according to the organization's settings. */
  selfInvoicingLinks: boolean;
  /** The average unit cost of products at the location, if it is known; decimal text. */
  costs: Record<string, string>;
  /** The current day at the location; without a location, the day in central Mexico. */
  today: CalendarDate;
  /** The time zone of the location. */
  zone: string;
}

type Sold = Pick<commerce.CreateSalesReceiptRequest, 'items' | 'customerId' | 'locationId'>;

/**
 * Reads the data for a sale, and locks its customer and its location until the commit.
 * @throws Refusal location_not_found or location_archived
 */
export async function sourcesOf(tx: Transaction, sold: Sold): Promise<SaleSources> {
  const products = await tx.findAll(Product, productsOf(sold));
  if (sold.customerId !== undefined) await keepContact(tx, sold.customerId);
  const [customer] = await tx.findAll(Contact, customersOf(sold));
  const place = await keepSalePlace(tx, placed(sold));
  const productIds = unpricedOf(sold);
  const asked = { productIds, customerId: customer?.id, locationId: place.location?.id };
  const rules = productIds.length > 0 ? await priceRulesIn(tx, asked) : [];
  return gathered(tx.businessNow, sold, { products, customer, place, rules });
}

/**
 * Reads the same data as `sourcesOf`, but in one round trip and without locks. The statement that
 * writes the sale checks whether the location was archived or the customer deleted in the meantime.
 */
export async function sourcesAhead(read: Reader, sold: Sold): Promise<SaleSources> {
  const productIds = unpricedOf(sold);
  const [customerId] = customersOf(sold).filter(isIdentifier);
  const placing = readSalePlace(read, placed(sold));
  const rulesAt = (locationId: string | undefined) =>
    productIds.length > 0 ? priceRulesOf(read, { productIds, customerId, locationId }) : [];
  const named = sold.locationId;
  const [products, [customer], place, rules] = await Promise.all([
    read.find(Product, productsOf(sold)),
    read.find(Contact, customersOf(sold)),
    placing,
    named !== undefined && isIdentifier(named)
      ? rulesAt(named)
      : placing.then(({ location }) => rulesAt(location?.id)),
  ]);
  return gathered(read.businessNow, sold, { products, customer, place, rules });
}

const productsOf = ({ items }: Sold) => items.flatMap(({ productId }) => productId ?? []);

const placed = (sold: Sold) => ({ locationId: sold.locationId, productIds: productsOf(sold) });

const customersOf = ({ customerId }: Sold) => (customerId === undefined ? [] : [customerId]);

const unpricedOf = ({ items }: Sold) =>
  items
    .filter(({ unitPrice }) => unitPrice === undefined)
    .flatMap(({ productId = '' }) => (isIdentifier(productId) ? [productId] : []));

interface Found {
  products: Product[];
  customer: Contact | undefined;
  place: SalePlace;
  rules: RuleOfProduct[];
}

function gathered(
  now: Date,
  { locationId }: Sold,
  { products, customer, place, rules }: Found,
): SaleSources {
  const { settings, owesIeps, location, costs } = place;
  if (locationId !== undefined) refuseUnusable({ locationId }, location ? [location] : []);
  return {
    products,
    customer: customer?.kind === 'customer' ? customer : undefined,
    location: location ?? undefined,
    rules,
    fields: settings?.fields ?? [],
    owesIeps: owesIeps ?? false,
    isIssuer: owesIeps !== null,
    selfInvoicingDays: settings?.selfInvoicingDays ?? null,
    selfInvoicingLinks: settings?.selfInvoicingLinks ?? true,
    costs: costs ?? {},
    ...todayAt(now, location ?? undefined),
  };
}

/** Returns the issue for an unknown customer. */
export function unknownCustomer(
  id: string | undefined,
  { customer }: Pick<SaleSources, 'customer'>,
): Issue[] {
  if (id === undefined || customer) return [];
  const message = 'No customer with this identifier exists in your organization.';
  return [{ path: ['customerId'], code: 'contact_not_found', message }];
}
