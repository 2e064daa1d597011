import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { created, dataOf, startApi, type Api } from '@timbre/testkit/client';
import { strToU8, zipSync } from 'fflate';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { leaving, newImport, uploaded } from './spreadsheet';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const create = (body: object) => api.request('POST', '/v1/imports', { body });
const cancel = (importId: string) => api.request('POST', `/v1/imports/${importId}/cancel`);

describe('202', () => {
  it('createImport reads a CSV into a preview', async () => {
    const fileId = await uploaded(api, 'nombre,rfc,color\nMADERAS DEL NORTE,URE180429TM6,\n');
    const answer = await create({ kind: 'suppliers', fileId });
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({
      state: 'parsing',
      fileName: 'lista.csv',
      rowsDone: 0,
    });
    const { importId } = answer.json.data as { importId: string };
    const job = await leaving(api, importId, 'parsing');
    expect(job).toMatchObject({
      state: 'preview',
      rowsDone: 1,
      rowsTotal: 1,
      fileId,
      counts: { create: 1, update: 0, unchanged: 0, invalid: 0, duplicateInFile: 0 },
      issues: [{ path: ['color'], code: 'unknown_column' }],
    });
    await cancel(importId);
  });

  it('createImport reads a workbook that another program wrote, and reports the missing column', async () => {
    const sheets = join(__dirname, '..', '..', '..', 'packages', 'sheets', 'test', 'fixtures');
    const job = await newImport(api, 'products', readFileSync(join(sheets, 'exceljs.xlsx')));
    expect(job).toMatchObject({
      state: 'failed',
      issues: [{ path: ['description'], code: 'required' }],
    });
  });
});

describe('a hostile file', () => {
  const workbook = (sheet: string, more: Record<string, Uint8Array> = {}) => {
    const relation = (type: string, target: string) =>
      strToU8(
        `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`,
      );
    return zipSync({
      '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': relation('worksheet', 's.xml'),
      'xl/s.xml': strToU8(sheet),
      ...more,
    });
  };
  const laughs = `<!DOCTYPE a [<!ENTITY a "${'ha'.repeat(99)}">]><worksheet>&a;</worksheet>`;

  it.each<[string, string | Uint8Array, string]>([
    ['a bomb', workbook('<worksheet/>', { 'xl/b.png': new Uint8Array(50 << 20) }), 'archive_too_large'],
    ['a DTD', workbook(laughs), 'dtd_not_allowed'],
    ['a path out of the archive', workbook('', { '../../x': new Uint8Array(1) }), 'xlsx_unreadable'],
    ['random bytes', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(9_999, 0xa5)]), 'xlsx_unreadable'],
    ['51,000 rows', `nombre\n${'A\n'.repeat(51_000)}`, 'too_many_rows'],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, 'too_many_columns'],
    ['no columns of ours', 'uno,dos\n1,2\n', 'headings_unusable'],
  ])('an import of a hostile file with %s fails, and states the reason', async (_, content, errorCode) => {
    const job = await newImport(api, 'customers', content);
    expect(job).toMatchObject({ state: 'failed', errorCode });
    expect((job.issues as unknown[]).length).toBeGreaterThan(0);
    expect((await api.request('GET', '/v1/contacts')).status).toBe(200);
  }); // prettier-ignore
});

describe('400', () => {
  it('createImport reports all faults at once', async () => {
    const answer = await create({ kind: 'employees', file: 'x' });
    expect(issuesOf(answer)).toEqual([
      'file: unknown_field',
      'fileId: required',
      'kind: invalid_value',
    ]);
  });
});

describe('404', () => {
  it('createImport refuses an unknown file, and a file of another organization', async () => {
    const theirs = await uploaded(await startApi(), 'nombre\nA\n');
    for (const fileId of [randomUUID(), theirs, 'x']) {
      const answer = await create({ kind: 'customers', fileId });
      expect(refusalOf(answer)).toBe('404 not_found');
      expect(issuesOf(answer)).toEqual(['fileId: file_not_found']);
    }
  });
});

describe('409 conflict', () => {
  it('createImport refuses a file without uploaded content', async () => {
    const { fileId } = await created(api, '/v1/files/uploads', {
      fileName: 'a.csv',
      contentType: 'text/csv',
      byteSize: 1,
      sha256: '0'.repeat(64),
    });
    const answer = await create({ kind: 'customers', fileId });
    expect(refusalOf(answer)).toBe('409 conflict not_stored');
  });

  it('createImport refuses a new import while five imports are open', async () => {
    const [other, content] = [await startApi(), 'nombre\nA\n'];
    for (let count = 0; count < 5; count += 1) await newImport(other, 'customers', content);
    const body = { kind: 'customers', fileId: await uploaded(other, content) };
    const answer = await other.request('POST', '/v1/imports', { body });
    expect(refusalOf(answer)).toBe('409 conflict too_many_imports');
    const { data } = (await other.request('GET', '/v1/imports?limit=1')).json;
    await dataOf(other.request('POST', `/v1/imports/${data[0].importId}/cancel`));
    expect((await other.request('POST', '/v1/imports', { body })).status).toBe(202);
  });
});
