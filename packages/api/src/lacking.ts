type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array | Date;

/**
 * The type whose fields are compared. For a list, it is the type of the entries, and also for a
 * message that wraps an optional list.
 */
type Entry<T> = T extends Leaf
  ? never
  : T extends readonly (infer One)[]
    ? Entry<One>
    : T extends { entries: readonly (infer One)[] }
      ? Entry<One>
      : T;

type NamesOf<T> = T extends unknown ? keyof T & string : never;

type FieldOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;

/**
 * The names of the members of `Wanted` that `Given` lacks, at any depth; `never` if `Given` has all
 * members. A member whose type is `undefined` counts as present, because the developer omitted the
 * member deliberately.
 */
export type Lacking<Given, Wanted> = LackingIn<Entry<Given>, Entry<Wanted>>;

type LackingIn<Given, Wanted> =
  string extends NamesOf<Wanted>
    ? never
    : {
        [Name in NamesOf<Wanted>]: Name extends NamesOf<Given>
          ? [FieldOf<Given, Name>] extends [undefined]
            ? never
            : [Entry<FieldOf<Wanted, Name>>] extends [never]
              ? never
              : `${Name}.${Lacking<FieldOf<Given, Name>, FieldOf<Wanted, Name>>}`
          : Name;
      }[NamesOf<Wanted>];
