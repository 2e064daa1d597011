import { commerce } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { archiveLocation } from '../src/operations/archive-location';
import { cancelImport } from '../src/operations/cancel-import';
import { commitImport } from '../src/operations/commit-import';
import { createImport } from '../src/operations/create-import';
import { getContact } from '../src/operations/get-contact';
import { getProduct } from '../src/operations/get-product';
import { listContacts } from '../src/operations/list-contacts';
import { listInventoryMovements } from '../src/operations/list-inventory-movements';
import { listProducts } from '../src/operations/list-products';
import { updateProduct } from '../src/operations/update-product';
import { expireImport } from '../src/workflows/imports/expire-import';
import { readImport } from '../src/workflows/imports/read-import';
import {
  addContact,
  addLocation,
  addProduct,
  contactEvents,
  eventsOf,
  productEvents,
} from './commerce';
import {
  addImport,
  commit,
  inShort,
  rowsOf,
  shownImport,
  startImporting,
  type ImportService,
} from './importing';

let service: ImportService;
let context: CallContext;
beforeAll(async () => void (service = await startImporting()));
beforeEach(() => void (context = callContext()));
afterAll(() => service.close());

const add = (kind: string, lines: string[]) =>
  addImport(service, context, kind, `${lines.join('\n')}\n`);
const preview = async (kind: string, lines: string[]) =>
  inShort(await rowsOf(service, context, await add(kind, lines)));
const shown = (importId: string) => shownImport(service, context, importId);

/** Returns the warnings of a preview, keyed by line. */
const warned = async (kind: string, lines: string[]) => {
  const rows = await rowsOf(service, context, await add(kind, lines));
  return rows.map(({ line, warnings = [] }) =>
    [line, ...warnings.map(({ path, code }) => `${path.join('.')}: ${code}`)].join(' '),
  );
};

describe('preview warnings', () => {
  it('the warnings of a preview equal the warnings of a single request with the same values', async () => {
    expect(
      await warned('products', [
        'SKU,Descripción,ClaveProdServ,ClaveUnidad,Precio',
        'S-1,Silla,56101504,H87,100',
        'S-2,Mesa,,H87,100',
        'S-2,Mesa,,H87,100',
        'S-3,Banco,,H87,-1',
      ]),
    ).toEqual(['2', '3 satProductCode: sat_code_missing', '4', '5']);
    expect(
      await warned('customers', ['Nombre,RFC', 'UNO,EKU9003173C9', 'DOS,EKU9003173C8', 'TRES,X']),
    ).toEqual(['2', '3 rfc: rfc_check_digit', '4']);
  });

  it('the warnings of a preview name the other contact or the earlier line with the same RFC', async () => {
    const contactId = await addContact(service, context, { code: 'C-1', legalName: 'UNO', rfc: 'EKU9003173C9' }); // prettier-ignore
    await addContact(service, context, { kind: 'supplier', rfc: 'URE180429TM6' });
    const lines = [
      'Clave,Nombre,RFC',
      'C-1,UNO BIS,EKU9003173C9',
      'C-2,DOS,eku9003173c9',
      'C-3,TRES,URE180429TM6',
      'C-4,CUATRO,URE180429TM6',
      'C-5,CINCO,XAXX010101000',
      'C-6,SEIS,XAXX010101000',
      'C-7,,IIA040805DZ4',
      'C-8,OCHO,IIA040805DZ4',
      ',NUEVE,URE180429TM6',
    ];
    const rows = await rowsOf(service, context, await add('customers', lines));
    const repeated = rows.map(({ warnings = [] }) => warnings);
    const warning = (text: string) => [
      { path: ['rfc'], code: 'rfc_repeated', message: expect.stringContaining(text) },
    ];
    expect(repeated).toMatchObject([
      [],
      warning(`UNO (${contactId})`),
      [],
      warning('Line 4 has this RFC'),
      [],
      [],
      [],
      [],
      warning('Line 4 has this RFC'),
    ]);
  });

  it('the warnings of a preview consider a row together with the record that the row changes', async () => {
    await addProduct(service, context, { sku: 'S-1', satProductCode: '56101504' });
    await addProduct(service, context, { sku: 'S-2' });
    expect(
      await warned('products', ['SKU,Descripción,Precio', 'S-1,Silla,120', 'S-2,Silla,100']),
    ).toEqual(['2 satUnitCode: sat_code_missing', '3']);
  });
});

