import { conflict, type Transaction } from '@timbre/kit';
import { firstSeriesCode, type SeriesKind } from '../../domain/set-up/series';

export interface TakenFolio {
  /** Serie of the document. */
  series: string;
  folio: number;
}

/**
 * Takes the next folios of a series for documents of this transaction. The row stays locked until
 * the commit, and a rollback returns the folios: no gap, no folio twice.
 * @returns the first of the consecutive folios
 * @throws Refusal conflict series_inactive when the series is deleted or inactive
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
 * The series for documents of a kind that name none. An organization that has no series of the kind
 * gets its first one; a kind that has series always has a default, which is active.
 */
export const defaultSeriesId = (tx: Transaction, kind: SeriesKind): Promise<string> =>
  foundOrMade(tx, kind, defaultSeries);

/** `defaultSeriesId` with a lock, for callers that lock balances before they take folios. */
export const lockDefaultSeries = (tx: Transaction, kind: SeriesKind): Promise<string> =>
  foundOrMade(tx, kind, `${defaultSeries} for update`);

const defaultSeries =
  'select id from series where org_id = $1 and kind = $2 and is_default and active';

/** Of two transactions at once the later one waits for the series of the earlier one. */
const firstSeries = `insert into series
    (id, org_id, version, kind, code, next_folio, is_default, active, search_text, created_at, updated_at)
  select $3::uuid, $1::uuid, 1, $2::text, $4::text, 1, true, true, lower($4::text), $5::timestamptz,
    $5::timestamptz
  where not exists (select from series where org_id = $1::uuid and kind = $2::text)
  on conflict do nothing`;

async function foundOrMade(tx: Transaction, kind: SeriesKind, select: string): Promise<string> {
  const find = async () => (await tx.rows<{ id: string }>(select, [tx.organizationId, kind]))[0];
  const found = await find();
  if (found) return found.id;
  const code = firstSeriesCode[kind];
  await tx.rows(firstSeries, [tx.organizationId, kind, tx.newId(), code, tx.now]);
  return (await find())!.id;
}
