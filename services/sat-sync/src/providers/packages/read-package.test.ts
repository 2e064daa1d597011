import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import {
  PackageUnreadable,
  type PackageBatch,
  type StoredPackage,
} from '../../domain/downloads/package-batch';
import type { PackageType } from '../../domain/downloads/port';
import { readPackage } from './read-package';
import { packageReader } from './package-reader';

const header =
  'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~' +
  'FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion';
const uuid = '9C7A5B1E-3F1B-4C6E-8F0A-1D2E3F4A5B6C';
const row = (name = 'ACME', end = '1~') =>
  `${uuid}~URE180429TM6~${name}~EKU9003173C9~ESCUELA~SPR190613I52~2026-10-01 10:00:00~2026-10-01 10:01:00~233.16~I~${end}`;

/** Returns a package that is stored in parts of a given length. */
function stored(bytes: Buffer, partBytes = 1_000): StoredPackage & { asked: number[] } {
  const asked: number[] = [];
  const count = Math.ceil(bytes.length / partBytes);
  const partOf = (position: number) =>
    bytes.subarray(position * partBytes, (position + 1) * partBytes);
  return {
    asked,
    partSizes: Array.from({ length: count }, (_, position) => partOf(position).length),
    async part(position) {
      asked.push(position);
      return partOf(position);
    },
  };
}

type Batches = AsyncGenerator<PackageBatch>;

async function all(batches: AsyncIterable<PackageBatch>): Promise<PackageBatch[]> {
  const found: PackageBatch[] = [];
  for await (const batch of batches) found.push(batch);
  return found;
}

const read = (files: Zippable, type: PackageType, from = 0) =>
  all(readPackage(stored(Buffer.from(zipSync(files))), type, from));

const numbered = (at: number) => `${uuid.slice(0, -4)}${String(at).padStart(4, '0')}`;

const metadata = async (text: string) =>
  (await read({ 'ID_01.txt': strToU8(text), 'ID_tercero.txt': strToU8('x') }, 'metadata'))[0];

describe('metadata', () => {
  it('a metadata row may contain names with a line feed or the separator, after a byte order mark', async () => {
    const text = [
      '\uFEFF' + header,
      row('ACME\n SA'),
      row('A~B'),
      row('X', '0~2026-10-02 09:00:00'),
      '',
    ];
    const batch = await metadata(text.join('\r\n'));
    expect(batch!.skipped).toEqual([]);
    expect(batch!.rows.map(({ issuerName }) => issuerName)).toEqual(['ACME SA', 'A~B', 'X']);
    expect(batch!.rows[2]).toMatchObject({
      uuid: uuid.toLowerCase(),
      isCanceled: true,
      canceledLocal: '2026-10-02T09:00:00',
      receiverRfc: 'EKU9003173C9',
      receiverName: 'ESCUELA',
      total: '233.16',
      documentType: 'I',
      issuedLocal: '2026-10-01T10:00:00',
    });
  });

  it('the lines of a metadata file may end with only a line feed, if the header also ends with only a line feed', async () => {
    const batch = await metadata([header, row('A'), row('B'), ''].join('\n'));
    expect(batch?.rows.map(({ issuerName }) => issuerName)).toEqual(['A', 'B']);
    expect(batch?.skipped).toEqual([]);
  });

  it('invalid metadata rows are skipped and counted', async () => {
    const [nul] = (await metadata([header, row('A\0B')].join('\r\n')))!.rows;
    expect(nul!.issuerName).toBe('AB');
    const dated = row().replace('2026-10-01 10:00:00', '2026-02-30 10:00:00');
    const rows = ['a~b', row('ACME', '7~'), row().replace('233.16', '1e9'), dated, row()];
    const batch = await metadata([header, ...rows].join('\r\n'));
    expect(batch!.rows).toHaveLength(1);
    expect(batch!.skipped.map(({ code }) => code)).toEqual(Array(4).fill('row_unreadable'));
  });
});