describe('product previews', () => {
  it('the preview of products creates, changes or skips products by sku, or by code if a row has no sku', async () => {
    await addProduct(service, context, { sku: 'S-1', code: 'C-1', taxRate: '0.16' });
    await addProduct(service, context, { sku: 'S-2', description: 'Mesa' });
    const importId = await add('products', [
      'SKU,Clave,Descripción,Precio,IVA',
      'S-1,,Silla,"$1,100.50",16',
      'S-2,,Mesa,100,',
      ',C-1,Silla,,16%',
      'S-3,C-3,Banco,80,0.16',
      ',,Sin clave,5,',
    ]);
    const rows = await rowsOf(service, context, importId);
    expect(inShort(rows)).toEqual([
      '2 update',
      '3 unchanged',
      '4 duplicate_in_file : duplicate_in_file',
      '5 create',
      '6 create',
    ]);
    expect(rows[0]).toMatchObject({
      values: { sku: 'S-1', description: 'Silla', price: 1100.5, taxRate: 0.16 },
      current: { sku: 'S-1', price: 100, taxRate: 0.16 },
      cleared: [],
    });
    expect(await shown(importId)).toMatchObject({
      state: 'preview',
      rowsDone: 5,
      rowsTotal: 5,
      issues: [],
      counts: { create: 2, update: 1, unchanged: 1, invalid: 0, duplicateInFile: 1 },
      expiresAt: '2026-11-28T15:00:00.000Z',
    });
  });

  it('the preview of products reports the same issues as the API', async () => {
    await addProduct(service, context, { sku: 'S-9', code: 'C-9' });
    expect(
      await preview('products', [
        'sku,code,description,price,taxRate,taxability,satProductCode,locationCode,stock',
        'S-1,,Silla,-1,0.15,,,,',
        'S-2,,,x,,zero,99999999,,',
        'S-3,,Silla,12345678901234567,0.16,zero,,,',
        'S-4,,Silla,1.1234567,0.16,exempt,,,',
        'S-5,C-9,Silla,1,,,,,',
        'S-1,,Otra,1,,,,,',
        'S-6,,Silla,1,,,,NORTE,5',
        'S-7,,Silla,1,,,,,5',
        'S-8,,Silla,1,,,,,,sobra',
        '-,-,-,-,-,-,-,-,-',
      ]),
    ).toEqual([
      '2 invalid price: too_small',
      '3 invalid description: required price: invalid_type satProductCode: not_in_catalog',
      '4 invalid price: number_not_exact price: too_big',
      '5 invalid price: too_many_decimals',
      '6 invalid code: code_taken',
      '7 duplicate_in_file sku: duplicate_in_file',
      '8 invalid locationCode: location_not_found',
      '9 invalid locationCode: location_not_found',
      '10 invalid : cell_count_differs',
      '11 invalid description: invalid_type price: invalid_type',
    ]);
    expect(
      await preview('products', [
        'sku,descripcion,precio,iva,taxability',
        'S-1,A,1,15,',
        'S-2,A,1,16,zero',
      ]),
    ).toEqual([
      '2 invalid taxRate: tax_rate_not_allowed',
      '3 invalid taxRate: tax_rate_not_allowed',
    ]);
  });
});

