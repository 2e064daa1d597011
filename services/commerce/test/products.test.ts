import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { archiveProduct } from '../src/operations/archive-product';
import { createProduct } from '../src/operations/create-product';
import { getProduct } from '../src/operations/get-product';
import { listProducts } from '../src/operations/list-products';
import { unarchiveProduct } from '../src/operations/unarchive-product';
import { updateProduct } from '../src/operations/update-product';
import { addProduct, productEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

const everything = {
  description: 'Silla de oficina',
  price: '1234.567891',
  sku: 'SKU-1',
  code: 'P-1',
  taxIncluded: false,
  taxRate: '0.16',
  taxability: 'standard',
  satProductCode: '56112100',
  satUnitCode: 'H87',
};
const entries = [
  { minQuantity: '2.5', percentage: '5' },
  { minQuantity: '10', percentage: '12.5' },
];

const details = {
  unitName: 'Mes',
  activity: 'lease_real_estate',
  withholdings: { entries: [{ type: 'ISR', rate: '0.1' }] },
  taxes: { entries: [{ type: 'IEPS', factor: 'Cuota', rate: '3.0818', quantityPerUnit: '0.355' }] },
  taxObject: '02',
  propertyTaxAccounts: { entries: ['0215A7'] },
  customsNumbers: { entries: ['26  48  3009  6001234'] },
  thirdParty: {
    rfc: 'URE180429TM6',
    legalName: 'Universidad Robótica Española',
    taxSystem: '601',
    postalCode: '86991',
  },
};
const shownDetails = {
  ...details,
  withholdings: [{ type: 'ISR', rate: 0.1 }],
  taxes: [{ type: 'IEPS', factor: 'Cuota', rate: 3.0818, quantityPerUnit: 0.355 }],
  propertyTaxAccounts: details.propertyTaxAccounts.entries,
  customsNumbers: details.customsNumbers.entries,
};

describe('createProduct', () => {
  it('createProduct returns all given fields, with decimals as numbers', async () => {
    const context = callContext();
    const fields = { ...everything, quantityDiscounts: { entries } };
    const product = await service.answer(createProduct, context, { fields });
    expect(product).toEqual({
      ...everything,
      productId: expect.any(String),
      active: true,
      price: 1234.567891,
      taxRate: 0.16,
      quantityDiscounts: [
        { minQuantity: 2.5, percentage: 5 },
        { minQuantity: 10, percentage: 12.5 },
      ],
      updatedAt: '2026-11-21T15:00:00.000Z',
    });
    const [event] = await productEvents(service, context.organizationId);
    expect(event).toMatchObject({ productId: product.productId, version: 1, active: true, fields });
  });

  it('createProduct returns and emits the fields that the product adds to the Concepto of its items', async () => {
    const context = callContext();
    const fields = { ...everything, ...details };
    const product = await service.answer(createProduct, context, { fields });
    expect(product).toMatchObject(shownDetails);
    const [event] = await productEvents(service, context.organizationId);
    expect(event?.fields).toMatchObject(details);
    const { productId } = product as { productId: string };
    const patch = {
      productId,
      fields: { withholdings: { entries: [] }, activity: 'goods_sale' },
      cleared: ['taxes', 'taxObject', 'propertyTaxAccounts', 'thirdParty', 'unitName'],
    };
    const patched = await service.answer(updateProduct, context, patch);
    const { customsNumbers } = shownDetails;
    expect(patched).toMatchObject({ activity: 'goods_sale', customsNumbers });
    for (const name of ['withholdings', ...patch.cleared]) expect(patched).not.toHaveProperty(name);
  });

  it('createProduct rejects details that the rules for document items do not allow', async () => {
    const fields = {
      description: 'Renta',
      price: '1',
      taxability: 'exempt',
      taxObject: '07',
      withholdings: { entries: [{ type: 'ISR', rate: '10' }] },
      customsNumbers: { entries: ['26  99  3009  6001234'] },
    };
    await expect(service.answer(createProduct, callContext(), { fields })).rejects.toMatchObject({
      details: {
        issues: [
          { path: ['taxability'], code: 'taxes_not_allowed' },
          { path: ['taxObject'], code: 'taxes_required' },
          { path: ['withholdings', 0, 'rate'], code: 'tax_rate_not_allowed' },
          { path: ['customsNumbers', 0], code: 'customs_number_invalid' },
        ],
      },
    });
  });

  it('createProduct omits missing fields and an empty list of discounts', async () => {
    const fields = { description: 'Silla', price: '10.50', quantityDiscounts: { entries: [] } };
    const product = await service.answer(createProduct, callContext(), { fields });
    const names = ['productId', 'description', 'active', 'price', 'updatedAt'];
    expect(Object.keys(product)).toEqual(names);
  });

  it('createProduct returns decimals exactly and without trailing zeros', async () => {
    const context = callContext();
    const prices = ['0', '0.000001', '100', '999999999999.999999'];
    const rendered = [];
    for (const price of prices) {
      const productId = await addProduct(service, context, { price });
      const body = await getProduct.run(service.runtime, context, { productId });
      rendered.push(/"price":([^,]+),/.exec(body.toString())?.[1]);
    }
    expect(rendered).toEqual(prices);
  });

  it('createProduct reports all violated rules together and changes nothing', async () => {
    const context = callContext();
    const fields = { taxability: 'exempt', taxRate: '0.16', satProductCode: '84121603' };
    await expect(addProduct(service, context, fields)).rejects.toMatchObject({
      code: 'validation_error',
      details: { issues: [{ code: 'tax_rate_not_allowed' }, { code: 'iva_required' }] },
    });
    expect((await service.page(listProducts, context, {})).data).toEqual([]);
  });

  it.each(['sku', 'code'] as const)(
    'createProduct refuses the %s of another product',
    async (field) => {
      const context = callContext();
      await addProduct(service, context, { [field]: 'A' });
      const taken = `${field}_taken`;
      await expect(addProduct(service, context, { [field]: 'A' })).rejects.toMatchObject({
        code: 'conflict',
        details: { reason: taken, issues: [{ path: [field], code: taken }] },
      });
      await addProduct(service, callContext(), { [field]: 'A' });
    },
  );
});

describe('updateProduct', () => {
  it('updateProduct replaces the given fields, clears the named fields and keeps all other fields', async () => {
    const context = callContext();
    const productId = await addProduct(service, context, {
      ...everything,
      quantityDiscounts: { entries },
    });
    service.setClock('2026-11-22T10:00:00.000Z');
    const fields = { price: '99.9', quantityDiscounts: { entries: [] } };
    const patch = { productId, fields, cleared: ['sku', 'taxRate', 'taxability'] };
    const product = await service.answer(updateProduct, context, patch);
    expect(product).toEqual({
      productId,
      description: 'Silla de oficina',
      active: true,
      price: 99.9,
      code: 'P-1',
      taxIncluded: false,
      satProductCode: '56112100',
      satUnitCode: 'H87',
      updatedAt: '2026-11-22T10:00:00.000Z',
    });
    const [, event] = await productEvents(service, context.organizationId);
    expect(event).toMatchObject({ version: 2, fields: { price: '99.9', code: 'P-1' } });
    expect(event?.fields?.quantityDiscounts).toBeUndefined();
  });

  it('updateProduct emits unchanged decimals without trailing zeros', async () => {
    const context = callContext();
    const productId = await addProduct(service, context, { price: '10.5', taxRate: '0.16' });
    await service.answer(updateProduct, context, { productId, fields: { sku: 'A' }, cleared: [] });
    const [, event] = await productEvents(service, context.organizationId);
    expect(event?.fields).toMatchObject({ price: '10.5', taxRate: '0.16', sku: 'A' });
  });

  it('updateProduct validates the resulting product instead of only the patch', async () => {
    const context = callContext();
    const productId = await addProduct(service, context, { taxRate: '0.16' });
    const patch = { productId, fields: { taxability: 'zero' }, cleared: [] as string[] };
    await expect(service.answer(updateProduct, context, patch)).rejects.toMatchObject({
      details: { issues: [{ path: ['taxRate'], code: 'tax_rate_not_allowed' }] },
    });
    const both = { ...patch, cleared: ['taxRate'] };
    expect(await service.answer(updateProduct, context, both)).toMatchObject({
      taxability: 'zero',
    });
  });

  it('updateProduct rejects the sku of another product', async () => {
    const context = callContext();
    await addProduct(service, context, { sku: 'A' });
    const productId = await addProduct(service, context, { sku: 'B' });
    const patch = { productId, fields: { sku: 'A' }, cleared: [] };
    await expect(service.answer(updateProduct, context, patch)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'sku_taken' },
    });
    expect(await service.answer(getProduct, context, { productId })).toMatchObject({ sku: 'B' });
    expect(await productEvents(service, context.organizationId)).toHaveLength(2);
  });
});

