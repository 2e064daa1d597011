import type { z } from 'zod';

/**
 * The public form of a resource: one SQL expression over a row with the alias `r` that renders the
 * public JSON. Create, detail and list operations use the same expression.
 */
export interface Resource {
  /** The noun for the resource in the message of a 404. */
  name: string;
  table: string;
  /** The SQL of the JSON value; `json_strip_nulls` omits optional members that are null. */
  json: string;
  /** The SQL that renders the same bytes as text, for pages with many rows; see `textOf`. */
  text?: string;
}

/** The type of a response that a schema in `packages/api` declares. */
export type Answer<Schema extends z.ZodType> = z.output<Schema>;

declare const value: unique symbol;

/** An SQL expression whose value has this type. */
export type Sql<Value> = string & { readonly [value]: Value };

/**
 * An SQL expression for a text, a timestamp, a date or a boolean. A plain column is typed as one of
 * these, never as a number or an object.
 */
type PlainSql = string & { readonly [value]?: string | boolean };

/** The brackets prevent TypeScript from distributing over a union of strings. */
type Expression<Value> = [Value] extends [string | boolean] ? PlainSql : Sql<Value>;

/** The variant of a union without a loose object's index signature. */
type Named<Variant> = {
  [Name in keyof Variant as string extends Name ? never : Name]: Variant[Name];
};

type NameOf<Shape> = Shape extends unknown ? keyof Named<Shape> : never;

type ValueOf<Shape, Name> = Shape extends unknown
  ? Name extends keyof Named<Shape>
    ? Exclude<Named<Shape>[Name], undefined>
    : never
  : never;

/**
 * The members of a loose object that the object's schema does not declare. Objects that are not
 * loose have no such members.
 */
type Others<Shape> = string extends keyof Shape ? Record<string, string> : unknown;

/**
 * The SQL of every member of a schema, including optional members and the members of each variant.
 * It is a compile error if a member is missing, misspelled or has the wrong type.
 */
export type Members<Shape> = {
  [Name in NameOf<Shape>]: Expression<ValueOf<Shape, Name>>;
} & Others<Shape>;

/**
 * Builds a resource's rendering from public member names and the SQL of their values, type-checked
 * against the public schema. Members with the value null are omitted from the response.
 * @param beside is a subquery, starting at its `from`, that has one row for each row of the table
 * and that the members may read
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

/** Returns the SQL that renders the resource as text, with the same bytes as `json`. */
export const textOf = ({ json, text }: Resource): string => text ?? `${json}::text`;

/** Returns JSON without null members and without whitespace. */
const stripped = (json: string): string => `json_strip_nulls(${json})`;

/**
 * The SQL that renders a value as JSON text, keyed by the SQL of the value. To build a JSON object,
 * PostgreSQL looks up the type of each name and value, and `json_strip_nulls` parses the object
 * again; joining texts takes half as long. `concat` omits members that are null. An object can be
 * rendered as text if all its members can, so columns in lists are marked with `text`, `code` and
 * `flag`.
 */
const texts = new Map<string, string>();

/** Stores the SQL that renders a value as text. */
function withText<Value>(sql: string, text: string): Sql<Value> {
  texts.set(sql, text);
  return sql as Sql<Value>;
}

/** Returns a text column, marked so that lists can render it as text; see `texts`. */
export const text = (column: string): string =>
  withText(`(${column})::text`, `to_json((${column})::text)::text`);

/**
 * Returns a text column like `text`, whose values never contain quotes, backslashes or control
 * characters.
 */
export const code = (column: string): string =>
  withText(`(${column})::varchar`, `'"' || (${column})::text || '"'`);

/** Returns a boolean column, marked so that lists can render it as text; see `texts`. */
export const flag = (column: string): string =>
  withText(`(${column})::boolean`, `(${column})::boolean::text`);

/**
 * Returns SQL for the first value if the condition is true, and otherwise for the second value or
 * null.
 */
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

