import { created, productInput, type Api } from '@timbre/testkit/client';

/** Creates a product of 1,160.00 with tax included, and the location that sells the product. */
export async function newTill(api: Api) {
  const location = { name: 'Centro', postalCode: '42501' };
  const { locationId } = await created(api, '/v1/locations', location);
  const { productId } = await created(api, '/v1/products', productInput);
  return { productId: productId as string, locationId: locationId as string };
}

export type Till = Awaited<ReturnType<typeof newTill>>;

/** Returns the body of a sale of one product, paid in cash. */
export const saleInput = ({ productId, locationId }: Till, changes: object = {}) => ({
  saleType: 'paid',
  paymentForm: '01',
  locationId,
  items: [{ kind: 'product', productId, quantity: 1 }],
  ...changes,
});

/** Creates a receipt. */
export const newReceipt = (api: Api, till: Till, changes: object = {}) =>
  created(api, '/v1/sales-receipts', saleInput(till, changes));
