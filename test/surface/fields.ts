/** The part of JSON Schema 2020-12 that the OpenAPI description uses. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  [bound: string]: unknown;
}

const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems']; // prettier-ignore

/** Returns a line for each field of a schema: its path, `?` if it is optional, and its values. */
export function fieldsOf(schema: Schema, at: string): string[] {
  const branches = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (branches) {
    return branches.flatMap((branch, index) => fieldsOf(branch, `${at}|${index + 1}`));
  }
  if (schema.properties) {
    const isClosed = schema['additionalProperties'] === false;
    const inner = Object.entries(schema.properties).flatMap(([name, property]) =>
      fieldsOf(property, `${at}.${name}${schema.required?.includes(name) ? '' : '?'}`),
    );
    return [`${at}: object${isClosed ? '' : ', open'}`, ...inner];
  }
  if (schema.items) return [`${at}: array${limits(schema)}`, ...fieldsOf(schema.items, `${at}[]`)];
  return [`${at}: ${kindOf(schema)}${limits(schema)}`];
}

function kindOf({ $ref, type, const: constant, enum: choices, format }: Schema): string {
  if ($ref) return $ref.split('/').at(-1)!;
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  return [type ?? 'anything', format].flat().filter(Boolean).join(' ');
}

const limits = (schema: Schema): string =>
  bounds
    .filter((name) => schema[name] !== undefined)
    .map((name) => `, ${name} ${schema[name] as number}`)
    .join('');

/**
 * Returns every field of a schema and its subschemas, with the path of field names that leads to
 * it.
 */
export function fieldsWithin(
  schema: Schema,
  path: readonly string[],
): { path: string[]; schema: Schema }[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: [...path, name], schema: field },
    ...fieldsWithin(field, [...path, name]),
  ]);
  const { items, oneOf = [], anyOf = [], allOf = [] } = schema;
  const parts = [...(items ? [items] : []), ...oneOf, ...anyOf, ...allOf];
  return [...own, ...parts.flatMap((part) => fieldsWithin(part, path))];
}
