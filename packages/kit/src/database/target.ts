import type { EntityMetadata } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';

/** Where rows of a kind go: the table and the type of each column, by property name. */
export interface Target {
  table: string;
  columns: Record<string, { column: string; type: string }>;
}

/** A row that a command adds. */
export interface Addition {
  target: Target;
  values: Record<string, unknown>;
}

/** Stands for the rendering of the resource that the same statement adds. */
export const renderedReply = Symbol('renderedReply');

const targets = new WeakMap<EntityMetadata, Target>();

/** The target of an entity, from the ORM's metadata. */
export function targetOf(orm: MikroORM, entity: { name: string }): Target {
  const meta = orm.getMetadata().find(entity as never) as unknown as EntityMetadata;
  let target = targets.get(meta);
  if (!target) {
    const persistent = Object.values(meta.properties).filter((p) => p.persist !== false);
    const columns = persistent.map((p) => [
      p.name as string,
      { column: p.fieldNames[0]!, type: withoutLength(p.columnTypes[0]!) },
    ]);
    target = { table: meta.tableName, columns: Object.fromEntries(columns) as Target['columns'] };
    targets.set(meta, target);
  }
  return target;
}

/** A cast to varchar(255) would cut the text in silence, where storing it is refused. */
const withoutLength = (type: string): string => type.replace(/\(.*\)/, '');

/** Whether values of a type travel as JSON text. */
export const isJsonType = (type: string): boolean => type.startsWith('json');

export const isJson = (target: Target, name: string): boolean =>
  isJsonType(columnOf(target, name).type);

/** A value as it travels; an absent one is null. */
export const sentValue = (isText: boolean, value: unknown): unknown =>
  value == null ? null : isText ? JSON.stringify(value) : value;

/** @throws Error for a name that the table has no column for */
export function columnOf(target: Target, name: string): Target['columns'][string] {
  const column = target.columns[name];
  if (!column) throw new Error(`${target.table} has no column for ${name}`);
  return column;
}
