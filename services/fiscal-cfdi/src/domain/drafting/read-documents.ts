import type { Issue } from '@timbre/fiscal';
import { importedWithholdingColumns } from '../withholdings/imported-withholding';
import { importedColumns, readImport, type Authorities } from './imported-cfdi';

export interface ReadRequest {
  /** Of the organization: its documents are issued or received by it. */
  rfc: string;
  documents: readonly Uint8Array[];
}

/** What an XML says, a CFDI or a withholding document, or what speaks against it. */
export type ReadVerdict =
  | { kind: 'cfdi'; columns: ReturnType<typeof importedColumns>; sello: string }
  | {
      kind: 'withholding';
      columns: ReturnType<typeof importedWithholdingColumns>;
      sello: string;
    }
  | { issues: Issue[] };

/** Reads and verifies documents for their import; one that cannot be read harms no other. */
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

/** Reads and verifies imported documents away from the thread that answers requests. */
export interface ImportReader {
  read(rfc: string, documents: readonly Uint8Array[]): Promise<ReadVerdict[]>;
}

export interface ImportReaderProviders {
  importReader: ImportReader;
}
