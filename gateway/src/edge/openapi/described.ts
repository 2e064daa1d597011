import type { createDocument } from 'zod-openapi';

export type Document = ReturnType<typeof createDocument>;

/** The subset of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  /**
   * The name under which the schema will be shared. The published document does not contain this
   * name.
   */
  title?: string;
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  'x-sat-catalog'?: string;
  /** Codes of the SAT catalogue that the field does not accept. */
  'x-sat-except'?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  /** `false` forbids additional members in a schema that is composed of several schemas. */
  unevaluatedProperties?: boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  in: string;
  name: string;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/**
 * The parts of the OpenAPI document that this folder changes. The library's types are not used,
 * because they allow more variants than the document contains.
 */
export interface Described {
  servers: { url: string }[];
  tags: { name: string; 'x-displayName': string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

/** Returns all direct subschemas of a schema. */
export const everyPartOf = (schema: Schema): Schema[] => [
  ...Object.values(schema.properties ?? {}),
  ...partsOf(schema),
];

/** Returns the direct subschemas of a schema, except the schemas of its properties. */
export function partsOf({
  items,
  additionalProperties,
  oneOf = [],
  anyOf = [],
  allOf = [],
}: Schema) {
  const named = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...named, ...oneOf, ...anyOf, ...allOf];
}

/** Returns all operations and webhook events of the document. */
export const operationsOf = ({ paths, webhooks }: Described): Operation[] =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  );

/** Returns the schemas of an operation's request body and response bodies. */
export const bodiesOf = ({ requestBody, responses }: Operation): Schema[] =>
  [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
    Object.values(content).map(({ schema }) => schema),
  );

/** Returns the `$ref` to a shared schema. */
export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Returns the name of the shared schema to which a `$ref` points. */
export const targetOf = (reference: string): string =>
  reference.slice(reference.lastIndexOf('/') + 1);

/** Converts a name to Pascal case: for example, `cfdi.stamped` becomes `CfdiStamped`. */
export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
