import { LockMode } from '@mikro-orm/postgresql';
import { listedIssues, type Transaction } from '@timbre/kit';
import type { importedWithholdingColumns } from '../../domain/withholdings/imported-withholding';
import { recordEvent } from '../../store/cfdi-history';
import { Withholding } from '../../store/withholdings/withholdings';
import { selloHash } from '../stamping/settle-attempt';

/** The values of the database columns for an imported withholding document. */
export type ImportedWithholdingColumns = ReturnType<typeof importedWithholdingColumns>;

/**
 * Stores an imported withholding document byte for byte, unless it is already stored.
 * @returns the identifier of the document; undefined if the document is already stored, or if Timbre is
 * stamping it. If Timbre is stamping the document, its draft will receive the stamp, and a second document
 * with the same UUID would prevent this.
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
  if (await tx.findBy(Withholding, { selloHash: selloHash(sello) })) return undefined;
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
