import type { Part } from './added-rows';
import { byName } from './by-name';
import type { Resource } from './resource';
import { plannedText, type Plan } from './statement-plan';
import type { Addition } from './target';

/**
 * A conditional change: common table expressions that change rows only if the rows have the
 * expected values. Each expression depends on the previous one, and locks rows in the same order as
 * all other code. If one expression finds no row, nothing is changed or inserted.
 */
export interface Change {
  /**
   * The common table expressions as SQL: `name as (…), …`. The first expression selects `from
   * open`. In the SQL, `:org` is replaced with the organization, and any other `:name` with the
   * value of that name.
   */
  parts: string;
  /**
   * The values of the expressions, keyed by name; the names `org`, `now` and `today` are reserved.
   */
  values: Readonly<Record<string, unknown>>;
  /** The name of the expression that returns a row only if the change is made. */
  made: string;
  /** The columns that the statement returns from the row of the expression `made`. */
  answer: string;
  /** Changes with the same order key are executed in the order in which they are sent. */
  orderKey?: string;
}

/**
 * A database change that performs a complete command. The change adds a resource, returns the
 * resource as the command's response, and stores the response under a new idempotency key.
 */
export interface AnsweredChange extends Omit<Change, 'answer'> {
  resource: Resource;
  id: string;
}

/** The route and the idempotency key of a request. */
export interface ChangeKey {
  route: string;
  key: string;
}

/**
 * How a change uses the idempotency key of its request: it stores the response under the key, or it
 * leases the key for a command that continues afterwards.
 */
export type KeyOfChange =
  | { keeping: ChangeKey; leasing?: never }
  | { leasing: ChangeKey & { fingerprint: string; seconds: number }; keeping?: never };

/** Statement plans of changes that store a response, keyed by the SQL of the change. */
const plansOfAnswered = new Map<string, Plan[]>();

/**
 * Builds the single statement of a command: the change, the inserted rows, the response and the
 * idempotency record. The statement runs with the organization bound, and returns the response as
 * `json`, or no row if the change was not made. If the idempotency key already has a record, the
 * statement violates that record's primary key and changes nothing.
 */
export function answeredStatement(
  organizationId: string,
  change: AnsweredChange,
  additions: readonly Addition[],
  { route, key, fingerprint }: ChangeKey & { fingerprint: string },
): { text: string; values: unknown[] } {
  const { made, resource, id } = change;
  const { parts, values } = numbered(organizationId, change);
  let plans = plansOfAnswered.get(parts);
  if (!plans) plansOfAnswered.set(parts, (plans = []));
  const shown = () => tablesIn(resource, additions);
  const text = plannedText(additions, values, {
    plans,
    from: made,
    shown,
    write(inserts, added, next) {
      const [routeAt, keyAt, fingerprintAt, idAt] = [0, 1, 2, 3].map((at) => `$${next + at}`);
      const answer = `answer as (select ${resource.json}::text as json from ${resource.table} r
        where r.org_id = $1::uuid and r.id = ${idAt}::uuid)`;
      const kept = `kept as (insert into idempotency
        (org_id, route, key, fingerprint, state, reply, finished_at)
        select $1::uuid, ${routeAt}::text, ${keyAt}::text, decode(${fingerprintAt}::text, 'hex'), 'finished',
          json, now() from answer)`;
      return `with ${[opened(''), partsIn(parts), ...inserts, ...tablesOf(added, shown()), answer, kept].join(',\n')}
        select json from answer`;
    },
  });
  values.push(route, key, fingerprint, id);
  return { text, values };
}

/**
 * Returns the expressions with parameter numbers instead of names, and the values after the
 * organization. The returned text is the same string object for each call, so that a plan is found
 * by reference.
 */
function numbered(
  organizationId: string,
  change: Pick<Change, 'parts' | 'values'>,
): { parts: string; values: unknown[] } {
  const [parts, values] = byName(change.parts, change.values, 2);
  return { parts, values: [organizationId, ...values] };
}

const partsIn = (parts: string): string => parts.replaceAll(':org', '$1');

