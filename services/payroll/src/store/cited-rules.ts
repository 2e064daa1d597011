import { defineEntity, p } from '@mikro-orm/postgresql';
import { hash } from 'node:crypto';
import { type Reader, type Transaction, columnsOf, type RowOf } from '@timbre/kit';
import { isSuperseded, type RuleRead } from '../domain/rules/rule-book';

/** A stored list of rules that receipts cite. */
export const CitedRuleList = defineEntity({
  name: 'CitedRuleList',
  tableName: 'cited_rules',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    rules: p.json<readonly RuleRead[]>(),
  },
});

/**
 * A list of rules that is identified by the digest of its content. Thousands of receipts cite the same
 * list. The list would be two thirds of the size of each receipt's explanation, so it is stored only
 * once.
 */
export interface CitedRules {
  readonly id: string;
  readonly json: string;
}

const known = new Map<string, CitedRules>();
const knownMax = 1_000;

/** Returns the list of the rules that a row cites. */
export function citedRules(rules: readonly RuleRead[]): CitedRules {
  let name = '';
  for (const { key, readOn, validFrom } of rules) name += `${key}@${readOn}:${validFrom} `;
  const found = known.get(name);
  if (found) return found;
  const json = JSON.stringify(rules);
  const cited = { id: asUuid(hash('sha256', json)), json };
  if (known.size < knownMax) known.set(name, cited);
  return cited;
}

/** Returns the first half of a digest in the format of a UUID column. */
export const asUuid = (digest: string): string =>
  digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/**
 * Stores the lists of rules that receipts cite. A list whose digest is already stored is skipped, because
 * a list with the same digest has the same content.
 */
export async function keepCitedRules(
  tx: Transaction,
  explanations: Iterable<{ rules: readonly RuleRead[] } | undefined>,
): Promise<void> {
  const lists = new Map<string, string>();
  for (const explanation of explanations) {
    if (!explanation) continue;
    const { id, json } = citedRules(explanation.rules);
    lists.set(id, json);
  }
  if (lists.size === 0) return;
  await tx.rows(
    `insert into cited_rules (org_id, id, rules)
     select $1, x.id, x.rules from unnest($2::uuid[], $3::jsonb[]) x (id, rules)
     on conflict do nothing`,
    [tx.organizationId, [...lists.keys()], [...lists.values()]],
  );
}

const listColumns = columnsOf(CitedRuleList);

/**
 * Returns the lists cited by receipts of a run in which a provisional figure differs from the
 * figure published since. The result maps the identifier of a list to the list.
 */
export async function supersededRules(
  read: Reader,
  runId: string,
): Promise<Map<string, readonly RuleRead[]>> {
  const lists = await read.rows<RowOf<typeof listColumns>>(
    `select ${listColumns} from cited_rules c
     where c.org_id = :org and c.id in (
       select r.cited_rules from payroll_rows r where r.org_id = :org and r.run_id = $2::uuid)`,
    [runId],
  );
  const superseded = lists.filter(({ rules }) => rules.some(isSuperseded));
  return new Map(superseded.map(({ id, rules }) => [id, rules]));
}

/** SQL that selects the explanation of a payroll row together with the rules that the row cites. */
export const explanationWithRules = `r.explanation || coalesce((select
    jsonb_build_object('rules', c.rules) from cited_rules c
    where c.org_id = r.org_id and c.id = r.cited_rules), '{}')`;
