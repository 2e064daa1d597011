import { commerce } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { createContact } from '../src/operations/create-contact';
import { createProduct } from '../src/operations/create-product';
import { constraints } from '../src/store/constraints';
import { Contact } from '../src/store/contacts';
import { migrations } from '../src/store/migrations';
import { Product } from '../src/store/products';

/** Starts commerce with its own database. */
export const startCommerce = (): Promise<ServiceRuntime> =>
  serviceRuntime({ service: 'commerce', entities: [Contact, Product], migrations, constraints });

/** Creates a customer with a name and the given fields, and returns its identifier. */
export async function addContact(
  service: ServiceRuntime,
  context: CallContext,
  { kind = 'customer', ...fields }: commerce.ContactFields & { kind?: string } = {},
): Promise<string> {
  const request = { kind, fields: { legalName: 'ESCUELA KEMPER URGATE', ...fields } };
  return (await service.answer(createContact, context, request)).contactId as string;
}

/** Creates a product with a description, a price and the given fields, and returns its identifier. */
export async function addProduct(
  service: ServiceRuntime,
  context: CallContext,
  fields: commerce.ProductFields = {},
): Promise<string> {
  const request = { fields: { description: 'Silla', price: '100', ...fields } };
  return (await service.answer(createProduct, context, request)).productId as string;
}

interface OutboxRow {
  subject: string;
  aggregate_id: string;
  aggregate_version: number;
  payload: Buffer;
}

const outbox = (service: ServiceRuntime, organizationId: string) =>
  service.rows<OutboxRow>('select * from outbox where org_id = $1 order by id', [organizationId]);

/** The contact events of an organization, in order. */
export async function contactEvents(service: ServiceRuntime, organizationId: string) {
  const rows = await outbox(service, organizationId);
  return rows
    .filter((row) => row.subject === 'commerce.contact.changed')
    .map((row) => commerce.Contact.decode(row.payload));
}

/** The product events of an organization, in order. */
export async function productEvents(service: ServiceRuntime, organizationId: string) {
  const rows = await outbox(service, organizationId);
  return rows
    .filter((row) => row.subject === 'commerce.product.changed')
    .map((row) => commerce.Product.decode(row.payload));
}
