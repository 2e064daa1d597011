import { firstIn } from '@timbre/fiscal';
import { repliedOf, type Replied } from './added-rows';
import { plannedText, type Plan } from './statement-plan';
import type { Addition, Target } from './target';

/** Statement plans, keyed by the table of the first row. */
const plansOfTargets = new WeakMap<Target, Plan[]>();

/**
 * Combines several inserts into one statement that also binds the organization. A command that only
 * inserts rows needs one round trip, and inserts either all rows or none.
 * @param additions contains at least one
 * @param reply is the row to render as the resource and return as `json`
 */
export function insertStatement(
  organizationId: string,
  additions: Addition[],
  reply: Replied | undefined,
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId];
  const { target } = firstIn(additions);
  let plans = plansOfTargets.get(target);
  if (!plans) plansOfTargets.set(target, (plans = []));
  const text = plannedText(additions, values, {
    plans,
    from: 'bound',
    reply,
    write(inserts, parts) {
      const bind = `bound as materialized (select set_config('app.org_id', $1, true))`;
      const answer = reply ? `select json from ${repliedOf(parts, reply)}` : 'select null as json';
      return `with ${[bind, ...inserts].join(',\n')} ${answer}`;
    },
  });
  return { text, values };
}
