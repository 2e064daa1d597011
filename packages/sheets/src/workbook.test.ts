import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readSheet } from './read-sheet';
import { packWorkbook, writeWorkbook } from './workbook';

const named = { sheetName: 'Ventas', writtenAt: new Date('2026-11-21T00:00:00Z') };
const columns = [{ heading: 'Folio', kind: 'text', width: 10 }] as const;

it('writing a workbook fails if reading its pages fails', async () => {
  async function* pages() {
    yield [['1']];
    await Promise.reject(new Error('the database is gone'));
  }
  const writing = writeWorkbook({ ...named, columns, pages: pages() });
  await expect(writing).rejects.toThrow('the database is gone');
});

it('a workbook requests rows only when its reader needs them, and ends with its reader', async () => {
  let given = 0;
  let isEnded = false;
  async function* sheet() {
    try {
      // Random bytes cannot be compressed.
      for (; ; given += 1) yield randomBytes(65_536);
    } finally {
      isEnded = true;
    }
    await Promise.resolve();
  }
  const packed = packWorkbook({ ...named, sheet: sheet() });
  await new Promise((resolve) => packed.once('readable', resolve));
  // The workbook requests some rows in advance, and then waits until its reader has read more.
  for (let taken = -1; taken !== given;) {
    taken = given;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  packed.destroy();
  await new Promise((resolve) => packed.once('close', resolve));
  // If the sheet were not ended, this loop would exceed the time limit of the test.
  while (!isEnded) await new Promise((resolve) => setImmediate(resolve));
});

it('workbooks with equal content are identical byte for byte', async () => {
  const write = () => writeWorkbook({ ...named, columns, pages: [[['1']]] });
  const sheet = (async function* () {
    yield await Promise.resolve('<worksheet/>');
  })();
  expect(await write()).toEqual(await write());
  expect((await buffer(packWorkbook({ ...named, sheet }))).subarray(0, 2).toString()).toBe('PK');
});

it('a workbook preserves texts that look like an escaped character', async () => {
  const folios = ['_x0041_', '_x0041_x0042_', '__x00e1_', '_x005F_x0041_', '_x41_'];
  const pages = [folios.map((folio) => [folio])];
  const read: string[] = [];
  const limits = { rowsMax: 10, columnsMax: 1 };
  for await (const rows of readSheet(await writeWorkbook({ ...named, columns, pages }), limits)) {
    read.push(...rows.flatMap(({ cells }) => cells));
  }
  expect(read).toEqual(['Folio', ...folios]);
});
