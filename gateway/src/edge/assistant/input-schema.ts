import {
  documentComplementNames,
  itemComplementNames,
  withholdingComplementNames,
} from '@timbre/api';
import { z } from 'zod';
import { isDeepStrictEqual } from 'node:util';
import { certain, firstIn, memberAt } from '@timbre/fiscal';

/** The subset of JSON Schema that is sent to models. */
export interface Schema {
  type?: string;
  description?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

export interface ObjectSchema extends Schema {
  type: 'object';
  properties: Record<string, Schema>;
}

type Given = Record<string, unknown> & {
  $defs?: Record<string, Given>;
  $ref?: string;
  properties?: Record<string, Given>;
  items?: Given;
  anyOf?: Given[];
  oneOf?: Given[];
  allOf?: Given[];
};

/**
 * The maximum length of a description, in characters. A longer description costs more tokens in
 * every session than it is worth.
 */
const descriptionMax = 80;

/**
 * The maximum number of listed enum values. A longer list is usually a SAT catalogue, whose codes
 * models already know.
 */
const choicesMax = 12;

/**
 * Objects that few calls need and whose members would use many tokens. The schema of a tool omits
 * the members of these objects. The resource `timbre://tools/<name>` contains all members.
 */
const seldom = new Set([
  'additionalPayments',
  'customsNumbers',
  'payeeBank',
  'payerBank',
  'paymentChain',
  'items.taxes',
  'items.taxObject',
  'payroll',
  'parts',
  'propertyTaxAccounts',
  'thirdParty',
  'address',
  'earlier',
  'employer.settings',
  'globalPeriod',
  'localTaxes',
  'recurringDeductions',
  'recurringEarnings',
]);

/**
 * Members that only the tool's resource contains and the tool's listed schema omits: complements
 * that only one industry needs.
 */
const unnamed = new Set<string>([
  ...documentComplementNames,
  ...itemComplementNames,
  ...withholdingComplementNames,
]);

/**
 * The JSON Schema formats that help a model. Other formats, and all patterns, only repeat checks
 * that zod makes anyway.
 */
const formats = ['date', 'date-time'];

/**
 * Reduces a schema to what a model needs, in few tokens: names, types, enum values and
 * descriptions. Bounds, patterns and defaults are omitted, because the operation validates every
 * call against the complete schema. Several models require the root schema to be one object without
 * alternatives, so the alternatives of a union are merged.
 */
export function inputSchemaOf(schema: z.ZodType | undefined, isWhole = false): ObjectSchema {
  if (!schema) return { type: 'object', properties: {} };
  if (isWhole) return projectionOf(schema, isWhole);
  const known = projections.get(schema) ?? projectionOf(schema, isWhole);
  projections.set(schema, known);
  return known;
}

/** The cached results, by schema. Schemas never change, and every tool list needs all of them. */
const projections = new WeakMap<z.ZodType, ObjectSchema>();

function projectionOf(schema: z.ZodType, isWhole: boolean): ObjectSchema {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = (z.globalRegistry.get(zodSchema) ?? {}) as {
        override?: object | ((given: { jsonSchema: object }) => void);
      };
      delete (jsonSchema as { override?: unknown }).override;
      if (typeof override === 'function') override({ jsonSchema });
      else if (override) Object.assign(jsonSchema, override);
    },
  }) as Given;
  return createProjection(json.$defs ?? {}, isWhole)(json) as ObjectSchema;
}

/**
 * Merges object schemas into one schema that accepts every input of the given schemas and requires
 * the members that all of them require.
 */
export function merged(objects: ObjectSchema[]): ObjectSchema {
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties)))];
  const properties = names.map((name) => [
    name,
    either(objects.flatMap(({ properties }) => properties[name] ?? [])),
  ]);
  const required = names.filter((name) => objects.every((o) => o.required?.includes(name)));
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, Schema>,
    ...(required.length > 0 && { required }),
  };
}

