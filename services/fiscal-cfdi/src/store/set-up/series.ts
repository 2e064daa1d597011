import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { series } from '@timbre/api';
import { type Answer, instant, integer, type List, resource, type Transaction } from '@timbre/kit';
import type { SeriesKind } from '../../domain/set-up/series';

/** A fiscal series of one kind of document, with its folio counter. */
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

/** Removes the default mark of a kind from its series. */
export async function clearDefault(
  tx: Transaction,
  { kind, exceptId }: { kind: string; exceptId?: string },
): Promise<void> {
  await tx.rows(
    `update series set is_default = false, version = version + 1, updated_at = $1
     where org_id = $2 and kind = $3 and is_default and id is distinct from $4::uuid`,
    [tx.now, tx.organizationId, kind, exceptId ?? null],
  );
}
