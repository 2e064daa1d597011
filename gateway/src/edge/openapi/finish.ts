import { since1900, from1900To2100, emailPattern, meaningOf } from '@timbre/api';
import { firstIn } from '@timbre/fiscal';
import {
  bodiesOf,
  operationsOf,
  partsOf,
  refTo,
  type Described,
  type Document,
  type Operation,
  type Parameter,
  type Schema,
} from './described';
import { shareText } from './shared-texts';

/**
 * Formats whose regular expression is not published, because zod's expression only repeats the
 * format in hundreds of characters. The expressions in `ownPatterns` are published anyway.
 */
const formats = ['date', 'date-time', 'email', 'uri', 'uuid'];
const ownPatterns = [since1900, from1900To2100];

/**
 * Returns a finished copy of the OpenAPI document. Every field and parameter gets a description,
 * either its own or the vocabulary's. Patterns that repeat a format, and bounds that every integer
 * has, are removed. Parameters and texts that several operations share are written only once.
 */
export function finished(document: Document): Document {
  const copy = JSON.parse(JSON.stringify(document)) as Described;
  const texts: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(copy.components.schemas))
    finish(schema, [name], texts);
  const operations = operationsOf(copy);
  for (const operation of operations) finishOperation(operation, texts);
  Object.assign(copy.components.schemas, texts);
  shareKey(operations, copy.components.schemas);
  copy.components.parameters = shareParameters(operations);
  // The cast is safe, because the finished parts are objects of the document itself.
  return copy as unknown as Document;
}

function finishOperation(operation: Operation, texts: Record<string, Schema>) {
  const { operationId, parameters = [] } = operation;
  for (const parameter of parameters) {
    if (!('schema' in parameter)) continue;
    const { in: place, name, schema } = parameter;
    const path = [operationId, place, name];
    const description = parameter.description ?? schema.description ?? meaningOf(path);
    delete schema.description;
    finish(schema, path, texts);
    if (description !== undefined) parameter.description = description;
  }
  for (const schema of bodiesOf(operation)) finish(schema, [operationId], texts);
}

/**
 * @param path contains the name of the schema or operation, followed by the property names down to
 * the schema
 */
function finish(schema: Schema, path: readonly string[], texts: Record<string, Schema>): void {
  const { format, pattern } = schema;
  if (format === 'email' && pattern) schema.pattern = emailPattern;
  else if (formats.includes(format ?? '') && !ownPatterns.includes(pattern ?? ''))
    delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  spreadMixed(schema);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const description = field.description ?? meaningOf([...path, name]);
    if (description !== undefined) field.description = description;
    finish(field, [...path, name], texts);
  }
  for (const part of partsOf(schema)) finish(part, path, texts);
  shareText(schema, texts);
}

/**
 * Rewrites a list of integers and fractions as a union of alternatives. Client generators support
 * only lists with one kind of number: openapi-python-client omits every operation with a mixed
 * list.
 */
function spreadMixed(schema: Schema): void {
  const values = schema.enum ?? [];
  const numbers = values.filter((value) => typeof value === 'number');
  if (new Set(numbers.map(Number.isInteger)).size < 2) return;
  schema.anyOf = values.map((value) => ({ const: value }));
  delete schema.enum;
  delete schema.type;
}

/**
 * The idempotency key's header, and the name of its shared schema. By this schema name, a tool can
 * find writes with an idempotency key, without resolving references.
 */
const keyHeader = { name: 'Idempotency-Key', schema: 'IdempotencyKey' };

/**
 * Moves the schema of the idempotency key, with its description, to the shared schemas. Each
 * operation keeps its own parameter.
 */
function shareKey(operations: Operation[], schemas: Record<string, Schema>): void {
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      if (!('schema' in parameter) || parameter.name !== keyHeader.name) continue;
      const { schema, description } = parameter;
      schemas[keyHeader.schema] = { ...schema, ...(description !== undefined && { description }) };
      parameter.schema = { $ref: refTo(keyHeader.schema) };
      delete parameter.description;
    }
  }
}

/**
 * Replaces each parameter that several operations share with a reference.
 * @returns the shared parameters, keyed by name
 */
function shareParameters(operations: Operation[]): Record<string, Parameter> {
  const places = operations.flatMap(({ parameters = [] }) =>
    parameters.flatMap((parameter, index) =>
      'name' in parameter && parameter.name === keyHeader.name
        ? []
        : [{ parameters, parameter, index }],
    ),
  );
  const alike = Map.groupBy(places, ({ parameter }) => JSON.stringify(parameter));
  const shared: Record<string, Parameter> = {};
  for (const group of [...alike.values()].sort((a, b) => b.length - a.length)) {
    const { parameter } = firstIn(group);
    if (group.length === 1 || !('schema' in parameter)) continue;
    const name = parameter.name.replaceAll('-', '').replace(/^./, (first) => first.toUpperCase());
    if (shared[name]) continue;
    shared[name] = parameter;
    for (const { parameters, index } of group) {
      parameters[index] = { $ref: `#/components/parameters/${name}` };
    }
  }
  return shared;
}
