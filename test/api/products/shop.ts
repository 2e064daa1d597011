import { created, productInput, type Api } from '@timbre/testkit/client';

/** Creates a product and two locations for inventory tests. */
export async function newShop(api: Api) {
  const location = { name: 'Sucursal', postalCode: '42501' };
  return {
    productId: (await created(api, '/v1/products', productInput)).productId as string,
    here: (await created(api, '/v1/locations', location)).locationId as string,
    there: (await created(api, '/v1/locations', location)).locationId as string,
  };
}

export type Shop = Awaited<ReturnType<typeof newShop>>;

/** Adjusts the stock of the shop's product at the shop's first location. */
export const adjusted = (api: Api, { productId, here }: Shop, change: object) =>
  created(api, `/v1/products/${productId}/inventory-movements`, {
    locationId: here,
    reason: 'Conteo',
    ...change,
  });

/** Creates a supplier. */
export const newSupplier = async (api: Api, legalName = 'Maderas') =>
  (await created(api, '/v1/contacts', { kind: 'supplier', legalName })).contactId as string;
