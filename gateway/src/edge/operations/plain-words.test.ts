import { issuesOf, texts } from '@timbre/api';
import { z } from 'zod';
import { operations } from '.';

/** Words that a message for people must not contain: terms of the library, type names, patterns. */
const libraryWords =
  /\b(too (big|small)|invalid (input|option|string|key|element|union|discriminator|iso|email|url)|unrecognized|received (string|number|undefined|null|object|array|nan)|expected (string|number|object|array|boolean|int)\b)|[<>]=|\\d|\(\?|\[\^|\\p\{/i;
/** Fallback texts that no schema of the API should ever need. */
const lastResorts = ['format_other', 'type_other', 'not_accepted'];

const depthMax = 7;
const wrongLeaves = [null, true, 'x', '', 16, -1, 1.123_456_789, 1e15, [], {}, 'x'.repeat(20_000)];

/** Generates invalid values for a schema, each with at least one error. */
function wrongValues(schema: z.ZodType, depth = 0): unknown[] {
  if (depth > depthMax) return [null];
  if (schema instanceof z.ZodUnion) {
    const members = (schema.options as z.ZodType[]).flatMap((one) => wrongValues(one, depth + 1));
    return [...wrongLeaves, ...members];
  }
  if (schema instanceof z.ZodPipe) {
    const isFirst = !(schema.in instanceof z.ZodTransform);
    return wrongValues((isFirst ? schema.in : schema.out) as z.ZodType, depth + 1);
  }
  if (schema instanceof z.ZodArray) {
    const inner = wrongValues(schema.element as z.ZodType, depth + 1);
    return [...wrongLeaves, ...inner.map((one) => [one]), Array(1_001).fill('x')];
  }
  if (schema instanceof z.ZodObject) return wrongObjects(schema, depth);
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? wrongValues(innerType, depth + 1) : wrongLeaves;
}

function wrongObjects({ shape }: z.ZodObject, depth: number): unknown[] {
  const fields = Object.entries(shape) as [string, z.ZodType][];
  const chosen = Object.fromEntries(
    fields.flatMap(([name, field]) =>
      field instanceof z.ZodLiteral ? [[name, [...field.values][0]]] : [],
    ),
  );
  const inner = fields.flatMap(([name, field]) =>
    wrongValues(field, depth + 1).map((wrong) => ({ ...chosen, [name]: wrong })),
  );
  return [...wrongLeaves, { ...chosen, unheardOf: 1 }, ...inner];
}

const schemas = operations.flatMap(({ id, params, query, body }) =>
  [
    { schema: body, isText: false },
    { schema: params, isText: true },
    { schema: query, isText: true },
  ].flatMap(({ schema, isText }) => (schema ? [[id, schema as z.ZodType, isText] as const] : [])),
);

/** Whether a value is an object of strings, as paths and queries always are. */
const isObjectOfTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'string');

it.each(schemas)(
  'no message about %s uses the words of the validation library',
  (_, schema, isText) => {
    const said = new Set<string>();
    for (const wrong of wrongValues(schema)) {
      if (isText && !isObjectOfTexts(wrong)) continue;
      const { error } = schema.safeParse(wrong);
      for (const { message, text, path } of error ? issuesOf(schema, error, wrong) : []) {
        const isBare =
          libraryWords.test(message) || message.includes('{') !== message.includes('}');
        if (isBare || lastResorts.includes(text?.key ?? ''))
          said.add(`${path.join('.')}: ${message}`);
      }
    }
    expect([...said]).toEqual([]);
  },
);

it('every text has both languages, with the same placeholders', () => {
  const placesOf = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [key, { en, es }] of Object.entries(texts)) {
    expect([key, placesOf(es)]).toEqual([key, placesOf(en)]);
  }
});
