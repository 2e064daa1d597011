import type { commerce } from '@timbre/contract';
import {
  command,
  conflict,
  invalid,
  notFound,
  replyWith,
  type Issue,
  type Transaction,
} from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { overrideIssues } from '../domain/price';
import { keepPartner } from '../store/contacts';
import { Location } from '../store/locations';
import { priceOverrideChanged } from '../store/price-override-changed';
import { PriceOverride, priceOverrideResource, sameOverride } from '../store/price-overrides';
import { Product, productResource } from '../store/products';

/**
 * The maximum number of price overrides for a product, customer and location. The number is
 * limited, because every price is calculated from all price overrides of the customer and the
 * location.
 */
const overridesMax = 100;

/**
 * Adds a price override, or replaces the override with the same product, customer, location,
 * minimum quantity and first day. Existing documents keep their prices.
 *
 * - too_many_overrides: the customer and location have too many price overrides of the product;
 *   delete old ones
 */
export const putPriceOverride = command(async (tx, request: commerce.PutPriceOverrideRequest) => {
  const fields = certain(request.fields, 'fields');
  const issues = overrideIssues(fields);
  if (issues.length) throw invalid(issues);
  // The product is locked instead of the price override, because a new override has no row to lock
  // yet.
  const product = await tx.lock(Product, fields.productId, productResource.name);
  await refuseUnknown(tx, fields);
  const key = { ...fields, productId: product.id };
  const { id: knownId, count } = await sameOverride(tx, key);
  if (!knownId && count >= overridesMax) {
    const message = `A customer and location can have ${overridesMax} overrides of a product; delete old ones.`;
    throw conflict(message, 'too_many_overrides');
  }
  const known = knownId && (await tx.get(PriceOverride, knownId, priceOverrideResource.name));
  const { price = null, percentage = null, taxIncluded = null, validTo = null } = fields;
  const values = { price, percentage, taxIncluded, validTo, updatedAt: tx.now };
  const version = known ? known.version + 1 : 1;
  if (known) Object.assign(known, values);
  const overrideId =
    knownId ?? tx.add(PriceOverride, { ...key, ...values, version: 1, createdAt: tx.now });
  tx.emit(priceOverrideChanged({ overrideId, version, fields: key, deleted: false }));
  return replyWith(priceOverrideResource, overrideId);
});

/**
 * Checks the customer and the location, and locks the customer against deletion until the commit.
 * @throws Refusal contact_not_found, location_not_found
 */
async function refuseUnknown(
  tx: Transaction,
  { customerId, locationId }: commerce.PriceOverrideFields,
): Promise<void> {
  const customer = customerId === undefined || (await keepPartner(tx, 'customer', customerId));
  const location = locationId === undefined || (await tx.find(Location, locationId));
  const message = 'No such customer or location exists in your organization.';
  const issues: Issue[] = [];
  if (!customer) issues.push({ path: ['customerId'], code: 'contact_not_found', message });
  if (!location) issues.push({ path: ['locationId'], code: 'location_not_found', message });
  if (issues.length) throw notFound('customer or location', issues);
}
