import type { EntityMetadata } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { firstIn } from '@timbre/fiscal';

/** The table for rows of one kind, with the type of each column keyed by its property. */
export interface Target {
  table: string;
  columns: Record<string, { column: string; type: string }>;
}

/** A row that a command adds. */
export interface Addition {
  target: Target;
  values: Record<string, unknown>;
}

/**
 * A placeholder for the value of a column. The statement replaces it by the rendered resource that
 * it adds, followed by the given text.
 */
export class Rendered {
  constructor(readonly after: string) {}
}

const targets = new WeakMap<EntityMetadata, Target>();

/**
 * A value that the database computes from the row of a change while it adds the row. In the SQL, `$` stands
 * for the given value, cast to its type.
 */
export class Computed {
  constructor(
    readonly sql: string,
    readonly type: string,
    readonly value: unknown,
  ) {}

  /** Returns the SQL in which `$` is replaced by the expression for the value. */
  of(parameter: string): string {
    return this.sql.replaceAll('$', () => parameter);
  }
}

/**
 * Returns the SQL that computes a value; undefined for other values. All rows of one shape must
 * have the same SQL here.
 */
export const sqlOf = (value: unknown): string | undefined =>
  value instanceof Computed ? value.sql : undefined;

/** Returns the target of an entity, from the metadata of the ORM. */
export function targetOf(orm: MikroORM, entity: { name: string }): Target {
  // The ORM types both parameters for one entity. The cast is needed, because the entity may be any
  // entity here.
  const meta = orm.getMetadata().find(entity as never) as unknown as EntityMetadata;
  let target = targets.get(meta);
  if (!target) {
    const persistent = Object.values(meta.properties).filter((p) => p.persist !== false);
    const columns = persistent.map((p) => [
      p.name as string,
      { column: firstIn(p.fieldNames), type: withoutLength(firstIn(p.columnTypes)) },
    ]);
    target = { table: meta.tableName, columns: Object.fromEntries(columns) as Target['columns'] };
    targets.set(meta, target);
  }
  return target;
}

/** Returns the columns of `r`, named like their properties, for a select. */
export const selectedColumns = ({ columns }: Target): string =>
  Object.entries(columns)
    .map(([name, { column }]) => `r.${column} as "${name}"`)
    .join(', ');

/**
 * Removes the length of a type: a cast to varchar(255) would truncate the text silently, while an insert
 * without the cast is refused.
 */
const withoutLength = (type: string): string => type.replace(/\(.*\)/, '');

/** Whether values of the type are sent as JSON text. */
export const isJsonType = (type: string): boolean => type.startsWith('json');

export const isJson = (target: Target, name: string): boolean =>
  isJsonType(columnOf(target, name).type);

/** Returns the value in the form in which it is sent; an absent value becomes null. */
export const sentValue = (isText: boolean, value: unknown): unknown =>
  value instanceof Computed
    ? value.value
    : value instanceof Rendered
      ? value.after
      : value == null
        ? null
        : isText
          ? JSON.stringify(value)
          : value;

/** @throws Error if the table has no column for the name */
export function columnOf(target: Target, name: string): Target['columns'][string] {
  const column = target.columns[name];
  if (!column) throw new Error(`${target.table} has no column for ${name}`);
  return column;
}
