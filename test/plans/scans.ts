import type { PoolClient } from 'pg';
import { asked, isListed, organizationId } from './filled';

/**
 * The maximum number of rows that a statement may read from a table, including discarded rows:
 * twenty pages of 25 rows.
 */
const readMax = 500;

/** A text value that no row contains and that is also a valid identifier and a valid digest. */
const noText = `'${'f'.repeat(32)}'`;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Plan Rows': number;
  'Total Cost': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Returns the number of rows that a node of a query plan reads. If the node was not executed in
 * this run and only the organization limits its rows, the node counts as reading all rows of the
 * organization.
 */
function readBy(node: PlanNode, rowsOf: RowsOf): number {
  if (node['Actual Loops'] === 0) return isUnlimited(node) ? rowsOf(tableOf(node)) : 0;
  const filtered = node['Rows Removed by Filter'] ?? 0;
  const rechecked = node['Rows Removed by Index Recheck'] ?? 0;
  return (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'];
}

/**
 * The maximum planner cost of a node that counts as reading few rows, such as all rows of a small
 * partial index.
 */
const smallCost = 100;

/** Whether the organization is the only condition that limits the rows that the node reads. */
function isUnlimited(node: PlanNode): boolean {
  if (node['Node Type'] === 'Seq Scan') return true;
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? '';
  const isOfOrganization = condition.split(' AND ').every((part) => /^\(*org_id = /.test(part));
  return isOfOrganization && node['Total Cost'] > smallCost;
}

/**
 * Returns the table that a node of a query plan reads. The name of a partition is the name of its
 * table followed by a day.
 */
const tableOf = (node: PlanNode): string => node['Relation Name']!.replace(/_\d{8}$/, '');

/**
 * Returns the parameters of a page query that are compared with columns of few distinct values.
 * Each of these parameters gets a value that many rows have, but no row has all these values
 * together.
 */
function comparedIn(sql: string): Set<number> {
  const found = [...sql.matchAll(/ r[.](\w+) = [$](\d+)(?= and | order|\s)/g)].filter(
    ([, column]) => isListed({ column: column! }),
  );
  return new Set(found.length > 1 ? found.map(([, , at]) => Number(at)) : []);
}

/** Returns the number of rows in a table. */
export type RowsOf = (table: string) => number;

/**
 * Returns the tables from which a statement reads too many rows, or the reason why the statement
 * cannot run with these values.
 */
export async function scansOf(
  client: PoolClient,
  sql: string,
  rowsOf: RowsOf,
  given: Record<string, string> = asked,
): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(`select set_config('app.org_id', $1, true)`, [organizationId]);
    await client.query(`prepare asked as ${sql}`);
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
    );
    const compared = comparedIn(sql);
    const values = rows[0]!.types.map((type, at) =>
      at === 0 && (type === 'uuid' || type === 'text')
        ? `'${organizationId}'`
        : compared.has(at + 1)
          ? `'v${(at + 1) % 5}'`
          : (given[type] ?? noText),
    );
    const inPlaces = values.length ? `(${values.join()})` : '';
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json, timing off) execute asked ${inPlaces}`,
    );
    const [{ Plan: plan }] = explained.rows[0]!['QUERY PLAN'];
    return nodesOf(plan)
      .filter((node) => node['Relation Name'] !== undefined && readBy(node, rowsOf) > readMax)
      .map((node) => `${node['Actual Loops'] ? 'reads' : 'would read'} ${tableOf(node)}`);
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}
