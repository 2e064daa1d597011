import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

const path = '/v1/settings/expense-categories';
let api: Api;
let id: string;
beforeAll(async () => {
  api = await startDocumented();
  id = (await created(api, path, { name: 'Luz', code: 'L' })).categoryId as string;
});

const update = (of: string, body: object) => api.request('PATCH', `${path}/${of}`, { body });

it('updateExpenseCategory answers 200, replaces given fields, clears null fields and does not change other fields', async () => {
  const changed = await dataOf(update(id, { accountCode: '601.50', code: null, active: false }));
  expect(changed).toEqual({
    categoryId: id,
    name: 'Luz',
    accountCode: '601.50',
    active: false,
    updatedAt: expect.any(String),
  });
});

it('updateExpenseCategory answers 400 and refuses to clear the name', async () => {
  expect(issuesOf(await update(id, { name: null }))).toEqual(['name: invalid_type']);
});

it('updateExpenseCategory answers 404 for an unknown category', async () => {
  expect(refusalOf(await update(randomUUID(), { name: 'X' }))).toBe('404 not_found');
});

it('updateExpenseCategory answers 409 and refuses the name of another category', async () => {
  await created(api, path, { name: 'Agua' });
  expect(refusalOf(await update(id, { name: 'agua' }))).toBe('409 conflict name_taken');
});
