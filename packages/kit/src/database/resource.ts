import type { z } from 'zod';

/**
 * The public form of a resource: one SQL expression over its row, aliased `r`, that renders the public JSON.
 * Creation, detail and list use the same expression.
 */
export interface Resource {
  /** The noun for the resource in the message of a 404. */
  name: string;
  table: string;
  /** The SQL of the JSON value; `json_strip_nulls` leaves out optional members that are null. */
  json: string;
  /** The SQL of the same bytes as text, for rows that are rendered by the page; see `textOf`. */
  text?: string;
}

/** The type of a response that a schema of `packages/api` declares. */
export type Answer<Schema extends z.ZodType> = z.output<Schema>;

declare const value: unique symbol;

/** SQL with a value of this type. */
export type Sql<Value> = string & { readonly [value]: Value };

/**
 * SQL of a text, an instant, a date or a boolean. A plain column is treated as one of these, never as a
 * number or an object.
 */
type PlainSql = string & { readonly [value]?: string | boolean };

/** The brackets keep TypeScript from distributing a union of texts. */
type Expression<Value> = [Value] extends [string | boolean] ? PlainSql : Sql<Value>;

/** The variant of a union without the index signature that a loose object has. */
type Named<Variant> = {
  [Name in keyof Variant as string extends Name ? never : Name]: Variant[Name];
};

type NameOf<Shape> = Shape extends unknown ? keyof Named<Shape> : never;

type ValueOf<Shape, Name> = Shape extends unknown
  ? Name extends keyof Named<Shape>
    ? Exclude<Named<Shape>[Name], undefined>
    : never
  : never;

/** For a loose object, the members that its shape does not declare. Other objects have none. */
type Others<Shape> = string extends keyof Shape ? Record<string, string> : unknown;

/**
 * The SQL of every member of a shape, including optional members and the members of each variant. A missing,
 * misspelled or wrongly typed member does not compile.
 */
export type Members<Shape> = {
  [Name in NameOf<Shape>]: Expression<ValueOf<Shape, Name>>;
} & Others<Shape>;

/**
 * Builds the rendering of a resource from public names and the SQL of their values, checked against the
 * public shape. Members with the value null are absent from the answer.
 * @param beside a query from its `from`, with one row for each row of the table, which the members may read
 */
export function resource<Shape>(
  name: string,
  table: string,
  members: Members<Shape>,
  beside?: string,
): Resource {
  const all = object<Shape>(members);
  const shown = beside === undefined ? all : selected(all, beside);
  const text = texts.get(shown);
  return { name, table, json: stripped(shown), ...(text !== undefined && { text }) };
}

/** Returns the SQL of the resource as text, with the bytes of `json`. */
export const textOf = ({ json, text }: Resource): string => text ?? `${json}::text`;

/** Returns JSON without members that are null and without blanks. */
const stripped = (json: string): string => `json_strip_nulls(${json})`;

/**
 * The SQL of JSON values as text, by the SQL of the value. To build a JSON object, PostgreSQL looks up the
 * type of each name and value, and `json_strip_nulls` parses it again; joining texts takes half of the time.
 * `concat` leaves out members that are null. An object has such a form if all of its members have one, so
 * columns of lists are marked with `text`, `code` and `flag`.
 */
const texts = new Map<string, string>();

/** Stores the text form of a value. */
function withText<Value>(sql: string, text: string): Sql<Value> {
  texts.set(sql, text);
  return sql as Sql<Value>;
}

/** Returns a column of text, marked so that a list can join it; see `texts`. */
export const text = (column: string): string =>
  withText(`(${column})::text`, `to_json((${column})::text)::text`);

/** Returns a column like `text` whose values never contain quotes, backslashes and control characters. */
export const code = (column: string): string =>
  withText(`(${column})::varchar`, `'"' || (${column})::text || '"'`);

/** Returns a boolean column, marked so that a list can join it; see `texts`. */
export const flag = (column: string): string =>
  withText(`(${column})::boolean`, `(${column})::boolean::text`);

