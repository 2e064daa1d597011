import type { Transaction } from '@timbre/kit';
import { keptInput } from '../../domain/complements/complement-nodes';
import { Cfdi } from '../../store/cfdi/cfdi';
import { cfdiDrafted } from '../../store/cfdi/cfdi-events';
import { recordEvent, type CfdiEvent } from '../../store/cfdi-history';
import { storeRelations } from '../../store/cfdi/cfdi-relations';
import type { documentColumns, seriesColumns } from '../../store/cfdi/cfdi-columns';
import { replacePayments } from '../../store/cfdi/invoice-payments';
import type { acceptDraft } from './accept-draft';

/**
 * Stores a validated draft with its relationships and payments.
 * @returns its identifier
 */
export async function addDraft(
  tx: Transaction,
  columns: Awaited<ReturnType<typeof acceptDraft>>,
  event: CfdiEvent = 'drafted',
): Promise<string> {
  const document = draftOf(tx, tx.newId(), columns);
  const { id } = document;
  tx.add(Cfdi, document);
  recordEvent(tx, id, event);
  tx.emit(cfdiDrafted(document));
  if (columns.paidDocuments) await replacePayments(tx, id, columns.paidDocuments);
  storeRelations(tx, id, columns.input);
  return id;
}

type DraftColumns = ReturnType<typeof documentColumns> &
  ReturnType<typeof seriesColumns> &
  Partial<Pick<Cfdi, 'warnings'>>;

export function draftOf(tx: Transaction, id: string, columns: DraftColumns) {
  return {
    id,
    version: 1,
    direction: 'issued',
    status: 'draft',
    stage: 'draft',
    archived: false,
    ...columns,
    input: keptInput(columns.input, id),
    originKey: columns.origin?.key ?? null,
    createdAt: tx.now,
    updatedAt: tx.now,
  } as const;
}
