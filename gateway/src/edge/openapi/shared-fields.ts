import { certain, memberAt, firstIn } from '@timbre/fiscal';
import {
  bodiesOf,
  everyPartOf,
  operationsOf,
  pascalCase,
  refTo,
  targetOf,
  type Described,
  type Schema,
} from './described';

/**
 * The minimum number of characters that sharing a schema must save. Below this number, a reference
 * to a shared schema is not worthwhile, because readers have to look in two places.
 */
const savedMin = 100;

/** A field whose schema can be shared, with a name derived from the field's position. */
interface Use {
  field: string;
  owner: string;
  schema: Schema;
}

/**
 * Writes each field schema that many fields use, such as `updatedAt` with its description, only
 * once: as a shared schema with the field's name. Objects are unchanged here, because `named` has
 * already given each object its own name.
 */
export function shareFields(described: Described): void {
  const { schemas } = described.components;
  const every = usesIn(described);
  const alike = Map.groupBy(every, ({ schema }) => formOf(schema, schemas));
  const ambiguous = fieldsOfSeveralChoices(every);
  const groups = [...alike].flatMap(([form, uses]) =>
    form !== undefined && isWorthwhile(form, uses) ? [{ form, uses }] : [],
  );
  for (const { form, uses } of groups.sort((a, b) => b.uses.length - a.uses.length)) {
    const shape = JSON.parse(form) as Schema;
    const name = namesOf(shape, uses, ambiguous).find((one) => !schemas[one]);
    if (name === undefined) continue;
    schemas[name] = shape;
    for (const { schema } of uses) becomeReference(schema, name);
  }
}

/**
 * Returns the names of fields whose enum values or list entries differ between objects, such as
 * `status` and `issues`.
 */
function fieldsOfSeveralChoices(uses: Use[]): Set<string> {
  const choices = Map.groupBy(
    uses.filter(({ schema }) => choicesOf(schema)),
    ({ field }) => field,
  );
  const isSeveral = (those: Use[]) =>
    new Set(those.map(({ schema }) => JSON.stringify(choicesOf(schema)))).size > 1;
  return new Set([...choices].filter(([, those]) => isSeveral(those)).map(([field]) => field));
}

/** Returns the enum values of a schema, or the shared schema of its list entries. */
const choicesOf = (schema: Schema): unknown => schema.enum ?? schema.items?.$ref;

/**
 * Returns possible names for a shared schema, best name first. If a field's enum values differ
 * between objects, the object's name is added, as in `QuoteStatus`. `Shown…` is the second choice
 * for a schema without bounds, as in responses, because the same field has bounds in requests.
 */
function namesOf(shape: Schema, uses: Use[], ambiguous: Set<string>): string[] {
  const field = commonField(uses);
  if (choicesOf(shape) && ambiguous.has(field)) return [qualified(uses)];
  const name = pascalCase(field);
  const { type: _, format: __, description: ___, ...bounds } = shape;
  if (Object.keys(bounds).length === 0) return [name, `Shown${name}`];
  return shape.enum ? [name, qualified(uses)] : [name];
}

/**
 * Returns the complete JSON of a field schema with its description; undefined if the schema stays
 * inline.
 */
function formOf(schema: Schema, schemas: Record<string, Schema>): string | undefined {
  const { $ref, description, default: usual, ...form } = schema;
  // The constant that discriminates a union is not shared, because client generators expect the
  // constant in each schema.
  if (description === undefined || usual !== undefined || 'const' in form) return undefined;
  if ($ref === undefined) return isValue(form) ? JSON.stringify(schema) : undefined;
  const shape = memberAt(schemas, targetOf($ref));
  // A list of codes keeps the name of its own schema.
  if (!isValue(shape) || shape.enum) return undefined;
  return JSON.stringify({ ...shape, description });
}

const isValue = ({ type, items }: Schema): boolean =>
  ['string', 'number', 'integer', 'boolean'].includes(type ?? '') ||
  (type === 'array' && items !== undefined && ('$ref' in items || isValue(items)));

function isWorthwhile(form: string, uses: Use[]): boolean {
  if (uses.length === 1) return false;
  const before = uses.reduce((sum, { schema }) => sum + JSON.stringify(schema).length, 0);
  const after = uses.length * JSON.stringify({ $ref: refTo(qualified(uses)) }).length;
  return before - after - form.length >= savedMin;
}

/** Returns the field name that is most frequent among the uses of a schema. */
function commonField(uses: Use[]): string {
  const counts = [...Map.groupBy(uses, ({ field }) => field)];
  return firstIn(counts.sort(([, a], [, b]) => b.length - a.length))[0];
}

function qualified(uses: Use[]): string {
  const field = commonField(uses);
  const owners = uses.filter((use) => use.field === field).map(({ owner }) => owner);
  const owner = firstIn(owners.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
  return owner === pascalCase(field) ? `${owner}Name` : pascalCase(`${owner} ${field}`);
}

function becomeReference(schema: Schema, name: string): void {
  for (const key of Object.keys(schema)) delete schema[key as keyof Schema];
  schema.$ref = refTo(name);
}

/** Returns the fields of all shared schemas, bodies and events. */
function usesIn(described: Described): Use[] {
  const found: Use[] = [];
  const visit = (schema: Schema, owner: string): void => {
    for (const [field, value] of Object.entries(schema.properties ?? {}))
      found.push({ field, owner, schema: value });
    for (const part of everyPartOf(schema)) visit(part, owner);
  };
  for (const [name, schema] of Object.entries(described.components.schemas)) visit(schema, name);
  for (const operation of operationsOf(described))
    for (const schema of bodiesOf(operation)) visit(schema, pascalCase(operation.operationId));
  return found;
}

/** The shared schema of the fields that every event has. */
const envelopeName = 'EventEnvelope';
/** The fields that differ between events. */
const ownFields = ['type', 'data'];

/** Moves the fields that every event has to one shared schema. */
export function shareEnvelope({ webhooks, components }: Described): void {
  for (const { post } of Object.values(webhooks)) {
    const { content } = certain(certain(post, 'post').requestBody, 'requestBody');
    const json = memberAt(certain(content, 'content'), 'application/json');
    const { properties = {}, required = [] } = json.schema;
    const isOwn = (name: string) => ownFields.includes(name);
    const part = (has: (name: string) => boolean): Schema => ({
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => has(name))),
      required: required.filter(has),
    });
    components.schemas[envelopeName] ??= part((name) => !isOwn(name));
    json.schema = {
      allOf: [{ $ref: refTo(envelopeName) }, part(isOwn)],
      unevaluatedProperties: false,
    };
  }
}
