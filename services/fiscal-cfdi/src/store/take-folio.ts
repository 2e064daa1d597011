import { conflict, type Transaction } from '@timbre/kit';
import type { SeriesKind } from '../domain/series';

export interface TakenFolio {
  /** Serie of the document. */
  series: string;
  folio: number;
}

/**
 * Takes the next folio of a series for the document that this transaction saves. The row stays
 * locked until the commit, and a rollback gives the folio back: no gap, no folio twice.
 * @throws Refusal conflict series_inactive when the series is gone or inactive
 */
export async function takeFolio(tx: Transaction, seriesId: string): Promise<TakenFolio> {
  const rows = await tx.rows<{ code: string; folio: string }>(
    `update series set next_folio = next_folio + 1
     where org_id = $1 and id = $2 and active returning code, next_folio - 1 as folio`,
    [tx.organizationId, seriesId],
  );
  const [taken] = rows;
  if (!taken) throw conflict('The series is not active; choose another.', 'series_inactive');
  return { series: taken.code, folio: Number(taken.folio) };
}

/** The series that numbers documents of a kind which name none. */
export async function defaultSeriesId(
  tx: Transaction,
  kind: SeriesKind,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    'select id from series where org_id = $1 and kind = $2 and is_default and active',
    [tx.organizationId, kind],
  );
  return row?.id;
}
