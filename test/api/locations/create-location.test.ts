import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object) => api.request('POST', '/v1/locations', { body });
const plain = { name: 'Sucursal', postalCode: '42501' };

describe('201', () => {
  it('createLocation returns all fields as sent; the first location is the default', async () => {
    const given = {
      ...plain,
      code: 'CEN',
      phone: '7711234567',
      receiptSeries: 'TICKET CEN',
      address: { postalCode: '42501', country: 'MEX', street: 'Juárez', exterior: '1' },
    };
    const { status, json } = await create(given);
    expect(status).toBe(201);
    const own = { locationId: expect.any(String), isDefault: true, active: true };
    expect(json.data).toEqual({ ...given, ...own, updatedAt: expect.any(String) });
  });

  it('createLocation uses the code as the receipt series', async () => {
    expect(await dataOf(create({ ...plain, code: 'SUR' }))).toMatchObject({
      receiptSeries: 'SUR',
      isDefault: false,
    });
  });
});

describe('400', () => {
  it('createLocation reports all faults at once', async () => {
    const answer = await create({
      name: '',
      postalCode: '00001',
      code: 'x'.repeat(26),
      receiptSeries: 'A|B',
      address: { postalCode: '1', country: 'MEX' },
      isDefault: 'yes',
      active: true,
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'active: unknown_field',
      'address.postalCode: invalid_format',
      'code: too_big',
      'isDefault: invalid_type',
      'name: too_small',
      'postalCode: not_in_catalog',
      'receiptSeries: character_not_allowed',
    ]);
  });
});

describe('409 conflict', () => {
  it.each([
    ['code', 'code_taken'],
    ['receiptSeries', 'receipt_series_taken'],
  ])('createLocation refuses the %s of another location', async (field, reason) => {
    await create({ ...plain, [field]: 'TWICE' });
    const answer = await create({ ...plain, [field]: 'TWICE' });
    expect(refusalOf(answer)).toBe(`409 conflict ${reason}`);
    expect(issuesOf(answer)).toEqual([`${field}: ${reason}`]);
    await create({ ...plain, name: 'Otra' });
  });
});
