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
  /** Changes of one lane are made in the order in which they are asked for. */
  lane?: string;
}

/** The key under which the answer is kept, while it is still to be had. */
export interface ChangeKey {
  route: string;
  key: string;
}

/** By what is changed, and whether an answer is kept. */
const plansOfChanges = new Map<string, Record<'kept' | 'unkept', Plan[]>>();

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
  const values = [organizationId, ...change.values];
  let plans = plansOfChanges.get(change.parts);
  if (!plans) plansOfChanges.set(change.parts, (plans = { kept: [], unkept: [] }));
  const text = plannedText(additions, values, {
    plans: key ? plans.kept : plans.unkept,
    from: change.made,
    write: (inserts, _, next) => textOf(change, inserts, key ? next : undefined),
  });
  if (key) values.push(key.route, key.key);
  return { text, values };
}

/** @param keyAt the parameter of the key's route, while its answer is still to be had */
function textOf(
  { parts, made, answer }: Change,
  inserts: string[],
  keyAt: number | undefined,
): string {
  const where = `i.org_id = $1::uuid and i.route = $${keyAt}::text
      and i.key = $${keyAt! + 1}::text and i.state = 'started'`;
  // Whoever finished the key first has locked what is changed before us, and left it changed.
  const open = `open as materialized (select${keyAt ? ` from idempotency i where ${where}` : ''})`;
  const kept = `kept as (update idempotency i set state = 'finished', finished_at = now(),
      lease_until = null, reply = m.json from ${made} m where ${where} returning 1)`;
  const all = [open, parts, ...inserts, ...(keyAt ? [kept] : [])];
  const isKept = keyAt ? ', exists (select from kept) as "isKept"' : '';
  return `with ${all.join(',\n')} select ${answer}${isKept} from ${made}`;
}
