import type { EntityMetadata } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Resource } from './resource';

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

/** The row whose resource the statement answers. */
interface Replied {
  addition: Addition;
  resource: Resource;
}

/**
 * Several inserts as one statement that also binds the organization: a command that only adds rows
 * needs one round trip, and either all of it is there or nothing.
 * @param reply the addition whose row is rendered as the resource and returned as `json`
 */
export function insertStatement(
  organizationId: string,
  additions: Addition[],
  reply: Replied | undefined,
): { text: string; values: unknown[] } {
  const shape = shapeOf(additions, reply);
  let text = texts.get(shape);
  if (text === undefined) {
    text = textOf(additions, reply);
    if (texts.size < textsMax) texts.set(shape, text);
  }
  return { text, values: [organizationId, ...additions.flatMap(valuesOf)] };
}

/** Texts by the shape of what is added: building one costs more than running through the values. */
const texts = new Map<string, string>();
const textsMax = 1_000;
const resourceNumbers = new WeakMap<Resource, number>();
let resourceCount = 0;

function shapeOf(additions: Addition[], reply: Replied | undefined): string {
  let shape = '';
  for (const addition of additions) {
    shape += `${addition.target.table}:`;
    for (const name in addition.values) {
      shape += addition.values[name] === renderedReply ? `*${name},` : `${name},`;
    }
    if (reply?.addition === addition) shape += `>${numberOf(reply.resource)}`;
  }
  return shape;
}

function numberOf(resource: Resource): number {
  const number = resourceNumbers.get(resource) ?? ++resourceCount;
  resourceNumbers.set(resource, number);
  return number;
}

function valuesOf({ target, values }: Addition): unknown[] {
  const row: unknown[] = [];
  for (const name in values) {
    const value = values[name] ?? null;
    if (value === renderedReply) continue;
    const isJson = columnOf(target, name).type.startsWith('json');
    row.push(isJson && value !== null ? JSON.stringify(value) : value);
  }
  return row;
}

function textOf(additions: Addition[], reply: Replied | undefined): string {
  let count = 1;
  const replyName = reply ? `a${additions.indexOf(reply.addition)}` : '';
  const parts = additions.map(({ target, values }, index) => {
    // Absent values are written as null, so that the text (a prepared statement) is always the same.
    const names = Object.keys(values);
    const columns = names.map((name) => columnOf(target, name).column);
    const selected = names.map((name) => {
      if (values[name] === renderedReply) return `(select json from ${replyName})`;
      return `$${++count}::${columnOf(target, name).type}`;
    });
    const isReply = reply?.addition === additions[index];
    const returning = isReply ? ` returning ${reply!.resource.json}::text as json` : '';
    return `a${index} as (insert into ${target.table} as r (${columns.join(', ')})
      select ${selected.join(', ')} from bound${returning})`;
  });
  const bind = `bound as materialized (select set_config('app.org_id', $1, true))`;
  const answer = reply ? `select json from ${replyName}` : 'select null as json';
  return `with ${[bind, ...parts].join(',\n')} ${answer}`;
}

function columnOf(target: Target, name: string): Target['columns'][string] {
  const column = target.columns[name];
  if (!column) throw new Error(`${target.table} has no column for ${name}`);
  return column;
}