/** Returns the tables that the resource reads and to which the statement inserts rows. */
function tablesIn({ json, table }: Resource, additions: readonly Addition[]): Set<string> {
  const words = new Set([table, ...json.split(/\W+/)]);
  return new Set(additions.map(({ target }) => target.table).filter((name) => words.has(name)));
}

/**
 * Returns expressions that replace tables and also contain the inserted rows. Later expressions of
 * the statement read these expressions instead of the tables, because a statement does not see rows
 * that it inserts.
 */
function tablesOf(parts: readonly Part[], shown: ReadonlySet<string>): string[] {
  const inserts = Map.groupBy(
    parts
      .map(({ target }, index) => ({ table: target.table, index }))
      .filter(({ table }) => shown.has(table)),
    ({ table }) => table,
  );
  return [...inserts].map(([table, of]) => {
    const rows = of.map(({ index }) => `select * from a${index}`);
    return `${table} as (${rows.join(' union all ')})`;
  });
}

/**
 * The additional result of a change that leases its idempotency key. If another request already
 * uses the idempotency key, the change is not made.
 */
export interface Leased {
  isLeased: boolean;
  isMade: true | null;
}

type UseOfKey = 'kept' | 'leased' | 'none';

/**
 * Statement plans of changes, keyed by the SQL of the change, then by how the change uses its key.
 */
const plansOfChanges = new Map<string, Record<UseOfKey, Plan[]>>();

/**
 * Builds one statement from a change and the rows inserted with it. The statement runs with the
 * organization bound. If nothing was changed, the statement returns no row; a statement that leases
 * its idempotency key always returns a row.
 */
export function changeStatement(
  organizationId: string,
  change: Change,
  additions: readonly Addition[],
  key?: KeyOfChange,
): { text: string; values: unknown[] } {
  const { parts, values } = numbered(organizationId, change);
  let plans = plansOfChanges.get(parts);
  if (!plans) plansOfChanges.set(parts, (plans = { kept: [], leased: [], none: [] }));
  const use: UseOfKey = key?.keeping ? 'kept' : key ? 'leased' : 'none';
  const text = plannedText(additions, values, {
    plans: plans[use],
    from: change.made,
    write: (inserts, _, next) => written[use]({ ...change, parts: partsIn(parts) }, inserts, next),
  });
  const { route, key: name } = key?.keeping ?? key?.leasing ?? {};
  if (key) values.push(route, name);
  if (key?.leasing) values.push(key.leasing.fingerprint, key.leasing.seconds);
  return { text, values };
}

type WrittenChange = Pick<Change, 'parts' | 'made' | 'answer'>;

/**
 * @param keyAt is the number of the SQL parameter with the idempotency key's route; the next
 * parameter is the key itself
 */
const written: Record<
  UseOfKey,
  (change: WrittenChange, inserts: string[], keyAt: number) => string
> = {
  none: ({ parts, made, answer }, inserts) =>
    `with ${[opened(''), parts, ...inserts].join(',\n')} select ${answer} from ${made}`,
  kept({ parts, made, answer }, inserts, keyAt) {
    const where = `i.org_id = $1::uuid and i.route = $${keyAt}::text
      and i.key = $${keyAt + 1}::text and i.state = 'started'`;
    // The statement does not have to lock the record of the idempotency key: a concurrent request
    // that stored its response first has also locked and changed the rows of this change first.
    const open = opened(` from idempotency i where ${where}`);
    const kept = `kept as (update idempotency i set state = 'finished', finished_at = now(),
      lease_until = null, reply = m.json from ${made} m where ${where} returning 1)`;
    const isKept = 'exists (select from kept) as "isKept"';
    return `with ${[open, parts, ...inserts, kept].join(',\n')}
      select ${answer}, ${isKept} from ${made}`;
  },
  leased({ parts, made, answer }, inserts, keyAt) {
    const [route, key, fingerprint, seconds] = [0, 1, 2, 3].map((at) => `$${keyAt + at}`);
    // This insert waits for a concurrent statement that leases the same idempotency key. After that
    // statement has committed, the insert finds the idempotency key leased and inserts nothing.
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

/**
 * Returns the SQL of the expression that must return a row, because otherwise the change is not
 * made.
 */
const opened = (from: string): string => `open as materialized (select${from})`;
