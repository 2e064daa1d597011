import type { Transaction } from '@timbre/kit';
import {
  canceledDocument,
  lockCancellationRow,
  type Cancellation,
} from '../../store/cancellations';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { fiscalKindOf, lockDocument, type FiscalKind } from '../documents/fiscal-kinds';

export interface LockedCancellation {
  cancellation: Cancellation;
  kind: FiscalKind;
  document: FiscalDocument;
}

/** Locks a cancellation and its document. Every transaction locks the document before the cancellation. */
export async function lockCancellation(tx: Transaction, id: string): Promise<LockedCancellation> {
  const named = await canceledDocument(tx, id);
  if (!named) throw new Error(`cancellation ${id} is gone`);
  const kind = fiscalKindOf(named.documentKind);
  const document = await lockDocument(tx, kind, named.documentId);
  return { cancellation: await lockCancellationRow(tx, id), kind, document };
}
