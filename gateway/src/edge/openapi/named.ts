import { certain, firstIn, memberAt } from '@timbre/fiscal';
import {
  bodiesOf,
  everyPartOf,
  operationsOf,
  pascalCase,
  refTo,
  targetOf,
  type Described,
  type Document,
  type Schema,
} from './described';
import { shareEnvelope, shareFields } from './shared-fields';

/** An object inside another schema, with a name derived from its position. */
interface Nested {
  schema: Schema;
  name: string;
  replace(by: Schema): void;
}

/**
 * Gives each nested object a name, such as `QuoteAcceptance` for `acceptance` of `Quote`, and
 * writes equal objects only once. Without these names, client generators would invent names, and
 * omit objects whose names collide.
 */
export function named(document: Document): Document {
  // The library's types allow more variants than the document contains.
  const described = document as unknown as Described;
  const { components } = described;
  const nested: Nested[] = [];
  for (const [name, schema] of Object.entries(components.schemas)) collect(schema, name, nested);
  for (const operation of operationsOf(described))
    for (const schema of bodiesOf(operation))
      collect(schema, pascalCase(operation.operationId), nested);
  const alike = Map.groupBy(nested, ({ schema }) => contentOf(schema));
  const own = new Map(Object.entries(components.schemas));
  for (const group of alike.values()) {
    const name = freeName(shortestName(group), own);
    const { description: _, ...shape } = firstIn(group).schema;
    own.set(name, shape);
    for (const { schema, replace } of group) {
      const { description } = schema;
      const $ref = refTo(name);
      replace({ $ref, ...(description !== undefined && { description }) });
    }
  }
  components.schemas = Object.fromEntries(own);
  shareMeanings(described);
  shareEnvelope(described);
  shareFields(described);
  return document;
}

/**
 * If all fields that use a shared schema have the same description, moves the description to the
 * shared schema.
 */
function shareMeanings(described: Described): void {
  const fields = new Map<string, Schema[]>();
  const visitAll = (schema: Schema): void => {
    if (schema.$ref !== undefined) {
      const name = targetOf(schema.$ref);
      fields.set(name, [...(fields.get(name) ?? []), schema]);
    }
    for (const part of everyPartOf(schema)) visitAll(part);
  };
  const { schemas } = described.components;
  for (const schema of Object.values(schemas)) visitAll(schema);
  for (const operation of operationsOf(described)) bodiesOf(operation).forEach(visitAll);
  for (const [name, group] of fields) {
    const shape = memberAt(schemas, name);
    const first = firstIn(group);
    if (shape.description !== undefined || first.description === undefined) continue;
    if (group.some(({ description }) => description !== first.description)) continue;
    shape.description = first.description;
    for (const field of group) delete field.description;
  }
}

/**
 * Returns a schema name that is not yet used. If a schema `WithholdingPeriod` already exists,
 * `period` of `Withholding` gets the suffix `Part`.
 */
function freeName(name: string, taken: ReadonlyMap<string, Schema>): string {
  return taken.has(name) ? freeName(`${name}Part`, taken) : name;
}

/** Collects the objects inside a schema. An outer object precedes the objects inside it. */
function collect(schema: Schema, name: string, found: Nested[]): void {
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const replace = (by: Schema) => void (certain(schema.properties, 'properties')[key] = by);
    visit({ schema: field, name: name + pascalCase(key), replace }, found);
  }
  if (schema.items) {
    const replace = (by: Schema) => void (schema.items = by);
    visit({ schema: schema.items, name: singular(name), replace }, found);
  }
  for (const branches of [schema.oneOf, schema.anyOf, schema.allOf]) {
    const kinds = kindsOf(branches ?? []);
    branches?.forEach((branch, index) => {
      const replace = (by: Schema) => void (branches[index] = by);
      visit({ schema: branch, name: name + kinds[index], replace }, found);
    });
  }
}

function visit(nested: Nested, found: Nested[]): void {
  if (nested.schema.properties) found.push(nested);
  collect(nested.schema, nested.name, found);
}

/**
 * Returns the discriminator values of the objects in a union, for names such as `PaymentComplement`
 * from `kind`.
 */
function kindsOf(branches: Schema[]): string[] {
  const objects = branches.filter(({ properties }) => properties);
  if (objects.length < 2) return branches.map(() => '');
  const names = Object.keys(certain(firstIn(objects).properties, 'properties'));
  const constantOf = ({ properties }: Schema, name: string) => properties?.[name]?.const;
  const teller = names.find(
    (name) =>
      objects.every((branch) => typeof constantOf(branch, name) === 'string') &&
      new Set(objects.map((branch) => constantOf(branch, name))).size === objects.length,
  );
  return branches.map((branch, index) =>
    teller === undefined ? String(index + 1) : pascalCase(String(constantOf(branch, teller))),
  );
}

const contentOf = ({ description: _, ...schema }: Schema): string => JSON.stringify(schema);

const shortestName = (group: Nested[]): string =>
  firstIn(group.map(({ name }) => name).sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));

const singular = (name: string): string =>
  /[Ss]eries$/.test(name)
    ? name
    : name
        .replace(/ies$/, 'y')
        .replace(/(ss|x|ch|sh)es$/, '$1')
        .replace(/([^s])s$/, '$1');
