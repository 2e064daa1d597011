import { meaningOf } from '@timbre/api';
import {
  bodiesOf,
  operationsOf,
  type Described,
  type Document,
  type Operation,
  type Parameter,
  type Schema,
} from './described';

/** Formats whose pattern would only repeat them, in hundreds of characters. */
const formats = ['date', 'date-time', 'email', 'uri', 'uuid'];

/**
 * A copy in which every field and parameter has a description: its own, or that of the vocabulary. It drops
 * patterns that repeat a format and the bounds that every whole number has, and writes once the parameters
 * that several operations share.
 */
export function finished(document: Document): Document {
  const copy = JSON.parse(JSON.stringify(document)) as Described;
  for (const [name, schema] of Object.entries(copy.components.schemas)) finish(schema, [name]);
  const operations = operationsOf(copy);
  for (const operation of operations) finishOperation(operation);
  shareKey(operations, copy.components.schemas);
  copy.components.parameters = shareParameters(operations);
  // The parts finished here keep their places in the document.
  return copy as unknown as Document;
}

function finishOperation(operation: Operation) {
  const { operationId, parameters = [] } = operation;
  for (const parameter of parameters) {
    if (!('schema' in parameter)) continue;
    const { in: place, name, schema } = parameter;
    const path = [operationId, place, name];
    const description = parameter.description ?? schema.description ?? meaningOf(path);
    delete schema.description;
    finish(schema, path);
    if (description !== undefined) parameter.description = description;
  }
  for (const schema of bodiesOf(operation)) finish(schema, [operationId]);
}

/** @param path the shape or operation, then the names down to the schema */
function finish(schema: Schema, path: readonly string[]): void {
  if (schema.format && formats.includes(schema.format)) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const description = field.description ?? meaningOf([...path, name]);
    if (description !== undefined) field.description = description;
    finish(field, [...path, name]);
  }
  for (const part of partsOf(schema)) finish(part, path);
}

function partsOf({ items, additionalProperties, oneOf = [], anyOf = [], allOf = [] }: Schema) {
  const named = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...named, ...oneOf, ...anyOf, ...allOf];
}

/** The name of its schema. A tool finds the writes that have a key without following a reference to a parameter. */
const keyHeader = { name: 'Idempotency-Key', schema: 'IdempotencyKey' };

/** Writes the schema of the key of a write once; its parameter stays with each operation. */
function shareKey(operations: Operation[], schemas: Record<string, Schema>): void {
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      if (!('schema' in parameter) || parameter.name !== keyHeader.name) continue;
      const { schema, description } = parameter;
      schemas[keyHeader.schema] = { ...schema, ...(description !== undefined && { description }) };
      parameter.schema = { $ref: `#/components/schemas/${keyHeader.schema}` };
      parameter.description = 'The same key for each repeat of this request.';
    }
  }
}

/** Replaces each parameter that several operations have by a reference; returns them by their names. */
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
    const { parameter } = group[0]!;
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
