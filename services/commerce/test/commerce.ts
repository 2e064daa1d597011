import { commerce } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { createContact } from '../src/operations/create-contact';
import { createLocation } from '../src/operations/create-location';
import { createProduct } from '../src/operations/create-product';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';

/** Starts commerce with its own database. */
export const startCommerce = (): Promise<ServiceRuntime> =>
  serviceRuntime({ service: 'commerce', entities, migrations, constraints });

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

const outbox = (service: ServiceRuntime, organizationId: string) =>
  service.rows<OutboxRow>('select * from outbox where org_id = $1 order by id', [organizationId]);

/** The events of an organization with a subject, in order. */
async function eventsOf<Message>(
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

/** The inventory events of an organization of one kind, in order. */
export const inventoryEvents = (
  service: ServiceRuntime,
  organizationId: string,
  kind: 'changed' | 'negative',
) => eventsOf(service, organizationId, `commerce.inventory.${kind}`, commerce.InventoryLevel);

export const priceEvents = (service: ServiceRuntime, organizationId: string) =>
  eventsOf(service, organizationId, 'commerce.price_override.changed', commerce.PriceOverride);