describe('contact previews', () => {
  it('the preview of contacts finds contacts by code, or else by RFC, only among contacts of the same kind', async () => {
    await addContact(service, context, { code: 'C-1', legalName: 'UNO', rfc: 'EKU9003173C9' });
    await addContact(service, context, { legalName: 'DOS', rfc: 'URE180429TM6' });
    for (const legalName of ['TRES', 'CUATRO']) {
      await addContact(service, context, { legalName, rfc: 'IIA040805DZ4' });
    }
    await addContact(service, context, { kind: 'supplier', code: 'C-2', rfc: 'EKU9003173C9' });
    await addContact(service, context, { legalName: 'PUBLICO', rfc: 'XAXX010101000' });
    expect(
      await preview('customers', [
        'Clave;Razón social;RFC;Correo',
        'C-1;UNO BIS;EKU9003173C9;',
        ';DOS;ure180429tm6;',
        ';TRES;IIA040805DZ4;',
        'C-2;CINCO;EKU9003173C9;',
        ';PUBLICO;XAXX010101000;',
        ';PUBLICO;XAXX010101000;',
        'C-7;SEIS, S.A. DE C.V.;EKU9003173C9;sin arroba',
      ]),
    ).toEqual([
      '2 update',
      '3 unchanged',
      '4 invalid rfc: rfc_ambiguous',
      '5 create',
      '6 create',
      '7 create',
      '8 invalid email: invalid_format',
    ]);
  });

  it('the preview of contacts combines the columns of an address, and changes only the given fields', async () => {
    const address = { postalCode: '42501', country: 'MEX', street: 'Central', city: 'Pachuca' };
    const contactId = await addContact(service, context, { code: 'C-1', phone: '771', address });
    const importId = await add('customers', [
      'code,legalName,calle,cp,ciudad,teléfono,crédito,días de crédito',
      'C-1,,Juárez,,-,-,sí,30',
      'C-2,OTRA,Juárez,01000,,,no,',
    ]);
    const rows = await rowsOf(service, context, importId);
    expect(inShort(rows)).toEqual(['2 update', '3 create']);
    await commit(service, context, importId);
    const changed = await service.answer(getContact, context, { contactId });
    expect(changed).toMatchObject({
      legalName: 'ESCUELA KEMPER URGATE',
      creditEnabled: true,
      defaultPaymentTermDays: 30,
      address: { postalCode: '42501', country: 'MEX', street: 'Juárez' },
    });
    expect(changed.address).not.toHaveProperty('city');
    expect(changed).not.toHaveProperty('phone');
    const { data } = await service.page(listContacts, context, {});
    expect(data[0]).toMatchObject({
      code: 'C-2',
      kind: 'customer',
      creditEnabled: false,
      address: { postalCode: '01000', country: 'MEX', street: 'Juárez' },
    });
  });
});

describe('a file', () => {
  it('an unknown column of a file is ignored', async () => {
    const importId = await add('suppliers', ['nombre,uso CFDI', 'UNO,G03']);
    expect(await shown(importId)).toMatchObject({
      state: 'preview',
      issues: [{ path: ['uso CFDI'], code: 'unknown_column' }],
    });
  });

  it.each<[string, string, string, string[]]>([
    ['without a needed column', 'correo\na@x.mx', 'headings_unusable', ['legalName: required']],
    ['with keys and no name', 'rfc,correo\nEKU9003173C9,a@x.mx', 'headings_unusable', ['legalName: required']],
    ['with a column twice', 'nombre,legalName\nA,B', 'headings_unusable', ['legalName: duplicate_column']],
    ['without anything', '\n\n', 'file_empty', ['line.1: file_empty']],
    ['with an open quote', 'nombre\n"A', 'csv_unreadable', ['line.2: csv_unreadable']],
    ['that is no workbook', 'PK\x03\x04', 'xlsx_unreadable', ['line.1: xlsx_unreadable']],
  ])('a file that is %s fails with a code', async (_, content, errorCode, issues) => {
    const importId = await addImport(service, context, 'customers', content);
    const job = await shown(importId);
    expect(job).toMatchObject({ state: 'failed', errorCode, rowsDone: 0 });
    expect((job.issues as { path: string[]; code: string }[]).map(({ path, code }) => `${path.join('.')}: ${code}`)).toEqual(issues); // prettier-ignore
    expect(await rowsOf(service, context, importId)).toEqual([]);
    const [finished] = await importEvents();
    expect(finished).toMatchObject({ importId, state: 'failed', errorCode, created: 0, notWritten: 0 });
  }); // prettier-ignore

  it('an import fails if its file is deleted before it is read', async () => {
    service.files.set('gone.csv', Buffer.from('nombre\nA\n'));
    const { importId } = await service.answer(createImport, context, { kind: 'customers', fileId: 'gone.csv' });
    service.files.delete('gone.csv');
    await readImport(service.runtime, context, importId as string);
    expect(await shown(importId as string)).toMatchObject({ state: 'failed', errorCode: 'file_not_kept' });
  }); // prettier-ignore

  it('an import is rejected if its file was never uploaded', async () => {
    const ask = service.answer(createImport, context, { kind: 'customers', fileId: 'x' });
    await expect(ask).rejects.toMatchObject({
      code: 'not_found',
      details: { issues: [{ path: ['fileId'], code: 'file_not_found' }] },
    });
  });
});

const importEvents = () =>
  eventsOf(service, context.organizationId, 'commerce.import.finished', commerce.Import);

