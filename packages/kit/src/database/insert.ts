import type { EntityMetadata } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { arrayParameter } from './array-parameter';
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
  /** Columns that are the same in all of many rows, and travel once. */
  same?: ReadonlySet<string>;
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
  const plans = plansOf(additions);
  for (const plan of plans ?? []) {
    const values = planned(plan, organizationId, additions, reply);
    if (values) return { text: plan.text, values };
  }
  const parts = partsOf(additions, reply);
  const text = textOf(parts, reply);
  if (plans && plans.length < plansMax) plans.push(planOf(text, additions, reply));
  return { text, values: [organizationId, ...parts.flatMap(valuesOf)] };
}

/** The statement of a command's rows; the next time they are compared with it, not written anew. */
interface Plan {
  text: string;
  rows: { target: Target; isReply: boolean; columns: PlannedColumn[] }[];
  resource: Resource | undefined;
}

interface PlannedColumn {
  name: string;
  isJson: boolean;
  isRendered: boolean;
}

const plansOfTargets = new WeakMap<Target, Plan[]>();
const plansMax = 50;

/** Those that begin with the same table; many rows have none. */
function plansOf(additions: Addition[]): Plan[] | undefined {
  const [first] = additions;
  if (!first || additions.length >= rowsApartMax) return undefined;
  const plans = plansOfTargets.get(first.target) ?? [];
  plansOfTargets.set(first.target, plans);
  return plans;
}

function planOf(text: string, additions: Addition[], reply: Replied | undefined): Plan {
  const rows = additions.map((addition) => {
    const { target, values } = addition;
    const columns = Object.entries(values).map(([name, value]) => ({
      name,
      isJson: isJson(target, name),
      isRendered: value === renderedReply,
    }));
    return { target, isReply: addition === reply?.addition, columns };
  });
  return { text, rows, resource: reply?.resource };
}

/** The values of rows that the plan is of; nothing for others. */
function planned(
  plan: Plan,
  organizationId: string,
  additions: Addition[],
  reply: Replied | undefined,
): unknown[] | undefined {
  if (plan.rows.length !== additions.length || plan.resource !== reply?.resource) return undefined;
  const sent: unknown[] = [organizationId];
  for (const [index, addition] of additions.entries()) {
    const row = plan.rows[index]!;
    if (row.target !== addition.target || row.isReply !== (addition === reply?.addition)) return;
    let at = 0;
    for (const name in addition.values) {
      const column = row.columns[at++];
      const value = addition.values[name];
      if (column?.name !== name || column.isRendered !== (value === renderedReply)) return;
      if (!column.isRendered) sent.push(sentValue(column.isJson, value));
    }
    if (at !== row.columns.length) return;
  }
  return sent;
}

function partsOf(additions: Addition[], reply: Replied | undefined): Part[] {
  if (additions.length < rowsApartMax) return additions.map(alone);
  const parts: Part[] = [];
  const alike = new Map<Target, Part[]>();
  for (const addition of additions) {
    const { target } = addition;
    const known = alike.get(target) ?? [];
    alike.set(target, known);
    const isOwn = addition === reply?.addition || Object.values(addition.values).some(isRendered);
    const part = isOwn ? undefined : known.find((one) => isLike(one, addition));
    if (part) part.rows.push(addition);
    else {
      const own = alone(addition);
      parts.push(own);
      if (!isOwn) known.push(own);
    }
  }
  return parts.flatMap((part) =>
    part.rows.length < rowsApartMax ? part.rows.map(alone) : [{ ...part, same: sameOf(part) }],
  );
}

const alone = (addition: Addition): Part => ({
  target: addition.target,
  names: Object.keys(addition.values),
  rows: [addition],
});

const isRendered = (value: unknown): boolean => value === renderedReply;

function isLike({ names }: Part, { values }: Addition): boolean {
  let at = 0;
  for (const name in values) if (names[at++] !== name) return false;
  return at === names.length;
}

/** All but one column at least: the arrays say how many rows there are. */
function sameOf({ names, rows }: Part): Set<string> {
  const same = names.filter((name) => {
    const first = rows[0]!.values[name];
    return rows.every(({ values }) => values[name] === first);
  });
  return new Set(same.length === names.length ? same.slice(1) : same);
}

const isReply = (part: Part, reply: Replied | undefined): boolean =>
  reply !== undefined && part.rows[0] === reply.addition;

function valuesOf(part: Part): unknown[] {
  const { target, names, rows } = part;
  const sentOf = (name: string) => (row: Addition) =>
    sentValue(isJson(target, name), row.values[name]);
  const [row] = rows as [Addition];
  const { same } = part;
  if (same) {
    return names.map((name) =>
      same.has(name)
        ? sentOf(name)(row)
        : arrayParameter(columnOf(target, name).type, rows.map(sentOf(name))),
    );
  }
  return names
    .filter((name) => row.values[name] !== renderedReply)
    .map((name) => sentOf(name)(row));
}

/** Whether values of a column travel as JSON text. */
export const isJson = (target: Target, name: string): boolean =>
  columnOf(target, name).type.startsWith('json');

/** A value as it travels; an absent one is null. */
export const sentValue = (isText: boolean, value: unknown): unknown =>
  value == null ? null : isText ? JSON.stringify(value) : value;

function textOf(parts: Part[], reply: Replied | undefined): string {
  let count = 1;
  const replyName = `a${parts.findIndex((part) => isReply(part, reply))}`;
  const inserts = parts.map((part, index) => {
    const { target, names, rows } = part;
    // Absent values are written as null, so that the text (a prepared statement) is always the same.
    const columns = names.map((name) => columnOf(target, name));
    const into = `insert into ${target.table} as r (${columns.map(({ column }) => column).join(', ')})`;
    const { same } = part;
    if (same) {
      const arrays: string[] = [];
      const values = columns.map(({ type }, at) => {
        if (same.has(names[at]!)) return `$${++count}::${type}`;
        return `u.c${arrays.push(`$${++count}::${type}[]`)}`;
      });
      const named = arrays.map((_, at) => `c${at + 1}`).join(', ');
      return `a${index} as (${into}
      select ${values.join(', ')} from bound
      cross join unnest(${arrays.join(', ')}) as u (${named}))`;
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

/** @throws Error for a name that the table has no column for */
export function columnOf(target: Target, name: string): Target['columns'][string] {
  const column = target.columns[name];
  if (!column) throw new Error(`${target.table} has no column for ${name}`);
  return column;
}
