import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object) => api.request('POST', '/v1/settings/expense-categories', { body });

describe('201', () => {
  it('createExpenseCategory returns all fields as sent, and the category is active', async () => {
    const given = { name: 'Papelería', code: 'PAP', accountCode: '601.58' };
    const { status, json } = await create(given);
    expect(status).toBe(201);
    const own = { categoryId: expect.any(String), active: true, updatedAt: expect.any(String) };
    expect(json.data).toEqual({ ...given, ...own });
  });
});

describe('400', () => {
  it('createExpenseCategory reports all faults at once', async () => {
    const answer = await create({ name: ' ', code: 'x'.repeat(26), accountCode: 7, active: true });
    expect(issuesOf(answer)).toEqual([
      'accountCode: invalid_type',
      'active: unknown_field',
      'code: too_big',
      'name: too_small',
    ]);
  });
});

describe('409 conflict', () => {
  it('createExpenseCategory refuses the name of another category', async () => {
    await dataOf(create({ name: 'Renta' }));
    const answer = await create({ name: 'RENTA' });
    expect(refusalOf(answer)).toBe('409 conflict name_taken');
    expect(issuesOf(answer)).toEqual(['name: name_taken']);
  });
});
