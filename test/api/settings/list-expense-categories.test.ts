import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

const path = '/v1/settings/expense-categories';
let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  for (const name of ['Luz', 'Papelería', 'Renta']) {
    const { categoryId } = await created(api, path, { name });
    const body = { active: name !== 'Luz' };
    await dataOf(api.request('PATCH', `${path}/${categoryId}`, { body }));
  }
});

const names = async (query = '') => {
  const { json } = await api.request('GET', `${path}${query}`);
  return json.data.map(({ name }: { name: string }) => name) as string[];
};

describe('200', () => {
  it('listExpenseCategories lists the newest categories first, filters and searches', async () => {
    expect(await names()).toEqual(['Renta', 'Papelería', 'Luz']);
    expect(await names('?active=false')).toEqual(['Luz']);
    expect(await names('?query=papeleria')).toEqual(['Papelería']);
  });

  it('listExpenseCategories returns the categories page by page', async () => {
    const { json } = await api.request('GET', `${path}?limit=2`);
    expect(await names(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual(['Luz']);
  });
});
