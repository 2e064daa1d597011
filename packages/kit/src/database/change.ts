import type { Part } from './added-rows';
import { byName } from './by-name';
import type { Resource } from './resource';
import { plannedText, type Plan } from './statement-plan';
import type { Addition } from './target';

/**
 * A conditional change: common table expressions that change rows only if the rows are as expected. Each
 * expression depends on the previous one and locks rows in the order that all other code uses. If one
 * expression finds no row, nothing is changed or added.
 */
export interface Change {
  /**
   * The expressions as SQL: `name as (…), …`. The first expression reads `from open`. In the SQL,
   * `:org` stands for the organization, and any other `:name` for the value with this name.
   */
  parts: string;
  /** The values of the expressions by their names; none is called `org`, `now` or `today`. */
  values: Readonly<Record<string, unknown>>;
  /** The name of the expression that returns a row only if the change is made. */
  made: string;
  /** The columns of that row which the statement returns. */
  answer: string;
  /** Changes with the same key are made in the order in which they are sent. */
  orderKey?: string;
}

/**
 * A change that is a whole command. It adds a resource, returns the resource as the answer of the
 * command, and stores this answer under an idempotency key that no request has used before.
 */
export interface AnsweredChange extends Omit<Change, 'answer'> {
  resource: Resource;
  id: string;
}

/** The idempotency key of a request. */
export interface ChangeKey {
  route: string;
  key: string;
}

/**
 * How a change uses the idempotency key of its request: it stores the answer under the key, or it
 * leases the key for a command that continues afterwards.
 */
export type KeyOfChange =
  | { keeping: ChangeKey; leasing?: never }
  | { leasing: ChangeKey & { fingerprint: string; seconds: number }; keeping?: never };

/** Plans of answered changes, keyed by the tables of the change. */
const plansOfAnswered = new Map<string, Plan[]>();

/**
 * Builds the single statement of a command: a change, the rows added with it, its answer and the record of
 * its key. The statement runs with the organization bound and returns the answer as `json`, or no row if the
 * change was not made. If the key already has a record, the statement violates the primary key of that record
 * and does nothing.
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
 * Returns the expressions with numbers instead of names, and their values after the organization.
 * The text is the same string for each call, so a plan is found by its reference.
 */
function numbered(
  organizationId: string,
  change: Pick<Change, 'parts' | 'values'>,
): { parts: string; values: unknown[] } {
  const [parts, values] = byName(change.parts, change.values, 2);
  return { parts, values: [organizationId, ...values] };
}

const partsIn = (parts: string): string => parts.replaceAll(':org', '$1');

/** Returns the tables that the resource reads and to which the statement adds rows. */
function tablesIn({ json, table }: Resource, additions: readonly Addition[]): Set<string> {
  const words = new Set([table, ...json.split(/\W+/)]);
  return new Set(additions.map(({ target }) => target.table).filter((name) => words.has(name)));
}

/**
 * Returns expressions that replace tables and also contain the added rows. Later expressions of the
 * statement read them instead of the tables, because a statement does not see the rows that it adds
 * to a table.
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
 * The additional result of a change that leases its idempotency key. If another request has taken
 * the key, the change is not made.
 */
export interface Leased {
  isLeased: boolean;
  isMade: true | null;
}

type UseOfKey = 'kept' | 'leased' | 'none';

/** Plans of changes, keyed by the tables of the change, then by how the change uses its key. */
const plansOfChanges = new Map<string, Record<UseOfKey, Plan[]>>();

/**
 * Builds one statement from a change and the rows added with it. The statement runs with the
 * organization bound. If nothing was changed, the statement returns no row; a statement that leases
 * its key returns a row in any case.
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

/** @param keyAt the number of the parameter with the key's route; the next parameter is the key itself */
const written: Record<
  UseOfKey,
  (change: WrittenChange, inserts: string[], keyAt: number) => string
> = {
  none: ({ parts, made, answer }, inserts) =>
    `with ${[opened(''), parts, ...inserts].join(',\n')} select ${answer} from ${made}`,
  kept({ parts, made, answer }, inserts, keyAt) {
    const where = `i.org_id = $1::uuid and i.route = $${keyAt}::text
      and i.key = $${keyAt + 1}::text and i.state = 'started'`;
    // The statement needs no lock on the record of the key: a concurrent request that finished the
    // key first has also locked and changed the rows of this change first.
    const open = opened(` from idempotency i where ${where}`);
    const kept = `kept as (update idempotency i set state = 'finished', finished_at = now(),
      lease_until = null, reply = m.json from ${made} m where ${where} returning 1)`;
    const isKept = 'exists (select from kept) as "isKept"';
    return `with ${[open, parts, ...inserts, kept].join(',\n')}
      select ${answer}, ${isKept} from ${made}`;
  },
  leased({ parts, made, answer }, inserts, keyAt) {
    const [route, key, fingerprint, seconds] = [0, 1, 2, 3].map((at) => `$${keyAt + at}`);
    // This insert waits for a concurrent statement that leases the same key. Once that statement
    // has committed, the insert finds the key leased and adds nothing.
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

/** Returns SQL for the expression that must return a row for the change to be made. */
const opened = (from: string): string => `open as materialized (select${from})`;
