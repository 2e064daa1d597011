import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sheetReader } from './sheet-reader';

let dir: string;
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'sheet-reader-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/**
 * Returns the rows that a worker with this program sends; the program calls `answer` to send a
 * message.
 */
async function rowsBy(program: string, msMax?: number, heapMegabytesMax?: number) {
  const file = join(dir, `${Buffer.from(program).toString('hex').slice(0, 64)}.js`);
  const prologue = `const { parentPort } = require('node:worker_threads');
    const answer = (message) => parentPort.postMessage(message);`;
  writeFileSync(file, `${prologue}parentPort.on('message', () => { ${program} });`);
  const rows: unknown[] = [];
  for await (const some of sheetReader(file, msMax, heapMegabytesMax).read(Buffer.from('a'))) {
    rows.push(...some);
  }
  return rows;
}

const isOver = `if (globalThis.isRead) return answer({ isDone: true }); globalThis.isRead = true;`;

it('the reading thread returns the rows', async () => {
  expect(await rowsBy(`${isOver} answer({ rows: [1, 2] });`)).toEqual([1, 2]);
});

it('a reading thread that exceeds the time limit is stopped', async () => {
  await expect(rowsBy('for (;;);', 50)).rejects.toMatchObject({ code: 'not_read_in_time' });
});

it("the time limit of reading excludes the consumer's time", async () => {
  const file = join(dir, 'slowly-taken.js');
  writeFileSync(
    file,
    `const { parentPort } = require('node:worker_threads'); let n = 0;
     parentPort.on('message', () => parentPort.postMessage(n++ < 2 ? { rows: [n] } : { isDone: true }));`,
  );
  const taken: unknown[] = [];
  for await (const some of sheetReader(file, 5_000).read(Buffer.from('a'))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_600);
    taken.push(...some);
  }
  expect(taken).toEqual([1, 2]);
});

it('a reading thread that exceeds the memory limit is stopped', async () => {
  const program = `const kept = []; for (;;) kept.push(new Array(10_000).fill({}));`;
  await expect(rowsBy(program, 60_000, 16)).rejects.toMatchObject({ code: 'not_read_in_memory' });
});

it('an unreadable file is reported', async () => {
  const fault = `answer({ fault: { code: 'too_many_rows', message: 'Too many.', line: 3 } });`;
  await expect(rowsBy(fault)).rejects.toMatchObject({ code: 'too_many_rows', line: 3 });
});
