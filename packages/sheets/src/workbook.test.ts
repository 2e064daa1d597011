import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { packWorkbook, writeWorkbook } from './workbook';

const named = { sheetName: 'Ventas', writtenAt: new Date('2026-11-21T00:00:00Z') };
const columns = [{ heading: 'Folio', kind: 'text', width: 10 }] as const;

it('fails as its pages do', async () => {
  async function* pages() {
    yield [['1']];
    await Promise.reject(new Error('the database is gone'));
  }
  const writing = writeWorkbook({ ...named, columns, pages: pages() });
  await expect(writing).rejects.toThrow('the database is gone');
});

it('asks for no more of the sheet than its reader takes, and ends it with its reader', async () => {
  let given = 0;
  let isEnded = false;
  async function* sheet() {
    try {
      // Random bytes do not shrink.
      for (; ; given += 1) yield randomBytes(65_536);
    } finally {
      isEnded = true;
    }
    await Promise.resolve();
  }
  const packed = packWorkbook({ ...named, sheet: sheet() });
  await new Promise((resolve) => packed.once('readable', resolve));
  // It takes some parts more than its reader, and then rests.
  for (let taken = -1; taken !== given;) {
    taken = given;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  packed.destroy();
  await new Promise((resolve) => packed.once('close', resolve));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isEnded).toBe(true);
});

it('is the same file for the same content', async () => {
  const write = () => writeWorkbook({ ...named, columns, pages: [[['1']]] });
  const sheet = (async function* () {
    yield await Promise.resolve('<worksheet/>');
  })();
  expect(await write()).toEqual(await write());
  expect((await buffer(packWorkbook({ ...named, sheet }))).subarray(0, 2).toString()).toBe('PK');
});
