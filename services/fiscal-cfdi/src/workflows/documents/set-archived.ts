import type { Transaction } from '@timbre/kit';
import { recordEvent } from '../../store/cfdi-history';
import { documentIdOf, lockDocument, type FiscalKind } from './fiscal-kinds';

/**
 * Archives or unarchives a document of any status. The fiscal status of the document does not change. A
 * request that changes nothing publishes no event.
 */
export async function setArchived(
  tx: Transaction,
  kind: FiscalKind,
  documentRef: string,
  archived: boolean,
): Promise<string> {
  const document = await lockDocument(tx, kind, documentIdOf(kind, documentRef));
  if (document.archived !== archived) {
    Object.assign(document, { archived, updatedAt: tx.now });
    recordEvent(tx, document.id, archived ? 'archived' : 'unarchived');
    tx.emit(() => kind.announce('archived', document));
  }
  return document.id;
}
