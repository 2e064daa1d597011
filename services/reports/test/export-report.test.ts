import type { fiscalCfdi, reports } from '@timbre/contract';
import { packWorkbook, readSheet } from '@timbre/sheets';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { buffer } from 'node:stream/consumers';
import { cfdiShape } from '../src/domain/cfdi-facts';
import { collectionShape } from '../src/domain/collection-facts';
import { salesShape } from '../src/domain/sales-facts';
import { exportReport, type PaperProviders } from '../src/operations/export-report';
import {
  cfdiOf,
  debtOf,
  foldNow,
  receiptOf,
  startReports,
  ingestCfdi,
  ingestDebt,
  ingestReceipt,
} from './reports';

/** The print requests that the simulated fiscal-cfdi received. */
const printed: fiscalCfdi.PrintReportRequest[] = [];
const paper = {
  print: (_: unknown, report: fiscalCfdi.PrintReportRequest) => {
    printed.push(report);
    return Promise.resolve(Buffer.from('%PDF'));
  },
};

let service: ServiceRuntime<PaperProviders>;
beforeAll(async () => {
  service = await startReports({ paper });
});
afterAll(() => service.close());

type Context = ReturnType<typeof callContext>;
type Asked = Omit<reports.ExportReportRequest, 'after'>;

/** Returns the parts of a file together with its name. */
async function exported(context: Context, asked: Asked) {
  const parts: Buffer[] = [];
  for (let after: string | undefined; ;) {
    const part = await exportReport.run(service.runtime, context, { ...asked, after });
    parts.push(Buffer.from(part.content));
    after = part.next;
    if (after === undefined) return { ...part, parts, content: Buffer.concat(parts) };
  }
}

const limits = { rowsMax: 10_000, columnsMax: 40 };
/** Returns the cells of each row in a file. */
async function cellsOf(content: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const some of readSheet(content, limits)) rows.push(...some.map((row) => row.cells));
  return rows;
}
const csvOf = async (context: Context, asked: Omit<Asked, 'format'>) =>
  cellsOf((await exported(context, { format: 'csv', ...asked })).content);

const quarter = { dateFrom: '2026-10-15', dateTo: '2026-12-31' };
const cfdi = (report: object = {}, own: object = {}) => ({
  cfdi: { report: { ...quarter, ...report }, kinds: [], ...own },
});

async function ingestYear() {
  const context = callContext();
  const announced = [
    { issuedLocalDateTime: '2026-10-20T10:00:00' },
    { issuedLocalDateTime: '2026-11-10T10:00:00', counterpartyRfc: 'CACX7605101P8' },
    { issuedLocalDateTime: '2026-11-12T10:00:00', counterpartyName: '=1+1' },
    { issuedLocalDateTime: '2025-11-12T10:00:00', total: '580', subtotal: '500' },
  ];
  for (const one of announced.slice(0, 3)) await ingestCfdi(service, context, cfdiOf(one));
  await foldNow(service, context, cfdiShape);
  await ingestCfdi(service, context, cfdiOf(announced[3]));
  return context;
}

