/** A type that has no fields to compare, such as text or a number. */
type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array;

/** The field names of all variants of a union. */
type NamesOf<T> = T extends Leaf ? never : keyof T;

type FieldOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;

/**
 * The type of a given value in which each field that the message does not have is `never`, at any
 * depth. The encoder silently drops such a field. The type `Exact` turns such a field into a
 * compile error.
 */
export type Exact<
  Given,
  Message,
  Extra extends PropertyKey = Exclude<NamesOf<Given>, NamesOf<Message>>,
> = Given extends Leaf
  ? Given
  : { [Name in keyof Given]: Exact<Given[Name], FieldOf<Message, Name>> } & {
      [Name in Extra]?: never;
    };
