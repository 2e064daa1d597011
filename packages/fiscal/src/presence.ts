// Each function returns a value that the types allow to be absent but that the calling code knows
// to be present. If the calling code is wrong, the function throws here, with the name of the
// value. The messages contain no data of documents.

/**
 * Returns the value, which must be present.
 * @throws Error with `name`, if the value is absent
 */
export function certain<Value>(value: Value, name: string): NonNullable<Value> {
  if (value == null) throw new Error(`${name} is absent`);
  return value;
}

/**
 * Returns the item at `index` of a list that is known to have such an item.
 * @throws Error if there is none
 */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): NonNullable<Item> {
  const item = list[index];
  if (item == null) throw new Error(`a list of ${list.length} has no item at ${index}`);
  return item;
}

/**
 * Returns the first item of a list that is known not to be empty.
 * @throws Error if it is empty
 */
export const firstIn = <Item>(list: ArrayLike<Item>): NonNullable<Item> => itemAt(list, 0);

/**
 * Returns the last item of a list that is known not to be empty.
 * @throws Error if it is empty
 */
export const lastIn = <Item>(list: ArrayLike<Item>): NonNullable<Item> =>
  itemAt(list, list.length - 1);

/**
 * Returns the value under `key` of a map that is known to have the key.
 * @throws Error if it does not have the key
 */
export const valueAt = <Key, Value>(
  map: { get(key: Key): Value | undefined },
  key: Key,
): NonNullable<Value> => certain(map.get(key), 'the key of a map');

/**
 * Returns the member `name` of a record that is known to have this member.
 * @throws Error if it does not have the member
 */
export const memberAt = <Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): NonNullable<Value> => certain(record[name], 'a member of a record');