it('a file without groups has a row for each interval of the range', async () => {
  const context = await ingestYear();
  const { content, contentType, fileName, next } = await exported(context, {
    format: 'csv',
    ...cfdi(),
  });
  expect(content.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect({ contentType, fileName, next }).toEqual({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'cfdi-emitidos-2026-10-15-a-2026-12-31.csv',
    next: undefined,
  });
  const none = ['0', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0', '0.00', '0.00'];
  expect(await cellsOf(content)).toEqual([
    [
      'Desde',
      'Hasta',
      'Documentos',
      'Subtotal',
      'Descuento',
      'IVA trasladado',
      'IEPS trasladado',
      'IVA retenido',
      'ISR retenido',
      'Total',
      'Cancelados',
      'Total cancelado',
      'Notas de crédito',
      'Neto',
    ],
    [
      '2026-10-15',
      '2026-10-31',
      '1',
      '1000.00',
      '0.00',
      '160.00',
      '0.00',
      '0.00',
      '0.00',
      '1160.00',
      '0',
      '0.00',
      '0.00',
      '1160.00',
    ],
    [
      '2026-11-01',
      '2026-11-30',
      '2',
      '2000.00',
      '0.00',
      '320.00',
      '0.00',
      '0.00',
      '0.00',
      '2320.00',
      '0',
      '0.00',
      '0.00',
      '2320.00',
    ],
    ['2026-12-01', '2026-12-31', ...none, '0.00'],
  ]);
});

/** Returns the range, interval, group and net amount of each row. */
const shortOf = (rows: string[][], from = 0) =>
  rows.slice(1).map((row) => [...row.slice(0, from + 4), row.at(-1)]);

it('a file with groups has a row for each group with amounts in an interval', async () => {
  const context = await ingestYear();
  const rows = await csvOf(context, cfdi({ groupBy: 'counterparty' }));
  expect(rows[0]!.slice(0, 4)).toEqual(['Desde', 'Hasta', 'Clave', 'Contraparte']);
  expect(shortOf(rows)).toEqual([
    ['2026-10-15', '2026-10-31', 'URE180429TM6', "'=1+1", '1160.00'],
    ['2026-11-01', '2026-11-30', 'CACX7605101P8', 'Robótica', '1160.00'],
    ['2026-11-01', '2026-11-30', 'URE180429TM6', "'=1+1", '1160.00'],
  ]);
});

it('the file adds up the groups beyond the limit, and begins with the compared range', async () => {
  const context = await ingestYear();
  const asked = { groupBy: 'counterparty', limit: 1, compareTo: 'previous_year' };
  const rows = await csvOf(context, cfdi(asked));
  expect(rows[0]![0]).toBe('Rango');
  expect(shortOf(rows, 1)).toEqual([
    ['Anterior', '2025-11-01', '2025-11-30', 'URE180429TM6', "'=1+1", '580.00'],
    ['Actual', '2026-10-15', '2026-10-31', 'URE180429TM6', "'=1+1", '1160.00'],
    ['Actual', '2026-11-01', '2026-11-30', 'URE180429TM6', "'=1+1", '1160.00'],
    ['Actual', '2026-11-01', '2026-11-30', '', 'Otros', '1160.00'],
  ]);
});

it('the file lists the applied filters with their labels', async () => {
  const context = await ingestYear();
  await ingestCfdi(
    service,
    context,
    cfdiOf({ kind: 'credit_note', subtotal: '100', total: '116' }),
  );
  const rows = await csvOf(context, cfdi({ groupBy: 'kind', interval: 'year' }));
  expect(shortOf(rows)).toEqual([
    ['2026-10-15', '2026-12-31', 'credit_note', 'Egreso', '-116.00'],
    ['2026-10-15', '2026-12-31', 'income', 'Ingreso', '3480.00'],
  ]);
});

it('a workbook has the same rows, with amounts and days as numbers', async () => {
  const context = callContext();
  await ingestReceipt(service, context, receiptOf());
  const sales = { report: { ...quarter, groupBy: 'product' }, sellerNames: {} };
  const { parts, sheetName } = await exported(context, { format: 'xlsx', sales });
  const packed = packWorkbook({
    sheetName,
    writtenAt: new Date(0),
    sheet: (async function* () {
      yield* parts;
    })(),
  });
  const rows = await cellsOf(await buffer(packed));
  expect(rows.map((row) => row.slice(2, 7))).toEqual([
    ['Clave', 'Producto', 'Recibos de venta', 'Unidades', 'Venta bruta'],
    ['chair', 'Silla', '1', '1', '1000'],
    ['lamp', 'Lámpara', '0', '2', '232'],
  ]);
  expect(rows[1]!.slice(0, 2)).toEqual(['2026-11-01', '2026-11-30']);
  const sheet = Buffer.concat(parts).toString();
  // The number 46327 is November 1, 2026, as a date in the workbook.
  expect(sheet).toContain('<row><c s="4"><v>46327</v></c>');
  expect(sheet).toContain('<c s="3"><v>1000.00</v></c>');
});

it('the PDF shows the series of the compared range next to the requested series', async () => {
  const context = await ingestYear();
  const report = { groupBy: 'counterparty', compareTo: 'previous_year' };
  const { content, fileName } = await exported(context, { format: 'pdf', ...cfdi(report) });
  expect(content.toString()).toBe('%PDF');
  expect(fileName).toBe('cfdi-emitidos-por-contraparte-2026-10-15-a-2026-12-31.pdf');
  const [paperOf] = printed.splice(0);
  expect(paperOf).toMatchObject({
    title: 'CFDI emitidos',
    number: '2026-10-15 a 2026-12-31',
    kind: 'Pesos mexicanos, por Contraparte',
    bars: [
      {
        title: 'Neto por mes',
        bars: [
          { label: 'oct 26', value: '1160', previous: '0' },
          { label: 'nov 26', value: '2320', previous: '580' },
          { label: 'dic 26', value: '0', previous: '0' },
        ],
        valueName: '2026-10-15 a 2026-12-31',
        previousName: '2025-10-15 a 2025-12-31',
      },
    ],
    shares: [
      {
        title: 'Neto por Contraparte',
        shares: [
          { name: '=1+1', value: '2320', shown: '$2,320.00', share: '66.7 %' },
          { name: 'Robótica', value: '1160', shown: '$1,160.00', share: '33.3 %' },
        ],
      },
    ],
  });
  expect(paperOf!.keyFigures.at(-1)).toEqual({
    label: 'Neto',
    value: '$3,480.00',
    note: '+500.0 % que antes',
  });
  expect(paperOf!.tables.map(({ title, foot }) => [title, foot[1], foot.at(-1)])).toEqual([
    ['Por Mes', '3', '3480'],
    ['Por Contraparte', '3', '3480'],
  ]);
});

describe('exporting the collections report', () => {
  const collections = (report: object = {}) => ({
    collections: { report: { dateFrom: '2026-10-01', dateTo: '2026-11-30', ...report } },
  });
  let context: Context;
  beforeAll(async () => {
    context = callContext();
    const debt = {
      owed: '1200',
      parts: ['2026-09-30', '2026-10-30', '2026-11-30'].map((dueOn) => ({
        dueOn,
        amount: '400',
        dated: true,
      })),
      reductions: [{ kind: 'payment', occurredOn: '2026-10-02', amount: '500' }],
    };
    await ingestDebt(service, context, debtOf(debt));
    const due = (dueOn: string, amount: string) => ({
      owed: amount,
      parts: [{ dueOn, amount, dated: true }],
    });
    const beto = { contact: 'beto', name: 'Beto', occurredOn: '2026-11-10' };
    await ingestDebt(service, context, debtOf({ ...beto, ...due('2026-12-10', '580') }));
    const paid = [{ kind: 'payment', occurredOn: '2026-01-05', amount: '116' }];
    const carla = { contact: 'carla', name: 'Carla', occurredOn: '2025-10-15', reductions: paid };
    await ingestDebt(service, context, debtOf({ ...carla, ...due('2025-12-15', '116') }));
  });
  const october = (...row: string[]) => ['2026-10-01', '2026-10-31', ...row];
  const november = (...row: string[]) => ['2026-11-01', '2026-11-30', ...row];

  it('the file of collections has a row for each interval, with the outstanding balance by age', async () => {
    const rows = await csvOf(context, collections());
    expect(rows[0]).toEqual([
      'Desde',
      'Hasta',
      'Vendido a crédito',
      'Notas de crédito',
      'Cobrado',
      'Por cobrar',
      'Vencido',
      'Por vencer',
      '1 a 30 días',
      '31 a 60 días',
      '61 a 90 días',
      'Más de 90 días',
      'Días de venta por cobrar',
      'Vence en el periodo',
      'Cobrado de lo que vence',
    ]);
    expect(rows.slice(1).map((row) => row.slice(0, 6))).toEqual([
      ['2026-10-01', '2026-10-31', expect.any(String), '0.00', '500.00', '700.00'],
      ['2026-11-01', '2026-11-30', '580.00', '0.00', '0.00', '1280.00'],
    ]);
  });

  it('the file of collections has a row for each customer in each interval, with the balance at the end of the interval', async () => {
    const rows = await csvOf(context, collections({ groupBy: 'customer' }));
    expect(rows[0]!.slice(0, 4)).toEqual(['Desde', 'Hasta', 'Clave', 'Cliente']);
    expect(rows.slice(1).map((row) => row.slice(0, 9))).toEqual([
      october('ana', 'Ana', '0.00', '0.00', '500.00', '700.00', '300.00'),
      november('ana', 'Ana', '0.00', '0.00', '0.00', '700.00', '300.00'),
      november('beto', 'Beto', '580.00', '0.00', '0.00', '580.00', '0.00'),
    ]);
    const named = { ...collections({ groupBy: 'customer' }).collections, customerId: 'beto' };
    expect((await csvOf(context, { collections: named })).slice(1)).toHaveLength(1);
    const series = await csvOf(context, collections());
    const sum = (of: string[][], at: number) =>
      of.slice(1).reduce((all, row) => all + Number(row[at]), 0);
    // These columns are the invoiced, credited, collected and due amounts.
    for (const at of [2, 3, 4, 13, 14]) expect(sum(rows, at + 2)).toBe(sum(series, at));
  });

  it('the file of collections begins with the compared intervals, and adds up the customers beyond the limit in one row', async () => {
    const asked = { groupBy: 'customer', limit: 1, compareTo: 'previous_year' };
    const rows = await csvOf(context, collections({ ...asked, interval: 'quarter' }));
    expect(rows[0]!.slice(0, 3)).toEqual(['Rango', 'Desde', 'Hasta']);
    const shown = rows.slice(1).map((row) => [...row.slice(0, 6), row[8]]);
    const year = ['Actual', '2026-10-01', '2026-11-30'];
    expect(shown).toEqual([
      ['Anterior', '2025-10-01', '2025-11-30', '', 'Otros', '116.00', '116.00'],
      [...year, 'ana', 'Ana', '0.00', '700.00'],
      [...year, '', 'Otros', '580.00', '580.00'],
    ]);
  });

  it('the file of collections has a separate row for each age group in each interval', async () => {
    const rows = await csvOf(context, collections({ groupBy: 'aging' }));
    expect(rows.slice(1).map((row) => [row[0], row[2], row[3], row[7]])).toEqual([
      ['2026-10-01', 'current', 'Por vencer', '400.00'],
      ['2026-10-01', 'days1To30', '1 a 30 días', '300.00'],
      ['2026-11-01', 'current', 'Por vencer', '980.00'],
      ['2026-11-01', 'days1To30', '1 a 30 días', '300.00'],
    ]);
  });

  it('the file of collections is returned in parts of several intervals, with each row exactly once', async () => {
    const days = { dateFrom: '2026-11-01', dateTo: '2026-11-30', interval: 'day' };
    const { parts, content } = await exported(context, {
      format: 'csv',
      ...collections({ ...days, groupBy: 'customer' }),
    });
    expect(parts).toHaveLength(2);
    const rows = (await cellsOf(content)).slice(1);
    // Ana has a balance on every day, and Beto has a balance from the 10th on.
    expect(rows).toHaveLength(30 + 21);
    expect(new Set(rows.map((row) => `${row[0]} ${row[2]}`)).size).toBe(rows.length);
  });

  it('the export of collections is refused if the file would have too many rows', async () => {
    const busy = callContext();
    await ingestDebt(service, busy, debtOf());
    await foldNow(service, busy, collectionShape);
    await service.rows(
      `insert into collection_rollup
       select (jsonb_populate_record(r, jsonb_build_object('group_key', r.group_key || n))).*
       from collection_rollup r, generate_series(1, 499) n where org_id = $1 and dimension = 'customer'`,
      [busy.organizationId],
    );
    const years = { dateFrom: '2025-01-01', dateTo: '2026-12-31', groupBy: 'customer' };
    const rowsOf = (report: object) => csvOf(busy, collections({ ...years, ...report }));
    expect(await rowsOf({ interval: 'year' })).toHaveLength(1 + 500);
    expect(await rowsOf({ interval: 'day', limit: 1, dateFrom: '2026-11-01' })).toHaveLength(
      1 + 122,
    );
    await expect(rowsOf({ interval: 'day' })).rejects.toMatchObject({
      details: { issues: [{ path: ['groupBy'], code: 'too_many_rows' }] },
    });
  });

  it('the PDF of collections shows the age groups of the balance as bars', async () => {
    await exported(context, { format: 'pdf', ...collections({ groupBy: 'customer' }) });
    const [paperOf] = printed.splice(0);
    expect(paperOf!.bars.map(({ title }) => title)).toEqual([
      'Cobrado por mes',
      'Por cobrar al 2026-11-21',
    ]);
    expect(paperOf!.bars[1]!.bars.map(({ label, value }) => [label, value])).toEqual([
      ['Por vencer', '980'],
      ['1 a 30 días', '300'],
      ['31 a 60 días', '0'],
      ['61 a 90 días', '0'],
      ['Más de 90 días', '0'],
    ]);
    expect(paperOf!.shares[0]).toMatchObject({ title: 'Por cobrar por Cliente' });
  });
});

describe('many rows', () => {
  const groups = 4_500;
  let context: Context;
  beforeAll(async () => {
    context = callContext();
    await ingestReceipt(service, context, receiptOf());
    await foldNow(service, context, salesShape);
    // Inserts enough products for several parts in one interval, and a few products in the next interval.
    await service.rows(
      `insert into sales_rollup (org_id, dimension, grain, starts_on, location, sale_type, status,
         group_key, receipts, units, gross, discount, refunds, tax)
       select $1, 'product', 'month', m::date, 'centro', 'paid', 'open', 'p' || lpad(g::text, 6, '0'),
         1, 1, 116, 0, 0, 16
       from generate_series(1, $2) g, unnest(array['2026-10-01', '2026-12-01']) m
       where m < '2026-12-01' or g <= 10`,
      [context.organizationId, groups],
    );
  });
  const sales = (report: object = {}) => ({
    sales: {
      report: { dateFrom: '2026-10-01', dateTo: '2026-12-31', groupBy: 'product', ...report },
      sellerNames: {},
    },
  });

  it('the rows of a large export are returned in parts, with each row exactly once', async () => {
    const { parts, content } = await exported(context, { format: 'csv', ...sales() });
    expect(parts).toHaveLength(3);
    const rows = (await cellsOf(content)).slice(1);
    const keys = rows.map((row) => `${row[0]} ${row[2]}`);
    expect(new Set(keys).size).toBe(groups + 2 + 10);
    expect(keys).toHaveLength(groups + 2 + 10);
    expect(keys).toEqual(keys.toSorted());
  });

  it('a large export is refused because of its number of rows, and not because of its number of sums', async () => {
    const busy = callContext();
    await service.rows(
      `insert into sales_rollup (org_id, dimension, grain, starts_on, location, sale_type, status,
         group_key, receipts, units, gross, discount, refunds, tax)
       select $1, 'product', 'day', '2026-11-01'::date + d, 'centro', 'paid', 'open', 'p' || g,
         1, 1, 116, 0, 0, 16
       from generate_series(1, 51000) g, generate_series(1, 6) d`,
      [busy.organizationId],
    );
    const first = (interval: string) => {
      const week = { dateFrom: '2026-11-02', dateTo: '2026-11-08', interval };
      return exportReport.run(service.runtime, busy, { format: 'csv', ...sales(week) });
    };
    expect((await first('week')).next).toBeDefined();
    await expect(first('day')).rejects.toMatchObject({
      details: { issues: [{ path: ['groupBy'], code: 'too_many_rows' }] },
    });
  });
});
