import { satCodePatterns } from '@timbre/api';
import { certain, requiredCatalog } from '@timbre/fiscal';
import { refTo, type Schema } from './described';

/**
 * The maximum number of codes that the OpenAPI document lists. Longer catalogues, and catalogues
 * with a pattern, can be searched through the API.
 */
const codesMax = 300;

/**
 * Writes a schema that many fields use only once: a schema with a `title` becomes a reference to
 * the shared schema of this name. The field keeps its own description and default.
 */
export function shareText(schema: Schema, shapes: Record<string, Schema>): void {
  const { title, description, default: usual, ...form } = schema;
  if (title === undefined) return;
  const shape = shapeOf(form);
  const known = (shapes[title] ??= shape);
  if (JSON.stringify(known) !== JSON.stringify(shape)) throw new Error(`two texts are ${title}`);
  for (const name of Object.keys(schema)) delete schema[name as keyof Schema];
  schema.$ref = refTo(title);
  if (description !== undefined && description !== shape.description)
    schema.description = description;
  if (usual !== undefined) schema.default = usual;
}

/** Returns the part of a schema that all its fields share; each field keeps its own examples. */
function shapeOf({ example: _, examples: __, ...form }: Schema): Schema {
  const name = form['x-sat-catalog'];
  if (name === undefined) return form;
  const { info } = requiredCatalog(name);
  const description = `Active code of the SAT catalogue ${name}.`;
  const isListed = !(name in satCodePatterns) && info.entryCount <= codesMax;
  const except = form['x-sat-except'];
  return {
    type: 'string',
    ...(isListed ? { enum: codesOf(name, except) } : { pattern: certain(form.pattern, 'pattern') }),
    description,
    'x-sat-catalog': name,
    ...(except && { 'x-sat-except': except }),
  };
}

/**
 * Returns the codes that are still valid on the date of the catalogue. The date is fixed, so that
 * the OpenAPI document does not change from day to day.
 */
function codesOf(name: string, except: readonly string[] = []): string[] {
  const catalog = requiredCatalog(name);
  const { asOf } = catalog.info;
  const current = [...catalog.entries()].filter(({ validTo }) => !validTo || validTo >= asOf);
  return [...new Set(current.map(({ code }) => code))].filter((code) => !except.includes(code));
}
