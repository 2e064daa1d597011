import { fold, isUuid } from '@timbre/fiscal';
import { listedIssues, type Transaction } from '@timbre/kit';
import type { importedColumns } from '../../domain/drafting/imported-cfdi';
import { Cfdi } from '../../store/cfdi/cfdi';
import { cfdiImported } from '../../store/cfdi/cfdi-events';
import { storeRelations } from '../../store/cfdi/cfdi-relations';
import { replacePayments } from '../../store/cfdi/invoice-payments';
import { recordEvent } from '../../store/cfdi-history';
import { continueAfter } from '../../store/set-up/series';

/** The values of the database columns for an imported document, which its event also contains. */
export type ImportedColumns = ReturnType<typeof importedColumns>;

/**
 * Stores an imported document byte for byte, with its payments and relations, and publishes its event.
 * @param partial is the locked database row of the document, if only its metadata were stored
 * @returns its identifier
 */
export async function storeImported(
  tx: Transaction,
  columns: ImportedColumns,
  xml: Uint8Array,
  { partial, isCanceled = false }: { partial?: Cfdi | undefined; isCanceled?: boolean } = {},
): Promise<string> {
  const { counterpartyName, counterpartyRfc, warnings } = columns;
  const known = {
    ...columns,
    warnings: warnings && listedIssues(warnings),
    status: isCanceled || partial?.status === 'canceled' ? 'canceled' : 'valid',
    counterpartyText: fold(`${counterpartyName ?? ''} ${counterpartyRfc}`.trim()),
    stampedXml: Buffer.from(xml),
    updatedAt: tx.now,
  } as const;
  const id = partial?.id ?? tx.newId();
  if (partial) {
    Object.assign(partial, known);
    tx.emit(() => cfdiImported(partial));
  } else {
    const own = { version: 1, stage: 'stamped', archived: false, customerId: null } as const;
    const cfdi = { id, ...own, ...known, createdAt: tx.now };
    tx.add(Cfdi, cfdi);
    tx.emit(cfdiImported(cfdi));
  }
  const paid = (columns.paidDocuments ?? []).filter((document) => isUuid(document.uuid));
  if (paid.length > 0) await replacePayments(tx, id, paid);
  storeRelations(tx, id, columns.input);
  recordEvent(tx, id, 'imported');
  return id;
}

/**
 * Raises the next folio of each series above the folios of the given issued documents, so that no folio is
 * used twice. Either another system has issued these documents, or Timbre issued them and lost them when
 * the database was restored from a backup.
 */
export const continueSeries = (
  tx: Transaction,
  documents: readonly ImportedColumns[],
): Promise<void> =>
  continueAfter(
    tx,
    documents
      .filter(({ direction }) => direction === 'issued')
      .map(({ kind, series, externalFolio }) => ({ kind, series, folio: externalFolio })),
  );
