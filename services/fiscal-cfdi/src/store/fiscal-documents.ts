import type { Transaction } from '@timbre/kit';
import type { Cfdi } from './cfdi/cfdi';

/** The columns that documents of every kind share, for sealing, stamping and cancelling. */
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
  /** Absent in documents of withholding. */
  customer?: Cfdi['customer'];
};

/** Invalidates a seal in progress that used an older version of this draft (store/stamping/save-seal.ts). */
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
