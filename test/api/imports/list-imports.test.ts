import type { Api, Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { newImport } from './spreadsheet';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const list = async (query: string) => {
  const { json } = await api.request('GET', `/v1/imports${query}`);
  return (json.data as Shown[]).map(({ kind, state }) => `${kind} ${state}`);
};

it('listImports answers 200 with the newest imports first, and filters them by kind and state', async () => {
  await newImport(api, 'customers', 'nombre\nUNO\n');
  await newImport(api, 'suppliers', 'nombre\nUNO\n');
  await newImport(api, 'suppliers', 'nada\nUNO\n');
  expect(await list('')).toEqual(['suppliers failed', 'suppliers preview', 'customers preview']);
  expect(await list('?kind=suppliers&state=preview')).toEqual(['suppliers preview']);
  expect(await list('?query=LISTA.csv&limit=1')).toEqual(['suppliers failed']);
});

it('listImports answers 200 and finds words of the file name in any order, with or without accents', async () => {
  await newImport(api, 'customers', 'nombre\nUNO\n', 'Cafe molido.csv');
  expect(await list(`?query=${encodeURIComponent('MOLIDO café')}`)).toEqual(['customers preview']);
  expect(await list(`?query=${encodeURIComponent('molido té')}`)).toEqual([]);
});

it('listImports answers 400 for an unknown kind or state', async () => {
  const answer = await api.request('GET', '/v1/imports?kind=x&state=y');
  expect(issuesOf(answer)).toEqual(['kind: invalid_value', 'state: invalid_value']);
});
