import { insertsOf, partsOf, rowsApartMax, valuesOf, type Part, type Replied } from './added-rows';
import { isJson, renderedReply, sentValue, type Addition, type Target } from './target';
import type { Resource } from './resource';

/** A statement that adds rows; the next time they are compared with it, and it is not written anew. */
export interface Plan {
  text: string;
  rows: { target: Target; isReply: boolean; columns: PlannedColumn[] }[];
  resource: Resource | undefined;
}

interface PlannedColumn {
  name: string;
  isJson: boolean;
  isRendered: boolean;
}

/** What is around the rows of a statement. */
interface Around {
  /** Those of statements that differ in nothing but their rows. */
  plans: Plan[];
  /** What must have a row, or nothing is added. */
  from: string;
  reply?: Replied | undefined;
  /** The text around the inserts; the values after theirs begin at `next`. */
  write(inserts: string[], parts: Part[], next: number): string;
}

const plansMax = 50;

/**
 * The text of a statement that adds rows. Many rows are written anew each time: a column of them
 * travels as one array, and which columns do is another question each time.
 * @param values those before the rows; theirs are added to them
 */
export function plannedText(
  additions: readonly Addition[],
  values: unknown[],
  { plans, from, reply, write }: Around,
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
  const text = write(insertsOf(parts, from, before, reply), parts, values.length + 1);
  if (isPlanned && plans.length < plansMax) plans.push(planOf(text, additions, reply));
  return text;
}

function planOf(text: string, additions: readonly Addition[], reply: Replied | undefined): Plan {
  const rows = additions.map((addition) => {
    const { target, values } = addition;
    const columns = Object.entries(values).map(([name, value]) => ({
      name,
      isJson: isJson(target, name),
      isRendered: value === renderedReply,
    }));
    return { target, isReply: addition === reply?.addition, columns };
  });
  return { text, rows, resource: reply?.resource };
}

/** Adds the values of rows that the plan is of; false for others. */
function addPlanned(
  plan: Plan,
  additions: readonly Addition[],
  reply: Replied | undefined,
  sent: unknown[],
): boolean {
  if (plan.rows.length !== additions.length || plan.resource !== reply?.resource) return false;
  for (const [index, addition] of additions.entries()) {
    const row = plan.rows[index]!;
    if (row.target !== addition.target || row.isReply !== (addition === reply?.addition))
      return false;
    let at = 0;
    for (const name in addition.values) {
      const column = row.columns[at++];
      const value = addition.values[name];
      if (column?.name !== name || column.isRendered !== (value === renderedReply)) return false;
      if (!column.isRendered) sent.push(sentValue(column.isJson, value));
    }
    if (at !== row.columns.length) return false;
  }
  return true;
}
