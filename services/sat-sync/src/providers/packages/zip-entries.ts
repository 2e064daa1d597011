import { PackageUnreadable } from '../../domain/downloads/package-batch';
import type { PackageType } from '../../domain/downloads/port';
import { crc32, inflateRawSync } from 'node:zlib';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import type { StoredBytes } from './stored-bytes';

/** The maximum number of entries in a package; a request returns at most 200,000 documents. */
const entriesMax = 250_000;
/** The size limit of the XML of a CFDI, which normally has some ten kilobytes. */
const xmlBytesMax = 4 << 20;
/** The size of a metadata file with a million rows. */
const metadataBytesMax = 400 << 20;
const ratioMax = 200;
const ratioFreeMax = 1 << 20;

const accepted: Record<PackageType, RegExp> = {
  cfdi: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.xml$/i,
  metadata: /^[^/\\.][^/\\]*\.txt$/i,
};
/** Extra files with the RFCs of third parties, which Timbre does not use. */
const thirdParties = /_tercero\.txt$/i;

/**
 * Opens a package and reads only its ZIP directory.
 * @throws PackageUnreadable
 */
export async function openZip(bytes: StoredBytes): Promise<ZipFile> {
  // The names of entries are checked one by one, so that one invalid name does not prevent reading the
  // other entries.
  const options = { decodeStrings: false, validateEntrySizes: true } as const;
  const opened = fromRandomAccessReaderPromise(bytes, bytes.size, options);
  const zip = await opened.catch((cause: unknown) => {
    throw new PackageUnreadable('The package is not a ZIP file.', { cause });
  });
  if (zip.entryCount > entriesMax) throw new PackageUnreadable('The package has too many entries.');
  return zip;
}

/** Returns the name of a ZIP entry without converting its characters. */
export const nameOf = ({ fileName }: Entry): string => Buffer.from(fileName).toString();

/**
 * Returns the reason why a ZIP entry is skipped. Returns undefined for a readable entry, and
 * `noise` for extra files that the SAT adds to packages.
 */
export function faultOf(entry: Entry, type: PackageType): string | undefined {
  const { compressedSize, uncompressedSize } = entry;
  const fileName = nameOf(entry);
  if (type === 'metadata' && thirdParties.test(fileName)) return 'noise';
  if (!accepted[type].test(fileName)) return 'name_not_accepted';
  if (entry.isEncrypted()) return 'encrypted';
  const max = type === 'cfdi' ? xmlBytesMax : metadataBytesMax;
  if (Math.max(uncompressedSize, compressedSize) > max) return 'too_large';
  const isBomb = uncompressedSize > ratioMax * compressedSize && uncompressedSize > ratioFreeMax;
  return isBomb ? 'too_large' : uncompressedSize === 0 ? 'empty' : undefined;
}

/**
 * Reads the content of a document's entry, or returns undefined if the content does not match the
 * directory.
 */
export async function contentOf(
  zip: ZipFile,
  bytes: StoredBytes,
  entry: Entry,
): Promise<Buffer | undefined> {
  try {
    const start = await startOf(zip, entry);
    const packed = await bytes.bytes(start, entry.compressedSize);
    // The whole ZIP entry is decompressed at once. An entry has at most a few megabytes, so
    // decompressing it at once costs less than streaming it.
    const content = entry.isCompressed()
      ? inflateRawSync(packed, { maxOutputLength: entry.uncompressedSize })
      : packed;
    const isDeclared = content.length === entry.uncompressedSize && crc32(content) === entry.crc32;
    return isDeclared ? content : undefined;
  } catch {
    // The caller counts this ZIP entry as unreadable.
    return undefined;
  }
}

const startOf = (zip: ZipFile, entry: Entry): Promise<number> =>
  new Promise((resolve, reject) => {
    zip.readLocalFileHeader(entry, { minimal: true }, (error, header) => {
      if (error) reject(error);
      else resolve(header.fileDataStart);
    });
  });