describe('a commit', () => {
  it('a commit writes the rows of the preview once, with the events of the API', async () => {
    const locationId = await addLocation(service, context, { code: 'CENTRO' });
    const kept = await addProduct(service, context, { sku: 'S-1' });
    const lines = [
      'sku,description,price,taxRate,stock,locationCode',
      'S-1,Silla,90,,4,CENTRO',
      'S-2,Mesa,250.50,16%,2.5,',
      'S-3,Banco,70,,,',
      'S-4,Malo,-1,,,',
    ];
    const importId = await add('products', lines);
    expect(await commit(service, context, importId)).toMatchObject({
      state: 'done', rowsDone: 4, rowsTotal: 4,
      results: { created: 2, updated: 1, unchanged: 0, changedSincePreview: 0 },
    });
    const rows = await rowsOf(service, context, importId);
    expect(inShort(rows)).toEqual([
      '2 update updated',
      '3 create created',
      '4 create created',
      '5 invalid price: too_small',
    ]);
    const { data } = await service.page(listProducts, context, {});
    expect(data.map(({ sku, price, taxRate, stock }) => [sku, price, taxRate, stock])).toEqual([
      ['S-3', 70, undefined, undefined],
      ['S-2', 250.5, 0.16, 2.5],
      ['S-1', 90, undefined, 4],
    ]);
    const changes = await productEvents(service, context.organizationId);
    expect(changes.map(({ version, fields }) => [version, fields?.sku, fields?.price])).toEqual([
      [1, 'S-1', '100'],
      [2, 'S-1', '90'],
      [1, 'S-2', '250.5'],
      [1, 'S-3', '70'],
    ]);
    const moved = await service.page(listInventoryMovements, context, { productId: kept });
    expect(moved.data).toMatchObject([{ kind: 'import', quantity: 4, resultingStock: 4, locationId }]);
    expect(await importEvents()).toMatchObject([
      { importId, kind: 'products', state: 'done', created: 2, updated: 1, unchanged: 0, notWritten: 1 },
    ]);
    // A second import of the same file changes nothing.
    expect(await preview('products', lines.slice(0, 4))).toEqual(['2 unchanged', '3 unchanged', '4 unchanged']);
  }); // prettier-ignore

  it('a commit skips rows whose record or identifying value has changed since the preview', async () => {
    const ids = await Promise.all(
      ['S-1', 'S-2', 'S-3'].map((sku) => addProduct(service, context, { sku })),
    );
    const locationId = await addLocation(service, context, { code: 'A' });
    const other = await addLocation(service, context, { code: 'B' });
    const importId = await add('products', [
      'sku,code,price,description,stock,locationCode',
      'S-1,,90,,,',
      'S-2,,95,,,',
      'S-3,C-3,100,,,',
      'S-4,,1,Nueva,,',
      'S-5,C-5,1,Nueva,,',
      'S-6,,1,Nueva,1,B',
      'S-7,,1,Nueva,1,A',
    ]);
    const change = (productId: string, fields: object) =>
      service.answer(updateProduct, context, { productId, fields, cleared: [] });
    await change(ids[0]!, { unitName: 'Pieza' });
    await change(ids[1]!, { price: '95' });
    await addProduct(service, context, { sku: 'S-4' });
    await addProduct(service, context, { sku: 'S-x', code: 'C-5' });
    await service.answer(archiveLocation, context, { locationId: other });
    const job = await commit(service, context, importId);
    expect(inShort(await rowsOf(service, context, importId))).toEqual([
      '2 update changed_since_preview',
      '3 update unchanged',
      '4 update updated',
      '5 create changed_since_preview',
      '6 create changed_since_preview',
      '7 create changed_since_preview',
      '8 create created',
    ]);
    expect(job.results).toEqual({ created: 1, updated: 1, unchanged: 1, changedSincePreview: 4 });
    expect(await importEvents()).toMatchObject([{ unchanged: 1, notWritten: 4 }]);
    const product = await service.answer(getProduct, context, { productId: ids[0]! });
    expect(product).toMatchObject({ price: 100, unitName: 'Pieza' });
    expect(locationId).not.toBe(other);
  });

  it('a commit of all rows is rejected while a row is invalid', async () => {
    const importId = await add('products', ['sku,description,price', 'S-1,A,1', 'S-2,,1']);
    const all = service.answer(commitImport, context, { importId, onlyIfAllValid: true });
    await expect(all).rejects.toMatchObject({ details: { reason: 'rows_invalid' } });
    expect(await shown(importId)).toMatchObject({ state: 'preview' });
    const good = await add('products', ['sku,description,price', 'S-1,A,1']);
    const job = await service.answer(commitImport, context, { importId: good, onlyIfAllValid: true });
    expect(job).toMatchObject({ state: 'committing', rowsDone: 0, rowsTotal: 1 });
    expect(job).not.toHaveProperty('expiresAt');
  }); // prettier-ignore

  it('a commit creates and changes contacts and emits their events', async () => {
    await addContact(service, context, { kind: 'supplier', code: 'P-1', phone: '1' });
    const importId = await add('suppliers', ['clave,nombre,telefono', 'P-1,,-', 'P-2,MADERAS,2']);
    await commit(service, context, importId);
    const events = await contactEvents(service, context.organizationId);
    expect(events.map(({ version, kind, fields }) => [version, kind, fields?.code, fields?.phone])).toEqual([
      [1, 'supplier', 'P-1', '1'],
      [2, 'supplier', 'P-1', undefined],
      [1, 'supplier', 'P-2', '2'],
    ]);
  }); // prettier-ignore
});

