import type { MetadataRow } from './metadata-rows';
import type { PackageType } from './port';

interface PackedDocument {
  uuid: string;
  xml: Buffer;
}

/**
 * A batch of documents or rows from a package; the field `next` is the start of the following
 * batch.
 */
export interface PackageBatch {
  documents: PackedDocument[];
  rows: MetadataRow[];
  skipped: { name: string; code: string }[];
  next: number;
}

/** A stored package, divided into parts that are read one at a time. */
export interface StoredPackage {
  /** The sizes of the stored parts of the package in bytes, in order. */
  partSizes: readonly number[];
  part(position: number): Promise<Uint8Array>;
}

/**
 * Reads a package in batches, beginning at the given entry or metadata row.
 * @throws PackageUnreadable
 */
export type ReadPackage = (
  stored: StoredPackage,
  type: PackageType,
  from: number,
) => AsyncGenerator<PackageBatch>;

/** Thrown for an archive that is not a ZIP file or that was built as an attack. */
export class PackageUnreadable extends Error {}