describe('archiveProduct', () => {
  it('archiveProduct makes the product inactive and emits it', async () => {
    const context = callContext();
    const productId = await addProduct(service, context);
    const product = await service.answer(archiveProduct, context, { productId });
    expect(product).toMatchObject({ productId, active: false });
    const [, event] = await productEvents(service, context.organizationId);
    expect(event).toMatchObject({ version: 2, active: false, fields: { description: 'Silla' } });
  });

  it('archiveProduct leaves an archived product unchanged', async () => {
    const context = callContext();
    const productId = await addProduct(service, context);
    const product = await service.answer(archiveProduct, context, { productId });
    service.setClock('2026-11-23T10:00:00.000Z');
    expect(await service.answer(archiveProduct, context, { productId })).toEqual(product);
    expect(await productEvents(service, context.organizationId)).toHaveLength(2);
  });

  it("archiveProduct keeps the product's sku reserved", async () => {
    const context = callContext();
    const productId = await addProduct(service, context, { sku: 'A' });
    await service.answer(archiveProduct, context, { productId });
    await expect(addProduct(service, context, { sku: 'A' })).rejects.toMatchObject({
      details: { reason: 'sku_taken' },
    });
  });
});

describe('unarchiveProduct', () => {
  it('unarchiveProduct makes the product active again and emits one event', async () => {
    const context = callContext();
    const productId = await addProduct(service, context, { sku: 'A' });
    await service.answer(archiveProduct, context, { productId });
    const back = await service.answer(unarchiveProduct, context, { productId });
    expect(back).toMatchObject({ productId, active: true, sku: 'A' });
    expect(await service.answer(unarchiveProduct, context, { productId })).toEqual(back);
    const [, , event, ...others] = await productEvents(service, context.organizationId);
    expect(event).toMatchObject({ version: 3, active: true });
    expect(others).toEqual([]);
  });
});
