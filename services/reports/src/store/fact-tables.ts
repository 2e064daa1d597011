import { defineEntity, p, type EntitySchema } from '@mikro-orm/core';
import { tenantTable, readableBySystem } from '@timbre/kit';
import { column, type FactShape } from '../domain/fact-shape';

/**
 * Returns the SQL statements that create the tables of a report, for its migration. The tables
 * contain the stored version of each document, its facts, the sums of days, months and years (the
 * rollup), and the deltas, which are changes of facts that the rollup does not include yet. A sum
 * is always the rollup plus the deltas. An event only appends deltas, so it never waits for another
 * event of the same day.
 *
 * Each migration calls this function with its own copy of the shape, which must never change.
 */
export function factTables({ name, filters, groups, measures }: FactShape): string[] {
  const text = (names: readonly string[]) =>
    names.map((one) => `${column(one)} text not null`).join(', ');
  const dimensions = text([...filters, ...groups]);
  const key = [...filters.map(column), 'group_key'];
  const sums = measures.map((one) => `${column(one)} numeric not null`).join(', ');
  const tables = tablesOf(name);
  return [
    `create table ${name}_documents (org_id uuid not null, ref text not null, version int not null,
      told_at timestamptz not null, primary key (org_id, ref))`,
    `create index ${name}_documents_told on ${name}_documents (org_id, told_at)`,
    `create table ${name}_facts (org_id uuid not null, ref text not null, day date not null,
      ${dimensions}, ${sums})`,
    `create index ${name}_facts_ref on ${name}_facts (org_id, ref)`,
    `create index ${name}_facts_day on ${name}_facts (org_id, day)`,
    `create table ${name}_deltas (org_id uuid not null,
      id bigint generated always as identity, day date not null, ${dimensions}, ${sums},
      primary key (org_id, id))`,
    `create table ${name}_rollup (org_id uuid not null, dimension text not null,
      grain text not null check (grain in ('day', 'month', 'year')), starts_on date not null,
      ${text(key)}, ${sums},
      primary key (org_id, dimension, grain, starts_on, ${key.join(', ')}))
      with (fillfactor = 80)`,
    ...tables.flatMap(tenantTable),
    ...readableBySystem('reports', `${name}_deltas`),
  ];
}

export const tablesOf = (name: string): string[] =>
  ['documents', 'facts', 'deltas', 'rollup'].map((table) => `${name}_${table}`);

/** Returns the entity definitions of the tables that `factTables` creates. */
export function defineFactTables({ name, filters, groups, measures }: FactShape): EntitySchema[] {
  const texts = (names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, p.text().name(column(one))]));
  const key = (names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, p.text().name(column(one)).primary()]));
  const organizationId = p.uuid().name('org_id').primary();
  const sums = Object.fromEntries(measures.map((one) => [one, p.decimal().name(column(one))]));
  const line = { day: p.date(), ...texts([...filters, ...groups]), ...sums };
  const define = (table: string, properties: Parameters<typeof defineEntity>[0]['properties']) =>
    defineEntity({
      name: `${name}_${table}`,
      tableName: `${name}_${table}`,
      properties: { organizationId, ...properties },
    });
  return [
    define('documents', {
      ref: p.text().primary(),
      version: p.integer(),
      announcedAt: p.datetime().name('told_at'),
    }),
    // The table of facts has no unique key, because a document can have several lines with
    // identical facts.
    define('facts', { ref: p.text().primary(), ...line }),
    define('deltas', { id: p.bigint().primary(), ...line }),
    define('rollup', {
      dimension: p.text().primary(),
      grain: p.text().primary(),
      startsOn: p.date().primary(),
      ...key([...filters, 'groupKey']),
      ...sums,
    }),
  ];
}