/** Returns the value where the condition holds, and the other value, or null, elsewhere. */
export function when<Value>(
  condition: string,
  value: Sql<Value>,
  otherwise: Sql<Value> = absent,
): Sql<Value> {
  const choice = (one: string, other: string) =>
    `case when ${condition} then ${one} else ${other} end`;
  const [shown, other] = [value, otherwise].map((one) => texts.get(one));
  const sql = choice(value, otherwise);
  return shown && other ? withText(sql, choice(shown, other)) : json(sql);
}

/** Returns a value over the only row of a query. @param rows the query from its `from` */
export function selected<Value>(value: Sql<Value>, rows: string): Sql<Value> {
  const shown = texts.get(value);
  const sql = `(select ${value} ${rows})`;
  return shown ? withText(sql, `(select ${shown} ${rows})`) : json(sql);
}

/**
 * Returns the list of a JSON value for each row of a query; null if there is no row.
 * @param rows the query from its `from`
 */
export function listOf<Entry>(entry: Sql<Entry>, rows: string, order: string): Sql<Entry[]> {
  const shown = texts.get(entry);
  const sql = `(select json_agg(${entry} order by ${order}) ${rows})`;
  if (shown === undefined) return json(sql);
  return withText(
    sql,
    `(select '[' || string_agg(${shown}, ',' order by ${order}) || ']' ${rows})`,
  );
}

/** PostgreSQL calls a function with at most 100 arguments: the names and values of 50 members. */
const argumentsMax = 100;

/** Returns a JSON object, typed by its shape. */
export function object<Shape>(members: Members<Shape>): Sql<Shape> {
  const entries = Object.entries<string>(members);
  const isCall = 2 * entries.length <= argumentsMax;
  const pairs = entries.map(([member, sql]) => `'${member}'${isCall ? ',' : ' value'} ${sql}`);
  const list = pairs.join(', ');
  const rendered = isCall ? `json_build_object(${list})` : `json_object(${list} returning json)`;
  const shown = entries.map(([member, sql]) => memberText(member, sql));
  const isKnown = isCall && shown.every((one) => one !== undefined);
  // `right` drops the first comma. Unlike `substr` it does not count the characters of the text.
  return isKnown
    ? withText(rendered, `'{' || right(concat(${shown.join(', ')}), -1) || '}'`)
    : (rendered as Sql<Shape>);
}

/** Returns the SQL of a member with its comma as text; undefined if the value has no text form. */
function memberText(member: string, sql: string): string | undefined {
  const [, constant] = /^'([\w ]+)'$/.exec(sql) ?? [];
  if (constant !== undefined) return `',"${member}":"${constant}"'`;
  const shown = texts.get(sql);
  return shown && `',"${member}":' || ${shown}`;
}

/**
 * Marks SQL as JSON of the public form: a column that stores this form, or an expression that
 * builds it.
 */
export const json = <Value>(sql: string): Sql<Value> => {
  if (!texts.has(sql)) texts.set(sql, `nullif(${stripped(`to_json(${sql})`)}::text, 'null')`);
  return sql as Sql<Value>;
};

/** Returns an exact numeric as a JSON number without trailing zeros. */
export const number = (column: string): Sql<number> =>
  withText(`trim_scale(${column})`, `trim_scale(${column})::text`);

/** Returns a decimal that a JSON column stores as text to keep it exact, rendered as a number. */
export const numberIn = (json: string, member: string): Sql<number> =>
  number(`(${json}->>'${member}')::numeric`);

/** Returns a decimal of an entry of `entriesOf`, rendered as a number. */
export const entryNumber = (member: string): Sql<number> => numberIn('e.entry', member);

/**
 * Returns the entries of a JSON list in their order, each rendered by SQL over `e.entry`; null for
 * an empty list. An entry may itself contain lists.
 */
export const entriesOf = <Entry>(list: string, entry: Sql<Entry>): Sql<Entry[]> =>
  listOf(
    entry,
    `from jsonb_array_elements(${list}) with ordinality e (entry, position)`,
    'e.position',
  );

/** Returns an integer, which is rendered as JSON without conversion. */
export const integer = (column: string): Sql<number> =>
  withText(`(${column})`, `(${column})::text`);

/** Returns an instant as RFC 3339 text. */
export const instant = (column: string): string =>
  withText(`instant(${column})`, `'"' || instant(${column}) || '"'`);

/** The SQL of a public member for which no document stores a value yet. */
export const absent = 'null' as Sql<never>;
texts.set(absent, absent);
