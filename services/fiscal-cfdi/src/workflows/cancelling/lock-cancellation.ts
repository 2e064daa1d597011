import type { Transaction } from '@timbre/kit';
import type { DocumentKind } from '../../domain/document-kind';
import { lockCancellationRow, type Cancellation } from '../../store/cancellations';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { fiscalKindOf, lockDocument, type FiscalKind } from '../documents/fiscal-kinds';

export interface LockedCancellation {
  cancellation: Cancellation;
  kind: FiscalKind;
  document: FiscalDocument;
}

/** Lock order: document, then cancellation, as everywhere. */
export async function lockCancellation(tx: Transaction, id: string): Promise<LockedCancellation> {
  const [row] = await tx.rows<{ document_kind: DocumentKind; cfdi_id: string }>(
    'select document_kind, cfdi_id from cancellations where org_id = $1 and id = $2',
    [tx.organizationId, id],
  );
  if (!row) throw new Error(`cancellation ${id} is gone`);
  const kind = fiscalKindOf(row.document_kind);
  const document = await lockDocument(tx, kind, row.cfdi_id);
  return { cancellation: await lockCancellationRow(tx, id), kind, document };
}
