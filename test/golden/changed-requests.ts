/** A change of a value, and the changed copy. */
interface Mutation {
  readonly what: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];

/** The fields of the objects at the same place of any value, and the values that each field has. */
type Pool = ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>;

/**
 * Returns the pool of values: what occurs in them, keyed by the field that has the object, or the list of
 * objects.
 */
export function poolOf(values: readonly unknown[]): Pool {
  const pool = new Map<string, Map<string, unknown[]>>();
  for (const value of values) {
    for (const { path, node } of nodesOf(value)) {
      if (!isObject(node)) continue;
      const place = placeOf(path);
      const fields = pool.get(place) ?? new Map<string, unknown[]>();
      pool.set(place, fields);
      for (const [name, member] of Object.entries(node)) {
        const known = fields.get(name) ?? [];
        if (!known.some((one) => JSON.stringify(one) === JSON.stringify(member)))
          fields.set(name, [...known, member]);
      }
    }
  }
  return pool;
}

/** The last name of a path: that of the field, or of the field with the list. */
const placeOf = (path: Path): string =>
  `${path.findLast((step) => typeof step === 'string') ?? 'value'}`;

/**
 * Yields every change of a value by one step: each member is removed, changed, or replaced by a value
 * that it has elsewhere; each field that such an object has elsewhere is added; each member of a list is
 * repeated or removed.
 */
export function* changedRequests(value: unknown, pool: Pool): Generator<Mutation> {
  for (const { path, node } of nodesOf(value)) {
    const at = path.join('.');
    const put = (what: string, member: unknown): Mutation => ({
      what: `${at} ${what}`,
      value: withMember(value, path, member),
    });
    if (path.length > 0) yield { what: `${at} removed`, value: withMember(value, path, undefined) };
    if (Array.isArray(node)) {
      yield put('emptied', []);
      yield put('with its last member twice', [...node, node.at(-1)]);
      yield put('reversed', [...node].reverse());
    } else if (isObject(node)) {
      for (const [name, members] of pool.get(placeOf(path)) ?? [])
        for (const member of members)
          if (JSON.stringify(node[name]) !== JSON.stringify(member))
            yield put(`with ${name} ${JSON.stringify(member)}`, { ...node, [name]: member });
    } else
      for (const changed of changesOf(node)) yield put(`as ${JSON.stringify(changed)}`, changed);
  }
}

/** The forms of a text that most types refuse, and the amounts that most sums refuse. */
function changesOf(node: unknown): unknown[] {
  if (typeof node === 'boolean') return [!node];
  if (typeof node === 'number') return [node + 0.01, node * 2, 0, -node, node + 0.000001];
  if (typeof node !== 'string') return [];
  const unknown = node.replace(/[0-9]/g, '9').replace(/[A-Z]/g, 'Z');
  return ['', `${node}X`, `${node}|`, node.slice(1), unknown, ` ${node}`, node.repeat(20)];
}

interface Place {
  readonly path: Path;
  readonly node: unknown;
}

function nodesOf(node: unknown, path: Path = []): Place[] {
  const members = Array.isArray(node)
    ? [...node.entries()]
    : isObject(node)
      ? Object.entries(node)
      : [];
  return [
    { path, node },
    ...members.flatMap(([step, member]) =>
      member === undefined ? [] : nodesOf(member, [...path, step]),
    ),
  ];
}

const isObject = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** Returns a copy of the value with another member at the path; without the member if it is undefined. */
function withMember(value: unknown, [step, ...rest]: Path, member: unknown): unknown {
  if (step === undefined) return member;
  const inner = withMember((value as Record<string, unknown>)[step], rest, member);
  if (!Array.isArray(value)) return { ...(value as object), [step]: inner };
  return value.flatMap((one: unknown, index) =>
    index !== step ? [one] : inner === undefined ? [] : [inner],
  );
}
