import type { Entry, ZipFile } from 'yauzl';
import { certain } from '@timbre/fiscal';
import { isHeader, readMetadataRow, withoutControls } from '../../domain/downloads/metadata-rows';
import {
  PackageUnreadable,
  type PackageBatch,
  type StoredPackage,
} from '../../domain/downloads/package-batch';
import type { PackageType } from '../../domain/downloads/port';
import { StoredBytes } from './stored-bytes';
import { contentOf, faultOf, nameOf, openZip } from './zip-entries';

/** The size limit of a batch in bytes; a batch must fit into one gRPC message between services. */
const batchBytesMax = 2 << 20;
/**
 * The maximum number of documents in a batch. With 300 documents, the objects of a batch survive several
 * garbage collections in fiscal-cfdi, which then needs 50 MB more (decision 0517).
 */
const batchMax = 100;
const rowsMax = 1_000;
const nameMax = 120;

const uuidOf = (name: string): string => name.slice(0, -'.xml'.length).toLowerCase();

/**
 * Reads a package in batches, beginning at the given entry or metadata row. An entry that cannot be read
 * is skipped and reported with its reason.
 * @throws PackageUnreadable
 */
export async function* readPackage(
  stored: StoredPackage,
  type: PackageType,
  from = 0,
): AsyncGenerator<PackageBatch> {
  const bytes = new StoredBytes(stored);
  const zip = await openZip(bytes);
  yield* type === 'cfdi' ? documentsOf(zip, bytes, from) : rowsOf(zip, bytes, from);
}

/**
 * The limit for the size of all unpacked entries together, as a multiple of the archive's size. XML
 * compresses to a tenth of its size, and the entries of a malicious ZIP archive may overlap.
 */
const unpackedRatioMax = 40;
const unpackedFreeMax = 64 << 20;

/**
 * Returns a function that counts the unpacked bytes.
 * @throws PackageUnreadable if the sum exceeds the limit
 */
function unpackedMeter({ size }: StoredBytes): (bytes: number) => void {
  const most = Math.max(unpackedFreeMax, size * unpackedRatioMax);
  let sum = 0;
  return (bytes) => {
    if ((sum += bytes) > most) throw new PackageUnreadable('The package unpacks to too much.');
  };
}

const skippedOf = (entry: Entry, code: string) => ({
  name: withoutControls(nameOf(entry).slice(0, nameMax)),
  code,
});

const emptyBatch = (next: number): PackageBatch => ({ documents: [], rows: [], skipped: [], next });

async function* documentsOf(
  zip: ZipFile,
  bytes: StoredBytes,
  from: number,
): AsyncGenerator<PackageBatch> {
  let batch = emptyBatch(from);
  let size = 0;
  let position = 0;
  const meter = unpackedMeter(bytes);
  for await (const entry of entriesOf(zip)) {
    position += 1;
    const fault = faultOf(entry, 'cfdi');
    if (fault === undefined) meter(entry.uncompressedSize);
    if (position <= from) continue;
    const xml = fault === undefined ? await contentOf(zip, bytes, entry) : undefined;
    if (xml) {
      // The first document of a batch may have any accepted size.
      if (size > 0 && size + xml.length > batchBytesMax) {
        yield { ...batch, next: position - 1 };
        [batch, size] = [emptyBatch(position - 1), 0];
      }
      batch.documents.push({ uuid: uuidOf(nameOf(entry)), xml });
      size += xml.length;
    } else batch.skipped.push(skippedOf(entry, fault ?? 'unreadable'));
    if (batch.documents.length + batch.skipped.length >= batchMax) {
      yield { ...batch, next: position };
      [batch, size] = [emptyBatch(position), 0];
    }
  }
  if (batch.documents.length + batch.skipped.length > 0) yield { ...batch, next: position };
}

async function* rowsOf(
  zip: ZipFile,
  bytes: StoredBytes,
  from: number,
): AsyncGenerator<PackageBatch> {
  const meter = unpackedMeter(bytes);
  let batch = emptyBatch(from);
  let position = 0;
  for await (const entry of entriesOf(zip)) {
    const fault = faultOf(entry, 'metadata');
    if (fault === 'noise') continue;
    if (fault !== undefined) {
      if (from === 0) batch.skipped.push(skippedOf(entry, fault));
      continue;
    }
    meter(entry.uncompressedSize);
    for await (const line of linesOf(() => zip.openReadStreamPromise(entry))) {
      if (line.trim() === '' || isHeader(line)) continue;
      position += 1;
      if (position <= from) continue;
      const row = readMetadataRow(line);
      if (row) batch.rows.push(row);
      else batch.skipped.push(skippedOf(entry, 'row_unreadable'));
      if (batch.rows.length + batch.skipped.length < rowsMax) continue;
      yield { ...batch, next: position };
      batch = emptyBatch(position);
    }
  }
  if (batch.rows.length + batch.skipped.length > 0) yield { ...batch, next: position };
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) yield entry;
  } catch (cause) {
    throw new PackageUnreadable('The directory of the package is broken.', { cause });
  }
}

const lineBytesMax = 16 << 10;

/**
 * Reads the lines of a metadata file. A metadata row must end like the header: if the header ends
 * with CRLF, a line feed inside a name does not end the row. A line that is longer than any valid
 * row is cut.
 */
async function* linesOf(open: () => Promise<AsyncIterable<Buffer>>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let end: string | undefined;
  try {
    for await (const part of await open()) {
      const text = rest + decoder.decode(part, { stream: true });
      end ??= /\r?\n/.exec(text)?.[0];
      const lines = end === undefined ? [text] : text.split(end);
      rest = certain(lines.pop(), 'the last line').slice(0, lineBytesMax);
      yield* lines;
    }
  } catch {
    // Metadata rows before a damaged position in the file are imported. The damaged rest of the
    // file counts as one unreadable row.
    rest = 'broken';
  }
  if (rest !== '') yield rest;
}
