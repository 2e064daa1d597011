import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { series } from '@timbre/api';
import { type Answer, instant, integer, type List, resource, type Transaction } from '@timbre/kit';
import {
  firstSeriesCode,
  folioAfter,
  seriesKinds,
  type NumberedDocument,
  type SeriesKind,
} from '../../domain/set-up/series';

/** A series for one kind of document, with its folio counter. */
export const Series = defineEntity({
  name: 'Series',
  tableName: 'series',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.string().$type<SeriesKind>(),
    code: p.text(),
    nextFolio: p.bigint('number'),
    isDefault: p.boolean(),
    active: p.boolean(),
    /** True if `giveSeries` created the series and the organization has not changed the series since. */
    isGiven: p.boolean(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Series = InferEntity<typeof Series>;

export const seriesResource = resource<Answer<typeof series>>('series', 'series', {
  seriesId: 'r.id',
  code: 'r.code',
  kind: 'r.kind',
  nextFolio: integer('r.next_folio'),
  isDefault: 'r.is_default',
  active: 'r.active',
  updatedAt: instant('r.updated_at'),
});

export const seriesList: List = {
  name: 'series',
  resource: seriesResource,
  searchColumn: 'r.search_text',
  instantColumn: 'r.created_at',
};

/** Makes the default series of a kind a normal series. */
export async function clearDefault(
  tx: Transaction,
  { kind, exceptId }: { kind: string; exceptId?: string | undefined },
): Promise<void> {
  await tx.rows(
    `update series set is_default = false, version = version + 1, updated_at = $1
     where org_id = $2 and kind = $3 and is_default and id is distinct from $4::uuid`,
    [tx.now, tx.organizationId, kind, exceptId ?? null],
  );
}

/**
 * Creates a default series for every kind of document that has none. If two transactions run concurrently,
 * the second transaction waits until the first has created the series.
 */
export async function giveSeries(tx: Transaction): Promise<void> {
  const ids = seriesKinds.map(() => tx.newId());
  const codes = seriesKinds.map((kind) => firstSeriesCode[kind]);
  await tx.rows(
    `insert into series (id, org_id, version, kind, code, next_folio, is_default, active, is_given,
       search_text, created_at, updated_at)
     select given.id, $1, 1, given.kind, given.code, 1, true, true, true, lower(given.code), $5, $5
     from unnest($2::uuid[], $3::text[], $4::text[]) as given (id, kind, code)
     where not exists (select from series s where s.org_id = $1 and s.kind = given.kind)
     order by given.kind
     on conflict do nothing`,
    [tx.organizationId, ids, seriesKinds, codes, tx.now],
  );
}

/** Returns the organization's series of a kind. */
export const seriesOfKind = (
  tx: Transaction,
  kind: SeriesKind,
): Promise<Pick<Series, 'id' | 'code'>[]> =>
  tx.rows('select id::text as id, code from series where org_id = $1 and kind = $2', [
    tx.organizationId,
    kind,
  ]);

/**
 * Sets the next folio of each series above the largest folio of the given documents, so that no folio is
 * used twice. The next folio of a series never decreases. Documents of a series that the organization does
 * not have are ignored.
 */
export async function continueAfter(
  tx: Transaction,
  documents: readonly NumberedDocument[],
): Promise<void> {
  const numbered = documents.flatMap((document) => {
    const next = folioAfter(document);
    return next === undefined ? [] : [{ kind: document.kind, code: document.series, next }];
  });
  if (numbered.length === 0) return;
  await tx.rows(
    `with given as (
       select kind, code, max(next) as next
       from jsonb_to_recordset($3::jsonb) as d (kind text, code text, next bigint)
       group by kind, code
     ), locked as materialized (
       select s.id, given.next from series s join given using (kind, code)
       where s.org_id = $2 and s.next_folio < given.next
       order by s.id for update of s
     )
     update series s
     set next_folio = locked.next, version = s.version + 1, is_given = false, updated_at = $1
     from locked where s.org_id = $2 and s.id = locked.id and s.next_folio < locked.next`,
    [tx.now, tx.organizationId, JSON.stringify(numbered)],
  );
}
