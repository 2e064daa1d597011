import type { MetadataRow } from './metadata-rows';
import type { PackageType } from './port';

interface PackedDocument {
  uuid: string;
  xml: Buffer;
}

/** A part of a package; `next` is where the following batch begins. */
export interface PackageBatch {
  documents: PackedDocument[];
  rows: MetadataRow[];
  skipped: { name: string; code: string }[];
  next: number;
}

/** A package as it is stored: in parts, which a reader requests one at a time. */
export interface StoredPackage {
  /** Bytes of each part, in order. */
  partSizes: readonly number[];
  part(position: number): Promise<Uint8Array>;
}

/** Reads a package from an entry (or a row of metadata) on. @throws PackageUnreadable */
export type ReadPackage = (
  stored: StoredPackage,
  type: PackageType,
  from: number,
) => AsyncGenerator<PackageBatch>;

/** An archive that is not a ZIP, or that was made to do harm. */
export class PackageUnreadable extends Error {}
