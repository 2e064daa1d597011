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
 */
export function resource<Shape>(name: string, table: string, members: Members<Shape>): Resource {
  return { name, table, json: `json_strip_nulls(${object<Shape>(members)})` };
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
  return rendered as Sql<Shape>;
}

/**
 * Marks SQL as JSON of the public form: a column that stores this form, or an expression that
 * builds it.
 */
export const json = <Value>(sql: string): Sql<Value> => sql as Sql<Value>;

/** Returns an exact numeric as a JSON number without trailing zeros. */
export const number = (column: string): Sql<number> => `trim_scale(${column})` as Sql<number>;

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
  json(`(select json_agg(${entry} order by e.position)
    from jsonb_array_elements(${list}) with ordinality e (entry, position))`);

/** Returns an integer, which is rendered as JSON without conversion. */
export const integer = (column: string): Sql<number> => column as Sql<number>;

/** Returns an instant as RFC 3339 text. */
export const instant = (column: string): string => `instant(${column})`;

/** The SQL of a public member for which no document stores a value yet. */
export const absent = 'null' as Sql<never>;
