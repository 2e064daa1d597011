import { type Addition, columnOf, isJson, sentValue } from './insert';

/**
 * A change that is made only if what it changes is as expected, as common table expressions. Each is
 * built on the one before and locks in the order of everybody; with one that finds nothing, nothing
 * is changed or added.
 */
export interface Change {
  /** `name as (…), …`; the first reads `from open`; `$1::uuid` is the organization. */
  parts: string;
  /** Its values, from `$2` on. */
  values: readonly unknown[];
  /** The expression whose row says that the change is made. */
  made: string;
  /** What is answered of that row. */
  answer: string;
  /** Changes of one lane are made in the order in which they are asked for. */
  lane?: string;
}

/** The key under which the answer is kept, while it is still to be had. */
export interface ChangeKey {
  route: string;
  key: string;
}

/** Texts by the shape of what is changed and added. */
const texts = new Map<string, string>();
const textsMax = 1_000;

/**
 * A change, the rows that are added with it and the answer under its key as one statement, to be run
 * with the organization bound. It answers no row when nothing was changed.
 */
export function changeStatement(
  organizationId: string,
  change: Change,
  additions: readonly Addition[],
  key: ChangeKey | undefined,
): { text: string; values: unknown[] } {
  const shape = `${change.parts} ${key ? 'kept' : ''} ${additions.map(shapeOf).join(' ')}`;
  let text = texts.get(shape);
  if (text === undefined) {
    text = textOf(change, additions, key);
    if (texts.size < textsMax) texts.set(shape, text);
  }
  const rows = additions.flatMap(({ target, values }) =>
    Object.entries(values).map(([name, value]) => sentValue(isJson(target, name), value)),
  );
  const kept = key ? [key.route, key.key] : [];
  return { text, values: [organizationId, ...change.values, ...rows, ...kept] };
}

const shapeOf = ({ target, values }: Addition): string =>
  `${target.table}:${Object.keys(values).join()}`;

function textOf(
  { parts, values, made, answer }: Change,
  additions: readonly Addition[],
  key: ChangeKey | undefined,
): string {
  let count = 1 + values.length;
  const added = additions.map(({ target, values: row }, index) => {
    const columns = Object.keys(row).map((name) => columnOf(target, name));
    const selected = columns.map(({ type }) => `$${++count}::${type}`);
    return `a${index} as (insert into ${target.table} (${columns.map(({ column }) => column).join(', ')})
      select ${selected.join(', ')} from ${made})`;
  });
  const where = `i.org_id = $1::uuid and i.route = $${count + 1}::text
      and i.key = $${count + 2}::text and i.state = 'started'`;
  // Whoever finished the key first has locked what is changed before us, and left it changed.
  const open = `open as materialized (select${key ? ` from idempotency i where ${where}` : ''})`;
  const kept = `kept as (update idempotency i set state = 'finished', finished_at = now(),
      lease_until = null, reply = m.json from ${made} m where ${where} returning 1)`;
  const all = [open, parts, ...added, ...(key ? [kept] : [])];
  const isKept = key ? ', exists (select from kept) as "isKept"' : '';
  return `with ${all.join(',\n')} select ${answer}${isKept} from ${made}`;
}
