import type { Issue } from '@timbre/fiscal';
import { importedWithholdingColumns } from '../withholdings/imported-withholding';
import { importedColumns, readImport, type Authorities } from './imported-cfdi';

export interface ReadRequest {
  /** The RFC of the organization that issued or received the documents. */
  rfc: string;
  documents: readonly Uint8Array[];
}

/** The result of reading an XML: the CFDI or withholding document, or its faults. */
export type ReadVerdict =
  | { kind: 'cfdi'; columns: ReturnType<typeof importedColumns>; sello: string }
  | {
      kind: 'withholding';
      columns: ReturnType<typeof importedWithholdingColumns>;
      sello: string;
    }
  | { issues: Issue[] };

/**
 * Reads and verifies a batch of documents for import. A document that cannot be read does not
 * affect the other documents of the batch.
 */
export const readDocuments = (
  { rfc, documents }: ReadRequest,
  authorities: Authorities,
): ReadVerdict[] =>
  documents.map((xml) => {
    const read = readImport(xml, rfc, authorities);
    if ('issues' in read) return read;
    const { sello } = read.stamp;
    return 'kind' in read
      ? { kind: 'cfdi', columns: importedColumns(read), sello }
      : { kind: 'withholding', columns: importedWithholdingColumns(read), sello };
  });

/**
 * Reads and verifies imported documents in a worker thread, so that the main thread can serve
 * requests.
 */
export interface ImportReader {
  read(rfc: string, documents: readonly Uint8Array[]): Promise<ReadVerdict[]>;
}

export interface ImportReaderProviders {
  importReader: ImportReader;
}