describe('documents', () => {
  it('readPackage can begin at any entry of the package', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 700 }, (_, at) => [`${numbered(at)}.xml`, strToU8(`<a n="${at}"/>`)]),
    );
    const whole = await read(files, 'cfdi');
    expect(whole.map(({ documents }) => documents.length)).toEqual(Array(7).fill(100));
    const rest = await read(files, 'cfdi', whole[0]!.next);
    expect(rest.flatMap(({ documents }) => documents.map((d) => d.uuid))).toEqual(
      whole.slice(1).flatMap(({ documents }) => documents.map((d) => d.uuid)),
    );
  });

  it('readPackage skips invalid documents with a reason', async () => {
    const [batch] = await read(
      {
        [`${uuid}.xml`]: strToU8('<a/>'),
        '__MACOSX/._noise.xml': strToU8('noise'),
        '._hidden.xml': strToU8('x'),
        '../../slip.xml': strToU8('<a/>'),
        'folder/nested.xml': strToU8('<a/>'),
        'twice.xml.xml': strToU8('<a/>'),
        'inner.zip': zipSync({ 'a.xml': strToU8('<a/>') }),
        '9c7a5b1e-3f1b-4c6e-8f0a-1d2e3f4a5b6c\0.xml': strToU8('<a/>'),
        [`${numbered(1)}.xml`]: strToU8(''),
        [`${numbered(2)}.xml`]: new Uint8Array(randomBytes(11 << 20)),
        [`${numbered(3)}.xml`]: strToU8(`<a>${'x'.repeat(10 << 20)}</a>`),
        [`${numbered(4)}.xml`]: new Uint8Array(3 << 20),
      },
      'cfdi',
    );
    expect(batch!.documents.map((document) => document.uuid)).toEqual([uuid.toLowerCase()]);
    expect(batch!.skipped.map(({ code }) => code).sort()).toEqual([
      'empty',
      ...Array<string>(7).fill('name_not_accepted'),
      ...Array<string>(3).fill('too_large'),
    ]);
  });

  it('readPackage reports skipped documents with names that PostgreSQL can store, regardless of where a name is cut', async () => {
    for (const before of [118, 119]) {
      const name = `${'a'.repeat(before)}😀.xml`;
      const [batch] = await read({ [name]: strToU8('<a/>') }, 'cfdi');
      expect(batch!.skipped).toHaveLength(1);
      expect(batch!.skipped[0]!.name.isWellFormed()).toBe(true);
    }
  });

  it('readPackage refuses a file that is not a ZIP file', async () => {
    for (const bytes of [Buffer.from('<html/>'), randomBytes(1_000), Buffer.alloc(0)]) {
      const batches = readPackage(stored(bytes), 'cfdi');
      await expect(batches.next()).rejects.toThrow('The package is not a ZIP file.');
    }
  });

  it('readPackage skips documents whose bytes do not match the ZIP directory', async () => {
    const content = strToU8('<a n="1"/>');
    const zip = Buffer.from(
      zipSync({ [`${numbered(1)}.xml`]: [content, { level: 0 }], [`${uuid}.xml`]: content }),
    );
    zip[zip.indexOf('n="1"')] = 0x6d;
    const [batch] = await all(readPackage(stored(zip), 'cfdi'));
    expect(batch!.documents).toHaveLength(1);
    expect(batch!.skipped).toEqual([{ name: `${numbered(1)}.xml`, code: 'unreadable' }]);
  });

  it('readPackage refuses overlapping documents whose unpacked size is larger than any valid package', async () => {
    const zip = overlapping(Buffer.from(randomText(3 << 20)), 100);
    expect(zip.length).toBeLessThan(2 << 20);
    await expect(all(readPackage(stored(zip, 1 << 20), 'cfdi'))).rejects.toThrow(
      'The package unpacks to too much.',
    );
  });

  it('readPackage reads documents part by part, with only a few parts in memory', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `${numbered(at)}.xml`,
        [new Uint8Array(randomBytes(1_000)), { level: 0 }] as const,
      ]),
    ) as unknown as Zippable;
    const kept = stored(Buffer.from(zipSync(files)), 10_000);
    const batches = await all(readPackage(kept, 'cfdi'));
    expect(batches.flatMap(({ documents }) => documents)).toHaveLength(200);
    // The end of the directory is read first, and then each part is read about once in order.
    expect(kept.asked.length).toBeLessThan(kept.partSizes.length + 10);
  });
});

