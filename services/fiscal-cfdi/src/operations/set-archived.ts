import type { Transaction } from '@timbre/kit';
import { cfdiArchived } from '../store/cfdi-events';
import { recordEvent } from '../store/cfdi-history';
import { lockCfdi } from './editable-cfdi';

/**
 * Puts a CFDI of any status away or takes it out again; its fiscal state does not change. What is
 * so already stays as it is and announces nothing.
 */
export async function setArchived(
  tx: Transaction,
  documentRef: string,
  archived: boolean,
): Promise<string> {
  const cfdi = await lockCfdi(tx, documentRef);
  if (cfdi.archived !== archived) {
    Object.assign(cfdi, { archived, updatedAt: tx.now });
    recordEvent(tx, cfdi.id, archived ? 'archived' : 'unarchived');
    tx.emit(() => cfdiArchived(cfdi));
  }
  return cfdi.id;
}
