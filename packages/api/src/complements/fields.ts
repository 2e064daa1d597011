import type { z } from 'zod';
import type { ComplementedKind } from './complement';
import { documentComplements, itemComplements } from './list';
import { addenda, rawComplements } from './raw';

type Documents = typeof documentComplements;
type Items = typeof itemComplements;

type FieldsOf<Kind extends ComplementedKind> = {
  [
    Name in keyof Documents as Kind extends Documents[Name]['kinds'][number] ? Name : never
  ]: z.ZodOptional<Documents[Name]['input']>;
};

/** The fields of a draft of a kind: one for each complement that it may have, other complements, and the addenda. */
export const complementInputs = <Kind extends ComplementedKind>(kind: Kind) => ({
  ...(Object.fromEntries(
    Object.entries(documentComplements).flatMap(([name, { kinds, input }]) =>
      (kinds as readonly ComplementedKind[]).includes(kind) ? [[name, input.optional()]] : [],
    ),
  ) as FieldsOf<Kind>),
  complements: rawComplements.optional(),
  addenda: addenda.optional(),
});

/** The fields of an item of a draft. */
export const itemComplementInputs = {
  ...(Object.fromEntries(
    Object.entries(itemComplements).map(([name, { input }]) => [name, input.optional()]),
  ) as { [Name in keyof Items]: z.ZodOptional<Items[Name]['input']> }),
  complements: rawComplements.optional(),
};

export const documentComplementNames = [
  ...(Object.keys(documentComplements) as (keyof Documents)[]),
  'complements',
  'addenda',
] as const;
export const itemComplementNames = [
  ...(Object.keys(itemComplements) as (keyof Items)[]),
  'complements',
] as const;
