import { z } from 'zod';

/** The fields that objects at a path may have according to a schema, including all members of unions. */
export function knownFields(schema: z.ZodType, path: readonly (string | number)[]): string[] {
  const [step, ...rest] = path;
  const shapes = objectsOf(schema);
  if (step === undefined) return [...new Set(shapes.flatMap((one) => Object.keys(one.shape)))];
  const inner =
    typeof step === 'number' ? elementsOf(schema) : shapes.flatMap((one) => fieldOf(one, step));
  return [...new Set(inner.flatMap((one) => knownFields(one, rest)))];
}

function fieldOf(object: z.ZodObject, name: string): z.ZodType[] {
  const field = Object.hasOwn(object.shape, name) ? object.shape[name] : undefined;
  return field ? [field as z.ZodType] : [];
}

const objectsOf = (schema: z.ZodType): z.ZodObject[] =>
  membersOf(schema).filter((one) => one instanceof z.ZodObject);

const elementsOf = (schema: z.ZodType): z.ZodType[] =>
  membersOf(schema).flatMap((one) => (one instanceof z.ZodArray ? [one.element as z.ZodType] : []));

/** The schemas inside wrappers and unions. */
function membersOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(membersOf);
  if (schema instanceof z.ZodPipe) {
    const isFirst = !(schema.in instanceof z.ZodTransform);
    return membersOf((isFirst ? schema.in : schema.out) as z.ZodType);
  }
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? membersOf(inner) : [schema];
}
