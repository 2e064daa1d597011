import type { Transaction } from '@timbre/kit';
import { isDeepStrictEqual } from 'node:util';
import type { FilingDocument } from '../domain/declarations/filing';
import {
  merge,
  recordOf,
  type DeclarationRecord,
  type Reading,
} from '../domain/declarations/merge';
import { columnsOf, Declaration, lockDeclaration } from '../store/declarations';
import { lockFacts } from '../store/lock-facts';
import { declarationChanged } from '../store/sat-events';
import { keepFile } from '../store/sat-files';

export type Recorded = 'imported' | 'updated' | 'unchanged' | 'skipped';

/**
 * Stores one reading of a declaration together with its file, and emits an event if the declaration
 * changed. Storing the same reading a second time has no effect.
 */
export async function recordDeclaration(
  tx: Transaction,
  reading: Reading,
  file?: { document: FilingDocument; content: Buffer },
): Promise<Recorded> {
  const operationNumber = reading.facts?.operationNumber ?? reading.filing?.operationNumber ?? '';
  await lockFacts(tx, reading.rfc);
  const stored = await lockDeclaration(tx, reading.rfc, operationNumber);
  const record = stored ? merge(plain(stored), reading) : recordOf(reading);
  if (!record) return 'skipped';
  if (stored) {
    const isSame = isDeepStrictEqual(record, plain(stored));
    if (file) await keepFile(tx, stored.id, file.document, file.content);
    Object.assign(stored, columnsOf(record), { scrapedAt: tx.now });
    if (isSame) return 'unchanged';
    tx.emit(() => declarationChanged(stored));
    return 'updated';
  }
  const id = tx.newId();
  const values = { ...columnsOf(record), id, version: 1, scrapedAt: tx.now };
  tx.add(Declaration, values);
  if (file) await keepFile(tx, id, file.document, file.content);
  tx.emit(declarationChanged({ ...values, organizationId: tx.organizationId } as Declaration));
  return 'imported';
}

/** Returns the record of a stored declaration, without the columns that exist only in the database. */
function plain(stored: Declaration): DeclarationRecord {
  const { rfc, operationNumber, fiscalYear, period, periodicity, declarationType } = stored;
  const { filedOn, concepts, annexes, payments, anomalies, source } = stored;
  return {
    rfc,
    source,
    filedOn,
    operationNumber,
    declarationType,
    fiscalYear,
    periodicity,
    period,
    filedLocalDateTime: stored.filedLocalDateTime ?? null,
    legalName: stored.legalName ?? null,
    status: stored.status ?? null,
    complementaryType: stored.complementaryType ?? null,
    dueOn: stored.dueOn ?? null,
    captureLine: stored.captureLine ?? null,
    total: stored.total ?? null,
    concepts,
    annexes,
    payments,
    anomalies,
  };
}
