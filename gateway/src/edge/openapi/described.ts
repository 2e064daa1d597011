import type { createDocument } from 'zod-openapi';

export type Document = ReturnType<typeof createDocument>;

/** The parts of a JSON Schema that the description uses. */
export interface Schema {
  $ref?: string;
  /** The name under which the schema will be shared. It is absent from the published document. */
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
  /** Codes of the catalogue that the field does not accept. */
  'x-sat-except'?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  /** `false` forbids other members in a shape that is composed of several shapes. */
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
 * The parts of the OpenAPI document that this folder changes. The types of the library are not
 * used, because they allow more forms than the document has.
 */
export interface Described {
  servers: { url: string }[];
  tags: { name: string; 'x-displayName': string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

/** Returns the schemas directly inside another schema. */
export const everyPartOf = (schema: Schema): Schema[] => [
  ...Object.values(schema.properties ?? {}),
  ...partsOf(schema),
];

/** Returns the schemas inside another schema, except those of its fields. */
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

/** Returns the operations and the events. */
export const operationsOf = ({ paths, webhooks }: Described): Operation[] =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  );

/** Returns the schemas of an operation's request and answer bodies. */
export const bodiesOf = ({ requestBody, responses }: Operation): Schema[] =>
  [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
    Object.values(content).map(({ schema }) => schema),
  );

/** Returns the `$ref` to a shape. */
export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Returns the name of the shape to which a reference leads. */
export const targetOf = (reference: string): string =>
  reference.slice(reference.lastIndexOf('/') + 1);

/** Converts a name to Pascal case: `cfdi.stamped` becomes `CfdiStamped`. */
export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
