import type { PacCertificates } from '@timbre/cfdi';
import type { Issue } from '@timbre/fiscal';
import { importedColumns, readImport } from './imported-cfdi';

export interface ReadRequest {
  /** Of the organization: its documents are issued or received by it. */
  rfc: string;
  documents: readonly Uint8Array[];
}

/** What an XML says, or what speaks against it. */
export type ReadVerdict =
  { columns: ReturnType<typeof importedColumns>; sello: string } | { issues: Issue[] };

/** Reads and verifies documents for their import; one that cannot be read harms no other. */
export const readDocuments = (
  { rfc, documents }: ReadRequest,
  pacCertificate: PacCertificates,
): ReadVerdict[] =>
  documents.map((xml) => {
    const read = readImport(xml, rfc, pacCertificate);
    if ('issues' in read) return read;
    return { columns: importedColumns(read), sello: read.stamp.sello };
  });

/** Reads and verifies imported documents away from the thread that answers requests. */
export interface ImportReader {
  read(rfc: string, documents: readonly Uint8Array[]): Promise<ReadVerdict[]>;
}

export interface ImportReaderProviders {
  importReader: ImportReader;
}
