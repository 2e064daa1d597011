import type { Transaction } from '@timbre/kit';
import { Cfdi } from '../store/cfdi';
import { cfdiDrafted } from '../store/cfdi-events';
import { recordEvent, type CfdiEvent } from '../store/cfdi-history';
import { replaceRelations } from '../store/cfdi-relations';
import { replacePayments } from '../store/invoice-payments';
import type { acceptDraft } from './accept-draft';

/** Adds an accepted draft with everything it names. @returns its identifier */
export async function addDraft(
  tx: Transaction,
  columns: Awaited<ReturnType<typeof acceptDraft>>,
  event: CfdiEvent = 'drafted',
): Promise<string> {
  const draft = {
    id: tx.newId(),
    version: 1,
    direction: 'issued',
    status: 'draft',
    stage: 'draft',
    archived: false,
    ...columns,
    createdAt: tx.now,
    updatedAt: tx.now,
  } as const;
  tx.add(Cfdi, draft);
  if (draft.paidDocuments) await replacePayments(tx, draft.id, draft.paidDocuments);
  await replaceRelations(tx, draft.id, draft.input);
  recordEvent(tx, draft.id, event);
  tx.emit(cfdiDrafted(draft));
  return draft.id;
}