/** Returns a text that compresses to about a fifth of its size, as XML does. */
function randomText(bytes: number): string {
  const word = () => randomBytes(4).toString('hex').repeat(4);
  return Array.from({ length: bytes / 32 }, word).join('');
}

/** Returns a ZIP file whose directory lists the same entry many times. */
function overlapping(content: Buffer, times: number): Buffer {
  const zip = Buffer.from(zipSync({ [`${uuid}.xml`]: content }));
  const end = zip.length - 22;
  const [size, start] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  const entry = zip.subarray(start, start + size);
  const last = Buffer.from(zip.subarray(end));
  last.writeUInt16LE(times, 8);
  last.writeUInt16LE(times, 10);
  last.writeUInt32LE(size * times, 12);
  return Buffer.concat([zip.subarray(0, start), ...Array<Buffer>(times).fill(entry), last]);
}

describe('a worker', () => {
  const built = join(__dirname, '..', '..', '..', 'dist', 'package-worker.js');
  const zip = (files: Zippable) => Buffer.from(zipSync(files));
  let reader: ReturnType<typeof packageReader>;
  beforeAll(() => (reader = packageReader(built)));
  afterAll(() => reader.close());

  it('a worker thread returns the same documents as a call in the main thread', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`${numbered(at)}.xml`, strToU8(`<a n="${at}"/>`)]),
    );
    const bytes = zip({ ...files, 'x.zip': strToU8('x') });
    const batches = await all(reader.read(stored(bytes), 'cfdi', 0));
    expect(batches).toEqual(await all(readPackage(stored(bytes), 'cfdi')));
    const rows = zip({ 'ID_01.txt': strToU8([header, row(), row('B')].join('\r\n')) });
    const [batch] = await all(reader.read(stored(rows), 'metadata', 1));
    expect(batch!.rows.map(({ issuerName }) => issuerName)).toEqual(['B']);
  });

  it('a worker thread refuses a file that is not a ZIP file, and then reads the next package', async () => {
    await expect(all(reader.read(stored(randomBytes(500)), 'cfdi', 0))).rejects.toThrow(
      new PackageUnreadable('The package is not a ZIP file.'),
    );
    const batches = await all(
      reader.read(stored(zip({ [`${uuid}.xml`]: strToU8('<a/>') })), 'cfdi', 0),
    );
    expect(batches).toHaveLength(1);
  });

  it('a worker thread ends its task if the caller stops or cannot provide a part', async () => {
    const bytes = zip({
      [`${uuid}.xml`]: strToU8('<a/>'),
      [`${numbered(1)}.xml`]: strToU8('<b/>'),
    });
    for await (const batch of reader.read(stored(bytes, 100), 'cfdi', 0)) {
      expect(batch.documents).toHaveLength(2);
      break;
    }
    const lost = { ...stored(bytes, 100), part: () => Promise.reject(new Error('no database')) };
    await expect(all(reader.read(lost, 'cfdi', 0))).rejects.toThrow('no database');
  });

  it('the time limit of a task does not include the wait for a free thread', async () => {
    const bytes = zip({ [`${uuid}.xml`]: strToU8('<a/>') });
    const readers = Array.from({ length: 3 }, () => reader.read(stored(bytes), 'cfdi', 0));
    const [first, second, third] = readers as [Batches, Batches, Batches];
    // The two open packages occupy both worker threads.
    await Promise.all([first.next(), second.next()]);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'Date', 'performance', 'queueMicrotask', 'hrtime'] }); // prettier-ignore
    try {
      const waiting = third.next();
      await new Promise(setImmediate);
      jest.advanceTimersByTime(60_000);
      await Promise.all([first.next(), second.next()]);
      expect((await waiting).value).toMatchObject({
        documents: [{ uuid: uuid.toLowerCase() }],
      });
      await third.next();
    } finally {
      jest.useRealTimers();
    }
  });

  it('a worker thread that takes too long is stopped, and its package is refused', async () => {
    const slow = packageReader(built, 1);
    const bytes = zip({ [`${uuid}.xml`]: strToU8('<a/>') });
    await expect(all(slow.read(stored(bytes, 50), 'cfdi', 0))).rejects.toThrow(
      new PackageUnreadable('The package takes too much time.'),
    );
    await slow.close();
  });
});