/** Returns a schema that accepts every input of the alternatives. */
function either(given: Schema[]): Schema {
  const all = given.flatMap((schema) => schema.anyOf ?? [schema]);
  // The type null is omitted, because the instructions state once that null clears a member.
  const flat = all.some(({ type }) => type !== 'null')
    ? all.filter(({ type }) => type !== 'null')
    : all;
  const alternatives = flat.filter(
    (schema, at) => flat.findIndex((other) => isDeepStrictEqual(bare(other), bare(schema))) === at,
  );
  if (alternatives.length === 1) return firstIn(alternatives);
  const description = given.find((schema) => schema.description)?.description;
  const named = description ? { description } : {};
  if (alternatives.every((schema) => schema.enum && schema.type === firstIn(alternatives).type)) {
    const values = [...new Set(alternatives.flatMap((schema) => schema.enum ?? []))];
    return { ...alternatives[0], ...named, enum: values };
  }
  const objects = alternatives.filter((schema) => schema.type === 'object' && schema.properties);
  if (objects.length > 1) {
    const others = alternatives.filter((schema) => !objects.includes(schema));
    return either([...others, { ...merged(objects as ObjectSchema[]), ...named }]);
  }
  const lists = alternatives.filter((schema) => schema.type === 'array');
  if (lists.length === alternatives.length) {
    return {
      type: 'array',
      ...named,
      items: either(lists.map(({ items }) => certain(items, 'items'))),
    };
  }
  return { anyOf: alternatives.map(bare), ...named };
}

const bare = ({ description: _, ...schema }: Schema): Schema => schema;

function createProjection(defs: Record<string, Given>, isWhole: boolean) {
  const member = ([name, of]: [string, Given], within: string): [string, Schema] => {
    const { items, ...projected } = project(of, name);
    const isSeldom = seldom.has(name) || seldom.has(`${within}.${name}`);
    if (isWhole || !isSeldom) return [name, { ...projected, ...(items && { items }) }];
    const { type = 'object' } = projected;
    const description = 'Rare; see resource.';
    return [name, { type, description, ...(items?.type && { items: { type: items.type } }) }];
  };
  const project = (given: Given, within = ''): Schema => {
    if (given.$ref) {
      const target = project(memberAt(defs, given.$ref.replace('#/$defs/', '')), within);
      return { ...target, ...described(given) };
    }
    const types = Array.isArray(given.type) ? (given.type as string[]) : undefined;
    const alternatives = types?.map((type) => ({ ...given, type })) ?? given.anyOf ?? given.oneOf;
    if (alternatives)
      return { ...either(alternatives.map((one) => project(one, within))), ...described(given) };
    if (given.allOf)
      return { ...joined(given.allOf.map((one) => project(one, within))), ...described(given) };
    const { type, format, required } = given as Schema;
    const choices = 'const' in given ? [given.const] : (given.enum as unknown[] | undefined);
    const members =
      given.properties &&
      Object.entries(given.properties)
        .filter(([name]) => isWhole || !unnamed.has(name))
        .map((entry) => member(entry, within));
    return {
      type: type ?? typeOf(choices?.[0]),
      ...(isLong(choices) && !isWhole ? exampleOf(choices) : choices && { enum: choices }),
      ...described(given),
      ...(format && formats.includes(format) && { format }),
      ...(members && { properties: Object.fromEntries(members) }),
      ...(required?.length && { required: [...required] }),
      ...(given.items && { items: project(given.items, within) }),
    };
  };
  return project;
}

const isLong = (choices: unknown[] | undefined): choices is unknown[] =>
  choices !== undefined && choices.length > choicesMax;

const exampleOf = (choices: unknown[]): Schema => ({
  description: `A code, for example ${choices.slice(0, 2).join(' or ')}.`,
});

/** Returns an object schema with the members of all parts. */
function joined(parts: Schema[]): Schema {
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<
      string,
      Schema
    >,
    ...(required.length > 0 && { required }),
  };
}

const typeOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';

function described({ description: given }: Given): { description?: string } {
  if (typeof given !== 'string') return {};
  const description = given.replace(/^Active code of the SAT catalogue (\w+)\.$/, 'Code of $1.');
  if (description.length <= descriptionMax) return { description };
  const sentence = /^.*?[.;](?=\s)/.exec(description)?.[0];
  const short = sentence && sentence.length <= descriptionMax ? sentence : undefined;
  return { description: short ?? `${description.slice(0, descriptionMax - 1).trimEnd()}…` };
}
