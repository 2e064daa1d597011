import { LockMode } from '@mikro-orm/postgresql';
import { listedIssues, type Transaction } from '@timbre/kit';
import type { importedWithholdingColumns } from '../../domain/withholdings/imported-withholding';
import { numbersOf } from '../../domain/set-up/series';
import { recordEvent } from '../../store/cfdi-history';
import { Withholding } from '../../store/withholdings/withholdings';
import { continueAfter } from '../../store/set-up/series';
import { settleWith } from '../stamping/find-stamped-draft';
import { selloHash } from '../stamping/settle-attempt';
import { withholdingKind, type FiscalKind } from './fiscal-kinds';

/** The columns of an imported withholding document. */
export type ImportedWithholdingColumns = ReturnType<typeof importedWithholdingColumns>;

/**
 * Stores an imported withholding document byte for byte, once. A draft with its seal gets the stamp. The series of an
 * issued document continues after its folio.
 * @returns its identifier; undefined if it is already stored
 */
export async function storeImportedWithholding(
  tx: Transaction,
  columns: ImportedWithholdingColumns,
  sello: string,
  xml: Uint8Array,
): Promise<string | undefined> {
  const { uuid, warnings } = columns;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  if (await tx.findBy(Withholding, { uuid }, lock)) return undefined;
  if (columns.direction === 'issued') await continueSeries(tx, columns.externalFolio);
  const draft = await tx.findBy(Withholding, { selloHash: selloHash(sello) }, lock);
  if (draft && draft.status !== 'draft') return undefined;
  if (draft) {
    await settleWith(tx, withholdingKind as FiscalKind, draft, { columns, sello, xml });
    return draft.id;
  }
  const id = tx.add(Withholding, {
    ...({ version: 1, status: 'valid', stage: 'stamped', archived: false } as const),
    ...columns,
    warnings: warnings && listedIssues(warnings),
    stampedXml: Buffer.from(xml),
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  recordEvent(tx, id, 'imported');
  return id;
}

const continueSeries = (tx: Transaction, folioInt: string | null): Promise<void> =>
  continueAfter(
    tx,
    numbersOf(folioInt ?? '').map((number) => ({ kind: 'withholding', ...number })),
  );
