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

/** Rows of one shape, as one insert. */
interface Part {
  target: Target;
  names: string[];
  rows: Addition[];
}

/** From so many rows of one shape on a column travels as one array: the text stays short. */
const rowsApartMax = 8;

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
  const parts = partsOf(additions, reply);
  const shape = shapeOf(parts, reply);
  let text = texts.get(shape);
  if (text === undefined) {
    text = textOf(parts, reply);
    if (texts.size < textsMax) texts.set(shape, text);
  }
  return { text, values: [organizationId, ...parts.flatMap(valuesOf)] };
}

const isOne = ({ rows }: Part): boolean => rows.length === 1;

function partsOf(additions: Addition[], reply: Replied | undefined): Part[] {
  const alone = (addition: Addition): Part => ({
    target: addition.target,
    names: Object.keys(addition.values),
    rows: [addition],
  });
  if (additions.length < rowsApartMax) return additions.map(alone);
  const alike = new Map<string, Addition[]>();
  for (const addition of additions) {
    const { target, values } = addition;
    const isOwn = addition === reply?.addition || Object.values(values).includes(renderedReply);
    const key = isOwn ? `${alike.size}` : `${target.table}:${Object.keys(values).join()}`;
    const rows = alike.get(key);
    if (rows) rows.push(addition);
    else alike.set(key, [addition]);
  }
  return [...alike.values()].flatMap((rows) =>
    rows.length < rowsApartMax ? rows.map(alone) : [{ ...alone(rows[0]!), rows }],
  );
}

/** Texts by the shape of what is added: building one costs more than running through the values. */
const texts = new Map<string, string>();
const textsMax = 1_000;
const resourceNumbers = new WeakMap<Resource, number>();
let resourceCount = 0;

function shapeOf(parts: Part[], reply: Replied | undefined): string {
  let shape = '';
  for (const part of parts) {
    const { target, names, rows } = part;
    const [{ values }] = rows as [Addition];
    shape += isOne(part) ? `${target.table}:` : `${target.table}[]:`;
    for (const name of names) shape += values[name] === renderedReply ? `*${name},` : `${name},`;
    if (isReply(part, reply)) shape += `>${numberOf(reply!.resource)}`;
  }
  return shape;
}

const isReply = (part: Part, reply: Replied | undefined): boolean =>
  reply !== undefined && part.rows[0] === reply.addition;

function numberOf(resource: Resource): number {
  const number = resourceNumbers.get(resource) ?? ++resourceCount;
  resourceNumbers.set(resource, number);
  return number;
}

function valuesOf(part: Part): unknown[] {
  const { target, names, rows } = part;
  if (!isOne(part)) {
    return names.map((name) => rows.map(({ values }) => sentValue(target, name, values[name])));
  }
  const [{ values }] = rows as [Addition];
  return names
    .filter((name) => values[name] !== renderedReply)
    .map((name) => sentValue(target, name, values[name]));
}

function sentValue(target: Target, name: string, value: unknown): unknown {
  if (value == null) return null;
  return columnOf(target, name).type.startsWith('json') ? JSON.stringify(value) : value;
}

function textOf(parts: Part[], reply: Replied | undefined): string {
  let count = 1;
  const replyName = `a${parts.findIndex((part) => isReply(part, reply))}`;
  const inserts = parts.map((part, index) => {
    const { target, names, rows } = part;
    // Absent values are written as null, so that the text (a prepared statement) is always the same.
    const columns = names.map((name) => columnOf(target, name));
    const into = `insert into ${target.table} as r (${columns.map(({ column }) => column).join(', ')})`;
    if (!isOne(part)) {
      const arrays = columns.map(({ type }) => `$${++count}::${type}[]`);
      return `a${index} as (${into}
      select u.* from bound cross join unnest(${arrays.join(', ')}) as u)`;
    }
    const selected = names.map((name, at) =>
      rows[0]!.values[name] === renderedReply
        ? `(select json from ${replyName})`
        : `$${++count}::${columns[at]!.type}`,
    );
    const returning = isReply(part, reply)
      ? ` returning ${reply!.resource.json}::text as json`
      : '';
    return `a${index} as (${into}
      select ${selected.join(', ')} from bound${returning})`;
  });
  const bind = `bound as materialized (select set_config('app.org_id', $1, true))`;
  const answer = reply ? `select json from ${replyName}` : 'select null as json';
  return `with ${[bind, ...inserts].join(',\n')} ${answer}`;
}

function columnOf(target: Target, name: string): Target['columns'][string] {
  const column = target.columns[name];
  if (!column) throw new Error(`${target.table} has no column for ${name}`);
  return column;
}
