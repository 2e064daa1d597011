import { randomUUID } from 'node:crypto';
import { productInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object) => api.request('POST', '/v1/products', { body });

describe('201', () => {
  it('createProduct returns all fields as sent, and the product is active', async () => {
    const given = {
      ...productInput,
      sku: 'LIC-ANUAL',
      code: '7501234567890',
      quantityDiscounts: [
        { minQuantity: 10, percentage: 5 },
        { minQuantity: 100.5, percentage: 12.5 },
      ],
    };
    const { status, json } = await create(given);
    expect(status).toBe(201);
    const own = { productId: expect.any(String), active: true, updatedAt: expect.any(String) };
    expect(json.data).toEqual({ ...given, ...own });
  });

  it('createProduct warns that a product without SAT codes cannot be invoiced', async () => {
    const { json } = await create({ description: 'Café', price: 45 });
    expect(json.warnings).toMatchObject([
      { path: ['satProductCode'], code: 'sat_code_missing' },
      { path: ['satUnitCode'], code: 'sat_code_missing' },
    ]);
  });

  it("createProduct stores the details that items of documents copy, with customs numbers in the SAT's format", async () => {
    const details = {
      unitName: 'Lata',
      activity: 'goods_sale',
      taxObject: '02',
      withholdings: [{ type: 'ISR', rate: 0.0125 }],
      taxes: [{ type: 'IEPS', factor: 'Cuota', rate: 3.0818, quantityPerUnit: 0.355 }],
      propertyTaxAccounts: ['0215A7'],
      customsNumbers: ['26 48 3009 6001234'],
      thirdParty: {
        rfc: 'URE180429TM6',
        legalName: 'Universidad Robótica Española',
        taxSystem: '601',
        postalCode: '86991',
      },
    };
    const { status, json } = await create({ description: 'Refresco', price: 18.75, ...details });
    expect(status).toBe(201);
    const stored = { ...details, customsNumbers: ['26  48  3009  6001234'] };
    expect(json.data).toMatchObject(stored);
    const path = `/v1/products/${json.data.productId}`;
    const patch = { withholdings: null, taxes: [], customsNumbers: null, activity: null };
    const patched = await api.request('PATCH', path, { body: patch });
    expect(patched.status).toBe(200);
    for (const name of Object.keys(patch)) expect(patched.json.data).not.toHaveProperty(name);
    expect(patched.json.data).toMatchObject({ thirdParty: details.thirdParty, unitName: 'Lata' });
  });

  it('createProduct requires only a description and a price', async () => {
    const { json } = await create({ description: 'Silla', price: 0 });
    expect(json.data).toMatchObject({ description: 'Silla', price: 0, active: true });
    expect(Object.keys(json.data).sort()).toEqual(
      ['active', 'description', 'price', 'productId', 'updatedAt'].sort(),
    );
  });

  it.each([0.1, 0.000001, 1234567.891234, 999_999_999_999])(
    'createProduct stores the price %d exactly',
    async (price) => {
      const { bytes } = await create({ description: 'Exact', price });
      expect(bytes.toString()).toContain(`"price":${price.toFixed(6).replace(/\.?0+$/, '')},`);
    },
  );

  it('createProduct stores the reason for a tax exemption', async () => {
    const exempt = { taxability: 'exempt', taxExemptReason: 'Libro, art. 9 LIVA' };
    const { json } = await create({ description: 'Libro', price: 1, ...exempt });
    expect(json.data).toMatchObject(exempt);
  });
});

describe('400', () => {
  it('createProduct reports all invalid fields at once', async () => {
    const answer = await create({
      description: 'x'.repeat(1001),
      price: -1,
      sku: '',
      taxRate: 1.16,
      taxability: 'half',
      satProductCode: '99999999',
      satUnitCode: '??',
      quantityDiscounts: [{ minQuantity: 0, percentage: 101 }],
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'description: too_big',
      'price: too_small',
      'quantityDiscounts.0.minQuantity: too_small',
      'quantityDiscounts.0.percentage: too_big',
      'satProductCode: not_in_catalog',
      'satUnitCode: not_in_catalog',
      'sku: too_small',
      'taxRate: too_big',
      'taxability: invalid_value',
    ]);
  });

  it.each<[string, object, string[]]>([
    ['seven decimals', { price: 0.1234567 }, ['price: too_many_decimals']],
    ['a price that is text', { price: '10' }, ['price: invalid_type']],
    ['a price above the limit', { price: 1e12 }, ['price: too_big']],
    ['a rate that is not of IVA', { taxRate: 0.15 }, ['taxRate: tax_rate_not_allowed']],
    [
      'a rate on an exempt product',
      { taxability: 'exempt', taxRate: 0.16 },
      ['taxRate: tax_rate_not_allowed'],
    ],
    [
      'a reason without exemption',
      { taxExemptReason: 'x' },
      ['taxExemptReason: tax_exempt_reason_not_allowed'],
    ],
    [
      'discounts without increasing quantities',
      {
        quantityDiscounts: [
          { minQuantity: 10, percentage: 5 },
          { minQuantity: 10, percentage: 6 },
        ],
      },
      ['quantityDiscounts.1.minQuantity: quantity_not_increasing'],
    ],
    [
      'eleven discounts',
      {
        quantityDiscounts: Array.from({ length: 11 }, (_, i) => ({
          minQuantity: i + 1,
          percentage: 1,
        })),
      },
      ['quantityDiscounts: too_big'],
    ],
  ])('createProduct refuses %s', async (_, changes, expected) => {
    expect(issuesOf(await create({ description: 'P', price: 1, ...changes }))).toEqual(expected);
  });
});

describe('409 conflict', () => {
  it.each(['sku', 'code'])('createProduct refuses the %s of another product', async (field) => {
    const value = randomUUID();
    await create({ description: 'Has it', price: 1, [field]: value });
    const answer = await create({ description: 'Wants it', price: 1, [field]: value });
    expect(refusalOf(answer)).toBe(`409 conflict ${field}_taken`);
    expect(issuesOf(answer)).toEqual([`${field}: ${field}_taken`]);
  });
});
