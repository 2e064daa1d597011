import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import { itemAt } from '@timbre/fiscal';
import type { GivenRow } from '../../domain/imports/cells';
import type { ImportKind } from '../../domain/imports/columns';
import { findRecord, keysOf, rfcOf, type SeenLines } from '../../domain/imports/find-record';
import { isWritten, judgeRow, type JudgedRow } from '../../domain/imports/judge-row';
import { countingLocations, findOwners, recordsOf, stockAt } from '../../store/imported-records';
import type { ImportRow } from '../../store/imports';

type PreviewRow = JudgedRow &
  Pick<ImportRow, 'line' | 'recordId' | 'recordVersion' | 'locationId' | 'result'>;

/** Validates rows against the current state of their records. */
export async function judgeRows(
  tx: Transaction,
  kind: ImportKind,
  rows: readonly GivenRow[],
  seen: SeenLines,
): Promise<PreviewRow[]> {
  const keys = rows.map(({ given }) => keysOf(kind, given));
  const rfcs = rows.map(({ given }) => (kind === 'products' ? undefined : rfcOf(given)));
  const owners = await findOwners(
    tx,
    kind,
    keys,
    rfcs.flatMap((rfc) => rfc ?? []),
  );
  const found = keys.map((of) => findRecord(of, owners));
  const ids = found.flatMap(({ recordId }) => recordId ?? []);
  const records = await recordsOf(tx, kind, ids, LockMode.NONE);
  const codeOf = ({ given }: GivenRow) => textOf(given['locationCode']);
  const hasStock = rows.filter(({ given }) => given['stock'] != null);
  const locations = await countingLocations(tx, hasStock.map(codeOf));
  const places = [...locations.values()].map(({ id }) => id);
  const stocks = hasStock.length > 0 ? await stockAt(tx, ids, places) : new Map<string, string>();
  return rows.map((row, index) => {
    const { recordId, issues } = itemAt(found, index);
    const location = row.given['stock'] == null ? undefined : locations.get(codeOf(row));
    const current = records.get(recordId ?? '');
    const stock = location && stocks.get(`${recordId} ${location.id}`);
    const rfc = rfcs[index];
    const other = owners.rfc.get(rfc ?? '')?.find(({ contactId }) => contactId !== recordId);
    const line = rfc && seen.lineOfRfc(rfc);
    const sameRfc = other ?? (line ? { line } : undefined);
    const known = { current, location, stock, sameRfc, onDate: tx.today };
    const repeated = seen.add(row.line, itemAt(keys, index), recordId);
    const given = { ...row, issues: [...row.issues, ...issues, ...repeated] };
    const { action, ...judgement } = judgeRow(kind, given, known);
    if (rfc && isWritten(action)) seen.addRfc(rfc, row.line);
    return {
      ...judgement,
      action: repeated.length > 0 ? 'duplicate_in_file' : action,
      line: row.line,
      recordId: current?.id ?? null,
      recordVersion: current?.version ?? null,
      locationId: location?.id ?? null,
      result: null,
    };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
