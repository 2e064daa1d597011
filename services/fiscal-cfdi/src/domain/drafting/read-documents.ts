import type { PacCertificates } from '@timbre/cfdi';
import { importedColumns, readImport } from './imported-cfdi';

export interface ReadRequest {
  /** Of the organization: its documents are issued or received by it. */
  rfc: string;
  documents: readonly Uint8Array[];
}

/** What an XML says, or the code of its first fault. */
export type ReadVerdict = { columns: ReturnType<typeof importedColumns> } | { code: string };

/** Reads and verifies documents for their import; one that cannot be read harms no other. */
export const readDocuments = (
  { rfc, documents }: ReadRequest,
  pacCertificate: PacCertificates,
): ReadVerdict[] =>
  documents.map((xml) => {
    const read = readImport(xml, rfc, pacCertificate);
    if ('issues' in read) return { code: read.issues[0]?.code ?? 'document_invalid' };
    return { columns: importedColumns(read) };
  });

/** Reads and verifies imported documents away from the thread that answers requests. */
export interface ImportReader {
  read(rfc: string, documents: readonly Uint8Array[]): Promise<ReadVerdict[]>;
}
