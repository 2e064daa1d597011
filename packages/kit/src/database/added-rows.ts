import { certain, firstIn } from '@timbre/fiscal';
import { arrayParameter } from './array-parameter';
import {
  columnOf,
  Computed,
  isJson,
  Rendered,
  sentValue,
  sqlOf,
  type Addition,
  type Target,
} from './target';
import type { Resource } from './resource';

/** The request to return one of the added rows as a rendered resource. */
export interface Replied {
  addition: Addition;
  resource: Resource;
}

/** The added rows of one table that have the same columns and are sent as one insert. */
export interface Part {
  target: Target;
  names: string[];
  rows: Addition[];
  /** The names of columns whose value is the same in all rows and is therefore sent only once. */
  same?: ReadonlySet<string>;
}

/**
 * The number of rows with the same table and columns from which each column is sent as one array.
 * The arrays keep the SQL text short.
 */
export const rowsApartMax = 8;

/**
 * Groups the rows by their shape: the table and the columns. The order of the groups depends only
 * on the shapes.
 */
export function partsOf(additions: readonly Addition[], reply: Replied | undefined): Part[] {
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

const isRendered = (value: unknown): boolean => value instanceof Rendered;

function isLike({ names, rows: [first] }: Part, { values }: Addition): boolean {
  let at = 0;
  for (const name in values) {
    if (names[at++] !== name || sqlOf(values[name]) !== sqlOf(certain(first, 'first').values[name]))
      return false;
  }
  return at === names.length;
}

/**
 * Returns the names of the columns that have the same value in all rows. At least one column is
 * always sent as an array, because the array's length determines the number of rows.
 */
function sameOf({ names, rows }: Part): Set<string> {
  const same = names.filter((name) => {
    const first = firstIn(rows).values[name];
    return rows.every(({ values }) => values[name] === first);
  });
  return new Set(same.length === names.length ? same.slice(1) : same);
}

const isReply = (part: Part, reply: Replied | undefined): boolean =>
  reply !== undefined && part.rows[0] === reply.addition;

/** Returns the values of a part in the form in which they are sent to PostgreSQL. */
export function valuesOf(part: Part): unknown[] {
  const { target, names, rows } = part;
  const sentOf = (name: string) => (row: Addition) =>
    sentValue(isJson(target, name), row.values[name]);
  const [row] = rows as [Addition];
  const { same } = part;
  if (same) {
    return names.map((name) =>
      same.has(name)
        ? sentOf(name)(row)
        : arrayParameter(typeOf(part, name), rows.map(sentOf(name))),
    );
  }
  return names.map((name) => sentOf(name)(row));
}

/** Returns the SQL type of the values that are sent for a column. */
function typeOf({ target, rows: [first] }: Part, name: string): string {
  const value = certain(first, 'first').values[name];
  return value instanceof Computed ? value.type : columnOf(target, name).type;
}

/** Returns the SQL expression for a column of an added row. */
function valueIn({ rows: [first] }: Part, name: string, parameter: string): string {
  const value = certain(first, 'first').values[name];
  return value instanceof Computed ? value.of(parameter) : parameter;
}

/** Returns the name of the insert whose row is rendered as the response. */
export const repliedOf = (parts: Part[], reply: Replied | undefined): string =>
  `a${parts.findIndex((part) => isReply(part, reply))}`;

/**
 * Returns the SQL of the inserts as common table expressions.
 * @param from is the SQL expression that must return a row; otherwise nothing is inserted
 * @param count is the number of SQL parameters that precede the values of the rows
 * @param shown contains the tables that are replaced by expressions that also contain the added
 * rows
 */
export function insertsOf(
  parts: Part[],
  from: string,
  count: number,
  reply: Replied | undefined,
  shown: ReadonlySet<string> = new Set(),
): string[] {
  return parts.map((part, index) => {
    const { target, names, rows } = part;
    // Missing values are written as null, so that all rows share one SQL text and one prepared
    // statement.
    const columns = names.map((name) => columnOf(target, name));
    const into = `insert into ${target.table} as r (${columns.map(({ column }) => column).join(', ')})`;
    const { same } = part;
    if (same) {
      const arrays: string[] = [];
      const values = names.map((name) => {
        const type = typeOf(part, name);
        if (same.has(name)) return valueIn(part, name, `$${++count}::${type}`);
        return valueIn(part, name, `u.c${arrays.push(`$${++count}::${type}[]`)}`);
      });
      const named = arrays.map((_, at) => `c${at + 1}`).join(', ');
      return `a${index} as (${into}
      select ${values.join(', ')} from ${from}
      cross join unnest(${arrays.join(', ')}) as u (${named})${shown.has(target.table) ? ' returning r.*' : ''})`;
    }
    const selected = names.map((name) =>
      isRendered(firstIn(rows).values[name])
        ? `(select json || $${++count}::text from ${repliedOf(parts, reply)})`
        : valueIn(part, name, `$${++count}::${typeOf(part, name)}`),
    );
    const returning = isReply(part, reply)
      ? ` returning ${certain(reply, 'reply').resource.json}::text as json`
      : shown.has(target.table)
        ? ' returning r.*'
        : '';
    return `a${index} as (${into}
      select ${selected.join(', ')} from ${from}${returning})`;
  });
}
