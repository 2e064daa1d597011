import { conflict, type Transaction } from '@timbre/kit';
import type { SeriesKind } from '../../domain/set-up/series';

export interface TakenFolio {
  /** Serie of the document. */
  series: string;
  folio: number;
}

/**
 * Takes the next folios of a series for documents that this transaction saves. The row stays
 * locked until the commit, and a rollback gives the folios back: no gap, no folio twice.
 * @returns the first of so many that follow each other
 * @throws Refusal conflict series_inactive when the series is gone or inactive
 */
export async function takeFolios(
  tx: Transaction,
  seriesId: string,
  count: number,
): Promise<TakenFolio> {
  const rows = await tx.rows<{ code: string; folio: string }>(
    `update series set next_folio = next_folio + $3
     where org_id = $1 and id = $2 and active returning code, next_folio - $3 as folio`,
    [tx.organizationId, seriesId, count],
  );
  const [taken] = rows;
  if (!taken) throw conflict('The series is not active; choose another.', 'series_inactive');
  return { series: taken.code, folio: Number(taken.folio) };
}

/** The next folio alone. */
export const takeFolio = (tx: Transaction, seriesId: string): Promise<TakenFolio> =>
  takeFolios(tx, seriesId, 1);

/** The series that numbers documents of a kind which name none. */
export async function defaultSeriesId(
  tx: Transaction,
  kind: SeriesKind,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(defaultSeries, [tx.organizationId, kind]);
  return row?.id;
}

/** The same, locked: for whoever locks balances before taking folios. */
export async function lockDefaultSeries(
  tx: Transaction,
  kind: SeriesKind,
): Promise<string | undefined> {
  const values = [tx.organizationId, kind];
  const [row] = await tx.rows<{ id: string }>(`${defaultSeries} for update`, values);
  return row?.id;
}

const defaultSeries =
  'select id from series where org_id = $1 and kind = $2 and is_default and active';
