import { z } from 'zod';
import type { ComplementedKind } from './complement';
import { documentComplements, itemComplements } from './list';
import { addenda, addendaValues, rawComplements, shownComplements } from './raw';
import { withholdingComplements } from './withholdings';

type Documents = typeof documentComplements;
type Items = typeof itemComplements;

type Withheld = typeof withholdingComplements;

type FieldsOf<Kind extends ComplementedKind> = {
  [
    Name in keyof Documents as Kind extends Documents[Name]['kinds'][number] ? Name : never
  ]: z.ZodOptional<Documents[Name]['input']>;
};

/**
 * Returns the complement fields of a draft of this kind: one for each complement with a dedicated
 * field, one for other complements, and the addenda.
 */
export const complementInputs = <Kind extends ComplementedKind>(kind: Kind) => ({
  ...(Object.fromEntries(
    Object.entries(documentComplements).flatMap(([name, { kinds, input }]) =>
      (kinds as readonly ComplementedKind[]).includes(kind) ? [[name, input.optional()]] : [],
    ),
  ) as FieldsOf<Kind>),
  complements: rawComplements.optional(),
  addenda: addenda.optional(),
});

/** Returns an optional field for each complement in a list. */
const inputsOf = <List extends Record<string, { input: z.ZodType }>>(list: List) =>
  Object.fromEntries(Object.entries(list).map(([name, { input }]) => [name, input.optional()])) as {
    [Name in keyof List]: z.ZodOptional<List[Name]['input']>;
  };

/** The complement fields of an item in a draft. */
export const itemComplementInputs = {
  ...inputsOf(itemComplements),
  complements: rawComplements.optional(),
};

type ShownFields<List extends Record<string, { shown: z.ZodType }>> = {
  [Name in keyof List]: z.ZodOptional<List[Name]['shown']>;
};

/**
 * Returns the complement fields of a response. The values can exceed the limits of requests. Each
 * schema is named like its field, such as `Donations`, and its fields have the descriptions of the
 * request.
 */
function shownFields<List extends Record<string, { input: z.ZodType; shown: z.ZodType }>>(
  list: List,
): ShownFields<List> {
  const members = Object.entries(list).map(([name, { input, shown }]) => {
    const id = name.replace(/^./, (first) => first.toUpperCase());
    const { description } = input;
    return [name, withWords(shown, input).meta({ id, description }).optional()];
  });
  return Object.fromEntries(members) as ShownFields<List>;
}

/**
 * Returns the response schema, in which a field has the description of the same field in the
 * request.
 */
function withWords(shown: z.ZodType, given: z.ZodType): z.ZodType {
  const input = given instanceof z.ZodOptional ? (given.unwrap() as z.ZodType) : given;
  const description = given.description ?? input.description;
  if (shown instanceof z.ZodOptional)
    return withWords(shown.unwrap() as z.ZodType, input)
      .optional()
      .meta({ description });
  if (shown instanceof z.ZodArray && input instanceof z.ZodArray)
    return z
      .array(withWords(shown.element as z.ZodType, input.element as z.ZodType))
      .meta({ description });
  if (!(shown instanceof z.ZodObject && input instanceof z.ZodObject))
    return shown.meta({ ...shown.meta(), description: shown.description ?? description });
  const fields = Object.entries(shown.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const like = (input.shape as Record<string, z.ZodType>)[name];
    return [name, like ? withWords(field, like) : field];
  });
  return z.strictObject(Object.fromEntries(fields) as z.ZodRawShape).meta({ description });
}

/** The complement fields of a document in a response. */
export const documentComplementFields = {
  ...shownFields(documentComplements),
  complements: shownComplements.optional(),
  addenda: addenda.optional(),
  addendaValues: addendaValues.optional(),
};

/** The complement fields of an income draft, and the values for its addenda. */
export const incomeComplementInputs = {
  ...complementInputs('income'),
  addendaValues: addendaValues.optional(),
};

/** The complement fields in the draft of a withholding document. */
export const withholdingComplementInputs = inputsOf(withholdingComplements);

/** The complement fields of a withholding document in a response. */
export const withholdingComplementFields = shownFields(withholdingComplements);

/** The complement fields of an item in a response. */
export const itemComplementFields = {
  ...shownFields(itemComplements),
  complements: shownComplements.optional(),
};

export const documentComplementNames = [
  ...(Object.keys(documentComplements) as (keyof Documents)[]),
  'complements',
  'addenda',
  'addendaValues',
] as const;
export const itemComplementNames = [
  ...(Object.keys(itemComplements) as (keyof Items)[]),
  'complements',
] as const;
export const withholdingComplementNames = Object.keys(withholdingComplements) as (keyof Withheld)[];
