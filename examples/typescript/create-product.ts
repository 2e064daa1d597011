// Creates a product with its price and its SAT codes.
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });

const { data } = await timbre.createProduct({
  body: {
    description: 'Licencia anual de software',
    sku: 'LIC-ANUAL',
    price: 1160,
    taxIncluded: true,
    taxability: 'standard',
    taxRate: 0.16,
    satProductCode: '43232300',
    satUnitCode: 'H87',
  },
  idempotencyKey: 'product-lic-anual',
});
const { productId, sku, price } = data;
console.log(JSON.stringify({ productId, sku, price }));
