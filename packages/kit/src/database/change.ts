import { plannedText, type Plan } from './statement-plan';
import type { Addition } from './target';

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
  /** Changes of one key are made in the order in which they are sent. */
  orderKey?: string;
}

/** The key of a request. */
export interface ChangeKey {
  route: string;
  key: string;
}

/** What a change has to do with the key of its request: it keeps its answer there, or leases it first. */
export type KeyOfChange =
  | { keeping: ChangeKey; leasing?: never }
  | { leasing: ChangeKey & { fingerprint: string; seconds: number }; keeping?: never };

/** What a change that leases its key answers beside its own; a key that is taken allows no change. */
export interface Leased {
  isLeased: boolean;
  isMade: true | null;
}

type UseOfKey = 'kept' | 'leased' | 'none';

/** By what is changed, and what becomes of the key. */
const plansOfChanges = new Map<string, Record<UseOfKey, Plan[]>>();

/**
 * A change and the rows that are added with it as one statement, to be run with the organization
 * bound. It answers no row when nothing was changed, unless it leases its key.
 */
export function changeStatement(
  organizationId: string,
  change: Change,
  additions: readonly Addition[],
  key?: KeyOfChange,
): { text: string; values: unknown[] } {
  const values = [organizationId, ...change.values];
  let plans = plansOfChanges.get(change.parts);
  if (!plans) plansOfChanges.set(change.parts, (plans = { kept: [], leased: [], none: [] }));
  const use: UseOfKey = key?.keeping ? 'kept' : key ? 'leased' : 'none';
  const text = plannedText(additions, values, {
    plans: plans[use],
    from: change.made,
    write: (inserts, _, next) => written[use](change, inserts, next),
  });
  const { route, key: name } = key?.keeping ?? key?.leasing ?? {};
  if (key) values.push(route, name);
  if (key?.leasing) values.push(key.leasing.fingerprint, key.leasing.seconds);
  return { text, values };
}

/** @param keyAt the parameter of the key's route; the key is the next one */
const written: Record<UseOfKey, (change: Change, inserts: string[], keyAt: number) => string> = {
  none: ({ parts, made, answer }, inserts) =>
    `with ${[opened(''), parts, ...inserts].join(',\n')} select ${answer} from ${made}`,
  kept({ parts, made, answer }, inserts, keyAt) {
    const where = `i.org_id = $1::uuid and i.route = $${keyAt}::text
      and i.key = $${keyAt + 1}::text and i.state = 'started'`;
    // Whoever finished the key first has locked what is changed before us, and left it changed.
    const open = opened(` from idempotency i where ${where}`);
    const kept = `kept as (update idempotency i set state = 'finished', finished_at = now(),
      lease_until = null, reply = m.json from ${made} m where ${where} returning 1)`;
    const isKept = 'exists (select from kept) as "isKept"';
    return `with ${[open, parts, ...inserts, kept].join(',\n')}
      select ${answer}, ${isKept} from ${made}`;
  },
  leased({ parts, made, answer }, inserts, keyAt) {
    const [route, key, fingerprint, seconds] = [0, 1, 2, 3].map((at) => `$${keyAt + at}`);
    // A statement that is leasing the same key is waited for, and has leased it then.
    const leased = `leased as (insert into idempotency
      (org_id, route, key, fingerprint, state, lease_until)
      values ($1::uuid, ${route}::text, ${key}::text, decode(${fingerprint}::text, 'hex'), 'started',
        now() + make_interval(secs => ${seconds}::float8))
      on conflict do nothing returning 1)`;
    return `with ${[leased, opened(' from leased'), parts, ...inserts].join(',\n')}
      select exists (select from leased) as "isLeased", m.*
      from (select) one left join (select ${answer}, true as "isMade" from ${made}) m on true`;
  },
};

/** Nothing is changed without a row of it. */
const opened = (from: string): string => `open as materialized (select${from})`;
