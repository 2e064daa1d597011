import type { MetadataRow } from './metadata-rows';
import type { PackageType } from './port';

interface PackedDocument {
  uuid: string;
  xml: Buffer;
}

/** A part of a package; `next` is the start of the following batch. */
export interface PackageBatch {
  documents: PackedDocument[];
  rows: MetadataRow[];
  skipped: { name: string; code: string }[];
  next: number;
}

/** A stored package, divided into parts that are read one at a time. */
export interface StoredPackage {
  /** The number of bytes of each part, in order. */
  partSizes: readonly number[];
  part(position: number): Promise<Uint8Array>;
}

/**
 * Reads a package, beginning at an entry (or a row of metadata).
 * @throws PackageUnreadable
 */
export type ReadPackage = (
  stored: StoredPackage,
  type: PackageType,
  from: number,
) => AsyncGenerator<PackageBatch>;

/** The error for an archive that is not a ZIP file, or that was built as an attack. */
export class PackageUnreadable extends Error {}
