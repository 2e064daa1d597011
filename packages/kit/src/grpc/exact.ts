/** A value that has no fields to compare. */
type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array;

/** The names of the fields of all variants of a union. */
type NamesOf<T> = T extends Leaf ? never : keyof T;

type FieldOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;

/**
 * The type of a given value in which each field that the message lacks is `never`, at any depth.
 * The encoder silently drops a field that the message does not have. This type turns such a field
 * into a compile error.
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
