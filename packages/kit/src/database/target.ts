import type { EntityMetadata } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { firstIn } from '@timbre/fiscal';

/** The table for rows of one kind, with each column's type keyed by its property. */
export interface Target {
  table: string;
  columns: Record<string, { column: string; type: string }>;
}

/** A row that a command inserts into a table. */
export interface Addition {
  target: Target;
  values: Record<string, unknown>;
}

/**
 * A placeholder for a column value. The statement replaces the placeholder with the rendered
 * resource that it inserts, followed by the given text.
 */
export class Rendered {
  constructor(readonly after: string) {}
}

const targets = new WeakMap<EntityMetadata, Target>();

/**
 * A value that the database computes from the changed row while it inserts the row. In the SQL, `$`
 * is replaced with the given value, cast to its type.
 */
export class Computed {
  constructor(
    readonly sql: string,
    readonly type: string,
    readonly value: unknown,
  ) {}

  /** Returns the SQL with `$` replaced by the expression for the value. */
  of(parameter: string): string {
    return this.sql.replaceAll('$', () => parameter);
  }
}

/**
 * Returns the SQL that computes a value; undefined for a plain value. All rows of one shape must
 * return the same SQL.
 */
export const sqlOf = (value: unknown): string | undefined =>
  value instanceof Computed ? value.sql : undefined;

/** Returns the target table of an entity, from the ORM's metadata. */
export function targetOf(orm: MikroORM, entity: { name: string }): Target {
  // The ORM types both parameters for one specific entity. The cast is needed, because this
  // function accepts any entity.
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
 * Removes the length from a type: a cast to varchar(255) would silently truncate the text, whereas
 * an insert without the cast is rejected.
 */
const withoutLength = (type: string): string => type.replace(/\(.*\)/, '');

/** Whether values of the type are sent as JSON text. */
export const isJsonType = (type: string): boolean => type.startsWith('json');

export const isJson = (target: Target, name: string): boolean =>
  isJsonType(columnOf(target, name).type);

/** Returns the value in the form in which it is sent; undefined becomes null. */
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
