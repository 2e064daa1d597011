import { randomUUID } from 'node:crypto';
import { created, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newImport } from './spreadsheet';

let api: Api;
let importId: string;
beforeAll(async () => {
  api = await startDocumented();
  await created(api, '/v1/contacts', { kind: 'customer', legalName: 'CUATRO', code: 'C-4' });
  const lines = [
    'código,nombre,correo',
    'C-1,UNO,',
    'C-2,DOS,x',
    ',,',
    'C-3,TRES,-',
    'C-4,,a@x.mx',
  ];
  importId = (await newImport(api, 'customers', lines.join('\n'))).importId as string;
});

const rows = (query = '', id = importId) => api.request('GET', `/v1/imports/${id}/rows${query}`);
const linesOf = async (query: string) =>
  ((await rows(query)).json.data as Shown[]).map(({ line }) => line as number);

describe('200', () => {
  it('listImportRows shows rows in the order of the file, page by page', async () => {
    const first = await rows('?limit=3');
    expect((first.json.data as Shown[]).map(({ line }) => line)).toEqual([2, 3, 5]);
    const { nextCursor } = first.json.pagination as { nextCursor: string };
    expect(await linesOf(`?limit=3&cursor=${nextCursor}`)).toEqual([6]);
  });

  it('listImportRows filters by action and by issues', async () => {
    expect(await linesOf('?action=create')).toEqual([2, 5]);
    expect(await linesOf('?hasIssues=true')).toEqual([3]);
    expect(await linesOf('?hasIssues=false&action=update')).toEqual([6]);
  });

  it('listImportRows returns the values of a row, its issues from the API, and the current record', async () => {
    const { data } = (await rows()).json as { data: Shown[] };
    expect(data[1]).toEqual({
      rowId: expect.any(String),
      line: 3,
      action: 'invalid',
      cleared: [],
      values: { code: 'C-2', legalName: 'DOS', email: 'x' },
      issues: [{ path: ['email'], code: 'invalid_format', message: expect.any(String) }],
    });
    expect(data[3]).toMatchObject({
      action: 'update',
      values: { code: 'C-4', email: 'a@x.mx' },
      current: { legalName: 'CUATRO' },
    });
  });
});

it('listImportRows answers 200 with warnings of probable mistakes, in the language of the request', async () => {
  const { importId: id } = await newImport(api, 'suppliers', 'nombre,rfc\nUNO,EKU9003173C8');
  const warningsIn = async (language: string) => {
    const headers = { 'accept-language': language };
    const { json } = await api.request('GET', `/v1/imports/${id as string}/rows`, { headers });
    return (json.data as Shown[])[0]!['warnings'];
  };
  const said = (words: string) => [
    { path: ['rfc'], code: 'rfc_check_digit', message: expect.stringContaining(words) },
  ];
  expect(await warningsIn('es')).toEqual(said('verificador'));
  expect(await warningsIn('en')).toEqual(said('check digit'));
});

it('listImportRows answers 400 for an unknown action', async () => {
  const answer = await rows('?action=x&hasIssues=1');
  expect(issuesOf(answer)).toEqual(['action: invalid_value', 'hasIssues: invalid_value']);
});

it('listImportRows answers 404 for an unknown import', async () => {
  expect(refusalOf(await rows('', randomUUID()))).toBe('404 not_found');
});
