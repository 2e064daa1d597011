import { conflict, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import type { SeriesKind } from '../../domain/set-up/series';
import { giveSeries } from '../set-up/series';

export interface TakenFolio {
  /** The code of the series, which is the SAT attribute Serie of the document. */
  series: string;
  folio: number;
}

/**
 * Takes the next folios of a series for the documents of this transaction. The row of the series stays
 * locked until the commit, and a rollback returns the folios. The series therefore has no gaps, and no
 * folio is used twice.
 * @returns the first of the consecutive folios that were taken
 * @throws Refusal with conflict series_inactive if the series is deleted or inactive
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

export const takeFolio = (tx: Transaction, seriesId: string): Promise<TakenFolio> =>
  takeFolios(tx, seriesId, 1);

/**
 * Returns the default series for documents of a kind that have no series. If the kind has no default
 * series, the function creates it.
 */
export const defaultSeriesId = (tx: Transaction, kind: SeriesKind): Promise<string> =>
  foundOrGiven(tx, kind, defaultSeries);

/** Like `defaultSeriesId`, but locks the series, for callers that lock balances before they take folios. */
export const lockDefaultSeries = (tx: Transaction, kind: SeriesKind): Promise<string> =>
  foundOrGiven(tx, kind, `${defaultSeries} for update`);

const defaultSeries =
  'select id from series where org_id = $1 and kind = $2 and is_default and active';

async function foundOrGiven(tx: Transaction, kind: SeriesKind, select: string): Promise<string> {
  const find = async () => (await tx.rows<{ id: string }>(select, [tx.organizationId, kind]))[0];
  const found = await find();
  if (found) return found.id;
  await giveSeries(tx);
  return certain(await find(), 'the item').id;
}
