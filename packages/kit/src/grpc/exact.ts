/** A value without fields of its own to compare. */
type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array;

/** The names of the fields of every variant of a union. */
type NamesOf<T> = T extends Leaf ? never : keyof T;

type FieldOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;

/**
 * The given value, in which a field that the message lacks is `never`, at any depth. The encoder
 * drops such a field silently; with this type a line forgotten in the proto does not compile.
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
