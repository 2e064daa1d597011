// Each function returns a value that may be absent by its type but is certainly present in the
// calling code. If the calling code is wrong, the function throws an error with the name of the
// value. The error messages contain no data of documents.

/**
 * Returns the value, which must be present.
 * @throws Error with `name`, if the value is absent
 */
export function certain<Value>(value: Value, name: string): NonNullable<Value> {
  if (value == null) throw new Error(`${name} is absent`);
  return value;
}

/**
 * Returns the item at `index` of a list that certainly has this item.
 * @throws Error if the list has no item at `index`
 */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): NonNullable<Item> {
  const item = list[index];
  if (item == null) throw new Error(`a list of ${list.length} has no item at ${index}`);
  return item;
}

/**
 * Returns the first item of a list that is certainly not empty.
 * @throws Error if the list is empty
 */
export const firstIn = <Item>(list: ArrayLike<Item>): NonNullable<Item> => itemAt(list, 0);

/**
 * Returns the last item of a list that is certainly not empty.
 * @throws Error if the list is empty
 */
export const lastIn = <Item>(list: ArrayLike<Item>): NonNullable<Item> =>
  itemAt(list, list.length - 1);

/**
 * Returns the value for `key` in a map that certainly has the key.
 * @throws Error if the map does not have the key
 */
export const valueAt = <Key, Value>(
  map: { get(key: Key): Value | undefined },
  key: Key,
): NonNullable<Value> => certain(map.get(key), 'the key of a map');

/**
 * Returns the member `name` of a record that certainly has this member.
 * @throws Error if the record does not have the member
 */
export const memberAt = <Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): NonNullable<Value> => certain(record[name], 'a member of a record');
