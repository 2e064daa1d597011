import { itemAt } from '@timbre/fiscal';
import { insertsOf, partsOf, rowsApartMax, valuesOf, type Part, type Replied } from './added-rows';
import { isJson, Rendered, sentValue, sqlOf, type Addition, type Target } from './target';
import { named } from './statement-name';
import type { Resource } from './resource';

/**
 * The cached SQL text of a statement that inserts rows, so that the text is built only once per
 * shape of the rows.
 */
export interface Plan {
  text: string;
  rows: { target: Target; isReply: boolean; columns: PlannedColumn[] }[];
  resource: Resource | undefined;
}

interface PlannedColumn {
  name: string;
  isJson: boolean;
  isRendered: boolean;
  sql: string | undefined;
}

/** The parts of a statement other than the inserts of its rows. */
interface Around {
  /** The cached plans of statements that differ only in their inserted rows. */
  plans: Plan[];
  /** The expression that must return a row; if it returns no row, nothing is inserted. */
  from: string;
  reply?: Replied | undefined;
  /**
   * Returns the tables that are replaced by expressions with the added rows; called only if no plan
   * is cached yet.
   */
  shown?: () => ReadonlySet<string>;
  /**
   * Writes the SQL text around the inserts. The values of this text start at parameter number
   * `next`.
   */
  write(inserts: string[], parts: Part[], next: number): string;
}

const plansMax = 50;

/**
 * Returns the SQL text of a statement that inserts rows. A statement with many rows is built for
 * each call: each column with different values is sent as one array, and the set of such columns
 * varies from call to call. Only a cached text gets a name, so that an organization's data cannot
 * use up the names.
 * @param values are the values that precede the values of the rows, which are appended
 */
export function plannedText(
  additions: readonly Addition[],
  values: unknown[],
  { plans, from, reply, shown, write }: Around,
): string {
  const before = values.length;
  const isPlanned = additions.length < rowsApartMax;
  if (isPlanned) {
    for (const plan of plans) {
      if (addPlanned(plan, additions, reply, values)) return plan.text;
      values.length = before;
    }
  }
  const parts = partsOf(additions, reply);
  for (const part of parts) values.push(...valuesOf(part));
  const text = write(insertsOf(parts, from, before, reply, shown?.()), parts, values.length + 1);
  if (isPlanned && plans.length < plansMax) {
    plans.push(planOf(text, additions, reply));
    named(text);
  }
  return text;
}

function planOf(text: string, additions: readonly Addition[], reply: Replied | undefined): Plan {
  const rows = additions.map((addition) => {
    const { target, values } = addition;
    const columns = Object.entries(values).map(([name, value]) => ({
      name,
      isJson: isJson(target, name),
      isRendered: value instanceof Rendered,
      sql: sqlOf(value),
    }));
    return { target, isReply: addition === reply?.addition, columns };
  });
  return { text, rows, resource: reply?.resource };
}

/** Appends the values of the rows if the plan fits their shape; otherwise returns false. */
function addPlanned(
  plan: Plan,
  additions: readonly Addition[],
  reply: Replied | undefined,
  sent: unknown[],
): boolean {
  if (plan.rows.length !== additions.length || plan.resource !== reply?.resource) return false;
  for (const [index, addition] of additions.entries()) {
    const row = itemAt(plan.rows, index);
    if (row.target !== addition.target || row.isReply !== (addition === reply?.addition))
      return false;
    let at = 0;
    for (const name in addition.values) {
      const column = row.columns[at++];
      const value = addition.values[name];
      if (column?.name !== name || column.isRendered !== value instanceof Rendered) return false;
      if (column.sql !== sqlOf(value)) return false;
      sent.push(sentValue(column.isJson, value));
    }
    if (at !== row.columns.length) return false;
  }
  return true;
}
