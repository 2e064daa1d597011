import { z } from 'zod';

/**
 * Returns the fields that a schema allows in objects at a path. For a union with a discriminating
 * field, the result contains only the fields of the members that the given value selects. For other
 * unions, the result contains the fields of all members.
 * @param value the given value, which selects the member of a union
 */
export function knownFields(
  schema: z.ZodType,
  path: readonly (string | number)[],
  value: unknown,
): string[] {
  const [step, ...rest] = path;
  const shapes = objectsOf(schema, value);
  if (step === undefined) return [...new Set(shapes.flatMap((one) => Object.keys(one.shape)))];
  const inner =
    typeof step === 'number'
      ? elementsOf(schema, value)
      : shapes.flatMap((one) => fieldOf(one, step));
  const given = isObject(value) ? value[step] : undefined;
  return [...new Set(inner.flatMap((one) => knownFields(one, rest, given)))];
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

function fieldOf(object: z.ZodObject, name: string): z.ZodType[] {
  const field = Object.hasOwn(object.shape, name) ? object.shape[name] : undefined;
  return field ? [field as z.ZodType] : [];
}

const objectsOf = (schema: z.ZodType, value: unknown): z.ZodObject[] =>
  membersOf(schema, value).filter((one) => one instanceof z.ZodObject);

const elementsOf = (schema: z.ZodType, value: unknown): z.ZodType[] =>
  membersOf(schema, value).flatMap((one) =>
    one instanceof z.ZodArray ? [one.element as z.ZodType] : [],
  );

/** Returns the object schemas inside wrappers (such as optional) and unions. */
function membersOf(schema: z.ZodType, value: unknown): z.ZodType[] {
  if (schema instanceof z.ZodUnion) {
    return chosenOf(schema, value).flatMap((one) => membersOf(one, value));
  }
  if (schema instanceof z.ZodPipe) {
    const isFirst = !(schema.in instanceof z.ZodTransform);
    return membersOf((isFirst ? schema.in : schema.out) as z.ZodType, value);
  }
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? membersOf(inner, value) : [schema];
}

/**
 * Returns the members of a union that match the discriminating field; all members if no member
 * matches.
 */
function chosenOf(union: z.ZodUnion, value: unknown): z.ZodType[] {
  const all = union.options as z.ZodType[];
  if (!(union instanceof z.ZodDiscriminatedUnion) || !isObject(value)) return all;
  const name = union.def.discriminator;
  const chosen = all.filter((one) =>
    objectsOf(one, value).some((shape) =>
      fieldOf(shape, name).some((field) => field.safeParse(value[name]).success),
    ),
  );
  return chosen.length > 0 ? chosen : all;
}