describe('import states', () => {
  const refused = (reason: string) => ({ code: 'conflict', details: { reason } });
  const cancel = (importId: string) => service.answer(cancelImport, context, { importId });
  const begin = (importId: string) =>
    service.answer(commitImport, context, { importId, onlyIfAllValid: false });

  it('an import in preview can be canceled, and its state never changes afterwards', async () => {
    const importId = await add('suppliers', ['nombre', 'A']);
    expect(await cancel(importId)).toMatchObject({ state: 'canceled' });
    await expect(cancel(importId)).rejects.toMatchObject(refused('import_not_cancelable'));
    await expect(begin(importId)).rejects.toMatchObject(refused('not_a_preview'));
    expect(await importEvents()).toMatchObject([{ state: 'canceled', notWritten: 1 }]);
  });

  it('a commit can be canceled, and rows that were already written are kept', async () => {
    const importId = await add('suppliers', ['nombre', 'A']);
    await begin(importId);
    await expect(begin(importId)).rejects.toMatchObject(refused('not_a_preview'));
    expect(await cancel(importId)).toMatchObject({ state: 'done', rowsDone: 0, rowsTotal: 1 });
  });

  it('a preview expires after seven days, and the rows of other imports are deleted after thirty days', async () => {
    const [left, done] = [
      await add('suppliers', ['nombre', 'A']),
      await add('suppliers', ['nombre', 'B']),
    ];
    await commit(service, context, done);
    const expire = (importId: string) => expireImport(service.runtime, context, importId);
    try {
      service.setClock('2026-11-28T14:59:59Z');
      expect(await expire(left)).toBe(false);
      service.setClock('2026-11-28T15:00:01Z');
      await expect(begin(left)).rejects.toMatchObject(refused('not_a_preview'));
      expect([await expire(left), await expire(done)]).toEqual([true, false]);
      expect(await shown(left)).toMatchObject({ state: 'expired' });
      service.setClock('2026-12-22T15:00:00Z');
      expect([await expire(done), await expire(done)]).toEqual([true, false]);
      expect(await shown(done)).toMatchObject({ state: 'done' });
      expect(await rowsOf(service, context, done)).toEqual([]);
    } finally {
      service.setClock('2026-11-21T15:00:00.000Z');
    }
  });

  it("an import counts toward the organization's limit of open imports", async () => {
    for (let count = 0; count < 5; count += 1) await add('suppliers', ['nombre', 'A']);
    await expect(add('suppliers', ['nombre', 'A'])).rejects.toMatchObject(
      refused('too_many_imports'),
    );
  });
});

it.each([
  ['trés', [3]],
  ['c-4 a@x', [4]],
  ['legalName', []],
])('the words "%s" find the rows of an import with these values', async (words, lines) => {
  const context = callContext();
  const file = 'código,nombre,correo\nC-1,UNO,\nC-3,TRES,-\nC-4,CUATRO,a@x.mx';
  const importId = await addImport(service, context, 'customers', file);
  const found = await rowsOf(service, context, importId, { query: words });
  expect(found.map(({ line }) => line)).toEqual(lines);
});

it('the days by which rows are filtered are the days of their import', async () => {
  const context = callContext();
  const importId = await addImport(service, context, 'customers', 'código,nombre\nC-1,UNO');
  const linesOf = async (days: { dateFrom?: string; dateTo?: string }) =>
    (await rowsOf(service, context, importId, days)).map(({ line }) => line);
  expect(await linesOf({ dateFrom: '2020-01-01' })).toEqual([2]);
  expect(await linesOf({ dateTo: '2020-01-01' })).toEqual([]);
  expect(await linesOf({ dateFrom: '2999-01-01' })).toEqual([]);
});
