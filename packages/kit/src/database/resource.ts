/**
 * How a resource looks to the world: one SQL expression over its row, aliased `r`, that renders the
 * public JSON. It is the only place that knows the shape; creation, detail and list all use it.
 */
export interface Resource {
  /** What a person calls it in a 404. */
  name: string;
  table: string;
  /** A JSON value; optional members that are null are left out by `json_strip_nulls`. */
  json: string;
}

/**
 * Builds the rendering of a resource from the public names and the SQL of their values.
 * Members whose value is null are absent from the answer.
 */
export function resource(name: string, table: string, members: Record<string, string>): Resource {
  const pairs = Object.entries(members).map(([member, sql]) => `'${member}', ${sql}`);
  return { name, table, json: `json_strip_nulls(json_build_object(${pairs.join(', ')}))` };
}

/** An exact numeric as a JSON number without trailing zeros. */
export const number = (column: string): string => `trim_scale(${column})`;

/** An instant as RFC 3339 text. */
export const instant = (column: string): string => `instant(${column})`;