/**
 * Returns SQL that evaluates a value over the only row of a query.
 * @param rows is the query, starting at its `from`
 */
export function selected<Value>(value: Sql<Value>, rows: string): Sql<Value> {
  const shown = texts.get(value);
  const sql = `(select ${value} ${rows})`;
  return shown ? withText(sql, `(select ${shown} ${rows})`) : json(sql);
}

/**
 * Returns SQL for the list of a JSON value for each row of a query; null if the query has no row.
 * @param rows is the query, starting at its `from`
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

/** PostgreSQL functions accept at most 100 arguments: the names and values of 50 members. */
const argumentsMax = 100;

/** Returns SQL for a JSON object, typed by its schema. */
export function object<Shape>(members: Members<Shape>): Sql<Shape> {
  const entries = Object.entries<string>(members);
  const isCall = 2 * entries.length <= argumentsMax;
  const pairs = entries.map(([member, sql]) => `'${member}'${isCall ? ',' : ' value'} ${sql}`);
  const list = pairs.join(', ');
  const rendered = isCall ? `json_build_object(${list})` : `json_object(${list} returning json)`;
  const shown = entries.map(([member, sql]) => memberText(member, sql));
  const isKnown = isCall && shown.every((one) => one !== undefined);
  // `right` removes the first comma. Unlike `substr`, `right` with a negative length does not count
  // the characters of the text.
  return isKnown
    ? withText(rendered, `'{' || right(concat(${shown.join(', ')}), -1) || '}'`)
    : (rendered as Sql<Shape>);
}

/**
 * Returns the SQL of a member as text with a preceding comma; undefined if the value cannot be
 * rendered as text.
 */
function memberText(member: string, sql: string): string | undefined {
  const [, constant] = /^'([\w ]+)'$/.exec(sql) ?? [];
  if (constant !== undefined) return `',"${member}":"${constant}"'`;
  const shown = texts.get(sql);
  return shown && `',"${member}":' || ${shown}`;
}

/**
 * Marks SQL as JSON in the public form: a column that stores this form, or an expression that
 * builds it.
 */
export const json = <Value>(sql: string): Sql<Value> => {
  if (!texts.has(sql)) texts.set(sql, `nullif(${stripped(`to_json(${sql})`)}::text, 'null')`);
  return sql as Sql<Value>;
};

/** Returns SQL that renders an exact numeric as a JSON number without trailing zeros. */
export const number = (column: string): Sql<number> =>
  withText(`trim_scale(${column})`, `trim_scale(${column})::text`);

/**
 * Returns SQL that renders a decimal as a number; a JSON column stores the decimal as text to keep
 * it exact.
 */
export const numberIn = (json: string, member: string): Sql<number> =>
  number(`(${json}->>'${member}')::numeric`);

/** Returns SQL that renders a decimal in an entry of `entriesOf` as a number. */
export const entryNumber = (member: string): Sql<number> => numberIn('e.entry', member);

/**
 * Returns SQL for the entries of a JSON list in order, each rendered by SQL over `e.entry`; null
 * for an empty list. An entry may itself contain lists.
 */
export const entriesOf = <Entry>(list: string, entry: Sql<Entry>): Sql<Entry[]> =>
  listOf(
    entry,
    `from jsonb_array_elements(${list}) with ordinality e (entry, position)`,
    'e.position',
  );

/** Returns SQL for an integer, which is rendered as JSON without conversion. */
export const integer = (column: string): Sql<number> =>
  withText(`(${column})`, `(${column})::text`);

/** Returns SQL that renders a timestamp in RFC 3339 format. */
export const instant = (column: string): string =>
  withText(`instant(${column})`, `'"' || instant(${column}) || '"'`);

/** The SQL of a public member for which no document stores a value yet. */
export const absent = 'null' as Sql<never>;
texts.set(absent, absent);
