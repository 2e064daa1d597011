import type { commerce } from '@timbre/contract';
import { readableDecimal } from '@timbre/fiscal';
import { isIdentifier, query, type Reader } from '@timbre/kit';
import { resolvePrice } from '../domain/price';
import { contactMessage } from '../store/contact-changed';
import { Contact } from '../store/contacts';
import { locationMessage } from '../store/location-changed';
import { dayAt, Location, placeOfPrices } from '../store/locations';
import { priceRulesOf } from '../store/price-overrides';
import { productMessage } from '../store/product-changed';
import { Product } from '../store/products';

/**
 * Returns contacts and products for a draft. Unknown identifiers are omitted from the response; the
 * calling service decides whether to reject them.
 */
export const resolveDraftSources = query(
  async (read, request: commerce.ResolveDraftSourcesRequest) => {
    const [contacts, products, locations] = await Promise.all([
      read.find(Contact, request.contactIds),
      read.find(Product, request.productIds),
      read.find(Location, request.locationIds),
    ]);
    const answer: commerce.ResolveDraftSourcesResponse = {
      contacts: contacts.map(contactMessage),
      products: products.map(productMessage),
      prices: request.prices ? await pricesOf(read, request.prices, products) : [],
      locations: locations.map(locationMessage),
    };
    return answer;
  },
);

/** Returns the prices of all items, with a single read of their price rules. */
async function pricesOf(
  read: Reader,
  { items, customerId, locationId }: commerce.DraftPrices,
  products: readonly Product[],
): Promise<commerce.DraftPrice[]> {
  const idOf = (id: string | undefined) => (id && isIdentifier(id) ? id : undefined);
  const of = { customerId: idOf(customerId), locationId: idOf(locationId) };
  const [rules, place] = await Promise.all([
    priceRulesOf(read, { ...of, productIds: products.map(({ id }) => id) }),
    placeOfPrices(read, of.locationId),
  ]);
  const known = new Map(products.map((product) => [product.id, { product, rules: [] as typeof rules }])); // prettier-ignore
  for (const rule of rules) known.get(rule.productId)?.rules.push(rule);
  const onDate = dayAt(read.businessNow, place);
  return items.flatMap(({ productId, quantity: text }) => {
    const found = known.get(productId.toLowerCase());
    const quantity = readableDecimal(text);
    if (!found || !quantity) return [];
    const { unitPrice, taxIncluded, rule } = resolvePrice(found.product, found.rules, { quantity, onDate }); // prettier-ignore
    const { kind: ruleKind, ...won } = rule;
    const price = unitPrice.trimmed().toString();
    return [
      {
        productId: found.product.id,
        quantity: text,
        unitPrice: price,
        taxIncluded,
        ruleKind,
        ...won,
      },
    ];
  });
}
