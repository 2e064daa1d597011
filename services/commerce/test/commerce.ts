import { commerce } from '@timbre/contract';
import { createPageLinks, type CallContext } from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { SalesPaper } from '../src/domain/ports';
import { createContact } from '../src/operations/create-contact';
import { createLocation } from '../src/operations/create-location';
import { createProduct } from '../src/operations/create-product';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import type { PageProviders } from '../src/workflows/public-links';

/** The provider for printing, as in a deployment with a mail server. */
const paper: Pick<SalesPaper<CallContext>, 'mailWay'> = {
  mailWay: () => Promise.resolve('server'),
};

/** The providers that every test of commerce uses. */
export interface OwnProviders extends PageProviders {
  paper: typeof paper;
}

/** Starts commerce with its own database. The caller can pass further providers. */
export const startCommerce = <More extends object = object>(
  more?: More,
): Promise<ServiceRuntime<OwnProviders & More>> =>
  serviceRuntime({
    service: 'commerce',
    entities,
    migrations,
    constraints,
    providers: { pages, paper, ...more } as OwnProviders & More,
  });

/** The URLs of public pages in these tests. */
export const pages = createPageLinks(Buffer.alloc(32, 7), 'https://api.example');

/**
 * Stores the organization's data from a fiscal profile, so that the organization can issue
 * invoices.
 */
export async function knowIssuer(service: ServiceRuntime, context: CallContext): Promise<void> {
  await service.rows('insert into issuers (org_id, version, ieps_taxpayer) values ($1, 1, false)', [
    context.organizationId,
  ]);
}

/** Creates a customer with a name and the given fields, and returns the customer's identifier. */
export async function addContact(
  service: ServiceRuntime,
  context: CallContext,
  { kind = 'customer', ...fields }: commerce.ContactFields & { kind?: string } = {},
): Promise<string> {
  const request = { kind, fields: { legalName: 'ESCUELA KEMPER URGATE', ...fields } };
  return (await service.answer(createContact, context, request)).contactId as string;
}

/**
 * Creates a product with a description, a price and the given fields, and returns the product's
 * identifier.
 */
export async function addProduct(
  service: ServiceRuntime,
  context: CallContext,
  fields: commerce.ProductFields = {},
): Promise<string> {
  const request = { fields: { description: 'Silla', price: '100', ...fields } };
  return (await service.answer(createProduct, context, request)).productId as string;
}

const chair = {
  description: 'Silla',
  price: '116',
  taxIncluded: true,
  satProductCode: '56101504',
  satUnitCode: 'H87',
};

/** Creates a chair that is sold for 116.00 including 16 % IVA, with the given fields. */
export const addSoldProduct = (
  service: ServiceRuntime,
  context: CallContext,
  fields: commerce.ProductFields = {},
): Promise<string> => addProduct(service, context, { ...chair, ...fields });

/** Returns a sale of the items that is paid in cash. */
export const saleOf = (
  items: commerce.SaleItem[],
  fields: Partial<commerce.CreateSalesReceiptRequest> = {},
): commerce.CreateSalesReceiptRequest => ({
  saleType: 'paid',
  paymentForm: '01',
  items,
  payments: [],
  fields: [],
  invoiceRequested: false,
  ...fields,
});

/** Returns an item that sells a product. */
export const sold = (
  productId: string,
  quantity = '1',
  fields: Partial<commerce.SaleItem> = {},
): commerce.SaleItem => ({ kind: 'product', productId, quantity, ...fields });

/** The request that accepts the first revision of a quote without an invoice. */
export const publicly = {
  revisionNumber: 1,
  invoiceRequested: false,
  fiscalTreatment: 'public_general',
  fiscalCustomer: undefined,
};

/** Creates a location in Hidalgo with the given fields, and returns its identifier. */
export async function addLocation(
  service: ServiceRuntime,
  context: CallContext,
  fields: commerce.LocationFields = {},
): Promise<string> {
  const request = { fields: { name: 'Sucursal', postalCode: '42501', ...fields } };
  return (await service.answer(createLocation, context, request)).locationId as string;
}

interface OutboxRow {
  subject: string;
  aggregate_id: string;
  aggregate_version: number;
  payload: Buffer;
}

const outbox = (service: Pick<ServiceRuntime, 'rows'>, organizationId: string) =>
  service.rows<OutboxRow>('select * from outbox where org_id = $1 order by id', [organizationId]);

/** Reads an organization's events with the given subject, in order. */
export async function eventsOf<Message>(
  service: ServiceRuntime,
  organizationId: string,
  subject: string,
  codec: { decode(bytes: Uint8Array): Message },
): Promise<Message[]> {
  const rows = await outbox(service, organizationId);
  return rows.filter((row) => row.subject === subject).map((row) => codec.decode(row.payload));
}

export const contactEvents = (service: ServiceRuntime, organizationId: string) =>
  eventsOf(service, organizationId, 'commerce.contact.changed', commerce.Contact);

export const productEvents = (service: ServiceRuntime, organizationId: string) =>
  eventsOf(service, organizationId, 'commerce.product.changed', commerce.Product);

export const locationEvents = (service: ServiceRuntime, organizationId: string) =>
  eventsOf(service, organizationId, 'commerce.location.changed', commerce.Location);

/** Reads an organization's inventory events with the given name, in order. */
export const inventoryEvents = (
  service: ServiceRuntime,
  organizationId: string,
  kind: 'changed' | 'negative',
) => eventsOf(service, organizationId, `commerce.inventory.${kind}`, commerce.InventoryLevel);

/** Reads an organization's receipt events with the given name, in order. */
export const receiptEvents = (
  service: ServiceRuntime,
  organizationId: string,
  kind: 'created' | 'refunded' | 'canceled',
) => eventsOf(service, organizationId, `commerce.sales_receipt.${kind}`, commerce.SalesReceipt);

export const priceEvents = (service: ServiceRuntime, organizationId: string) =>
  eventsOf(service, organizationId, 'commerce.price_override.changed', commerce.PriceOverride);

/** Reads the names and expenses of an organization's expense events, in order. */
export async function expenseEvents(
  service: Pick<ServiceRuntime, 'rows'>,
  organizationId: string,
): Promise<(commerce.Expense & { happened: string })[]> {
  const rows = await service.rows<OutboxRow>(
    `select * from outbox where org_id = $1 and aggregate = 'expense' order by id`,
    [organizationId],
  );
  return rows.map(({ subject, payload }) => ({
    ...commerce.Expense.decode(payload),
    happened: subject.replace('commerce.expense.', ''),
  }));
}

/** Reads an organization's quote events, in order. */
export async function quoteEvents(service: Pick<ServiceRuntime, 'rows'>, organizationId: string) {
  const rows = await outbox(service, organizationId);
  return rows
    .filter(({ subject }) => subject.startsWith('commerce.quote.'))
    .map(({ subject, payload }) => ({ subject, quote: commerce.Quote.decode(payload) }));
}
