import { json, type Sql } from '@timbre/kit';

/** Returns a resource member for each complement; its value comes from a JSON column. */
export function complementsIn<Name extends string>(column: string, names: readonly Name[]) {
  const members = names.map((name) => [name, json(`${column}->'complements'->'${name}'`)]);
  return Object.fromEntries(members) as Record<Name, Sql<never>>;
}
