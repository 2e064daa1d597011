import type { Transaction } from '@timbre/kit';
import type { Cfdi } from './cfdi/cfdi';

/** The columns for sealing, stamping and canceling, which every kind of document has. */
export type FiscalDocument = Pick<
  Cfdi,
  | 'id'
  | 'counterpartyRfc'
  | 'version'
  | 'status'
  | 'stage'
  | 'archived'
  | 'seriesId'
  | 'series'
  | 'folio'
  | 'externalFolio'
  | 'uuid'
  | 'placeOfIssue'
  | 'datedOn'
  | 'issuedLocal'
  | 'sealedXml'
  | 'stampedXml'
  | 'selloHash'
  | 'stamp'
  | 'lastRejection'
  | 'updatedAt'
> & {
  input: {
    pdfCustomSection?: string | undefined;
    placeOfIssue?: string | undefined;
    complements?: Readonly<Record<string, unknown>> | undefined;
  };
  /** The customer; absent in withholding documents. */
  customer?: Cfdi['customer'];
};

/**
 * Increments the version of a draft. A concurrent seal of an older version is then not stored
 * (store/stamping/save-seal.ts).
 */
export async function outdateDraft(
  tx: Transaction,
  { table }: { table: string },
  id: string,
): Promise<void> {
  await tx.rows(
    `update ${table} set version = version + 1 where org_id = $1 and id = $2 and status = 'draft'`,
    [tx.organizationId, id],
  );
}
