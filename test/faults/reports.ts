import { until } from '../api/until';
import { bar, type Found, type Report } from './bar';
import { inFlight, unfinished, type Client } from './clients';
import { factsAreReplaced } from './guards';
import type { System } from './system';
import { allowed, countsOf, newWriters, writeThrough, type Writes } from './writers';

interface Size extends Writes {
  /** The services that the test kills, one after the other. */
  victims: string[];
  settleMs: number;
}

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  const writers = await newWriters(api, size.settleMs);
  await writeThrough(writers, size, async (pass) => {
    const victim = size.victims[pass % size.victims.length]!;
    await system.kill(victim);
    await system.skipWaits(victim);
    await system.start(victim);
    tell(`killed ${pass + 1} times, ${writers.receipts.length} receipts`);
  });
  const violations = [
    ...writers.outcomes.beyond([...unfinished, ...allowed]),
    ...(await unlikeOwners(system, api, size.settleMs)),
    ...(await unlikeFacts(system, api)),
  ];
  return { violations, figures: countsOf(writers) };
}

/** Sums by status that must be equal in the owning service and in reports. */
interface Sum {
  status: string;
  count: number;
  total: string;
}

const sumsOfDebts = `select * from (
    select 'open' as status, count(*)::int as count, round(sum(open), 2)::text as total
    from debts where open > 0
    union all select 'owed', count(*)::int, round(sum(owed), 2)::text from debts where owed > 0) x
  where count > 0 order by status`;

const recounts: { what: string; owner: string; owned: string; counted: string }[] = [
  {
    what: 'sales receipts',
    owner: 'commerce',
    owned: `select status || ' of ' || coalesce(seller, 'none') as status, count(*)::int as count,
        sum(total - refunded_total)::text as total
      from sales_receipts where org_id = $1 group by 1 order by 1`,
    counted: `select status || ' of ' || seller as status, sum(receipts)::int as count,
        round(sum(gross - discount - refunds), 2)::text as total
      from sales_facts where org_id = $1 group by 1 order by 1`,
  },
  {
    what: 'CFDI',
    owner: 'fiscal-cfdi',
    owned: `select status, count(*)::int as count, round(sum(total), 2)::text as total
      from cfdi where org_id = $1 and status <> 'draft' group by status order by status`,
    counted: `select * from (
        select 'canceled' as status, sum(canceled_count)::int as count,
          round(sum(canceled_total), 2)::text as total from cfdi_facts where org_id = $1
        union all
        select 'valid', sum(count)::int, round(sum(total), 2)::text from cfdi_facts where org_id = $1) x
      where count <> 0 order by status`,
  },
  {
    what: 'expenses',
    owner: 'commerce',
    owned: `select settlement_state as status, count(*)::int as count, sum(total)::text as total
      from expenses where org_id = $1 group by 1 order by 1`,
    counted: `select settlement as status, sum(count)::int as count, round(sum(total), 2)::text as total
      from expense_facts where org_id = $1 group by 1 having sum(count) <> 0 order by 1`,
  },
  {
    what: 'debts',
    owner: 'accounts',
    owned: `with debts as (select (debt->>'owed')::numeric as owed, open from documents
        where org_id = $1 and side = 'receivable' and family is not null)
      ${sumsOfDebts}`,
    counted: `with debts as (select sum(invoiced) as owed,
          sum(current + days1_to30 + days31_to60 + days61_to90 + over90) as open
        from collection_facts where org_id = $1 group by ref)
      ${sumsOfDebts}`,
  },
];

/**
 * Waits until reports has the same sums as the owning services, and returns the remaining
 * differences.
 */
export function unlikeOwners(system: System, api: Client, settleMs: number): Promise<string[]> {
  const differences = async () => {
    const found = await inFlight(2, recounts, async ({ what, owner, owned, counted }) => {
      const theirs = await system.sql<Sum>(owner, owned, [api.organizationId]);
      const ours = await system.sql<Sum>('reports', counted, [api.organizationId]);
      const [has, must] = [JSON.stringify(ours), JSON.stringify(theirs)];
      return has === must ? [] : [`${what} are ${has}, and ${must} at their owner`];
    });
    await system.skipWaits('fiscal-cfdi');
    return found.flat();
  };
  // The wait is necessary, because NATS redelivers the events of a killed consumer only after 30 s.
  return until(settleMs, differences, (found) => found.length === 0);
}

const measures: Record<string, string[]> = {
  sales: ['receipts', 'units', 'gross', 'discount', 'refunds', 'tax', 'cost', 'costed_units'],
  cfdi: ['count', 'subtotal', 'iva_transferred', 'total', 'canceled_count', 'canceled_total'],
  expense: ['count', 'total', 'paid', 'unpaid', 'without_cfdi'],
  collection: ['invoiced', 'collected', 'current', 'days1_to30', 'over90'],
};

/**
 * Returns violations of the rule that the rollup plus the deltas equal the sum of the facts, in
 * every dimension and interval.
 */
export async function unlikeFacts(system: System, api: Client): Promise<string[]> {
  const found = await inFlight(2, Object.entries(measures), async ([name, columns]) => {
    const sums = columns.map((one) => `coalesce(sum(${one}), 0)`).join(', ');
    const rows = await system.sql<{ dimension: string; grain: string }>(
      'reports',
      `select r.dimension, r.grain from (select distinct dimension, grain from ${name}_rollup
         where org_id = $1) r
       where (select row(${sums}) from (
           select ${columns.join(', ')} from ${name}_rollup x where x.org_id = $1
             and x.dimension = r.dimension and x.grain = r.grain
           union all select ${columns.join(', ')} from ${name}_deltas where org_id = $1) both_of)
         is distinct from (select row(${sums}) from ${name}_facts where org_id = $1)`,
      [api.organizationId],
    );
    return rows.map(({ dimension, grain }) => `${name} by ${dimension} and ${grain} differ`);
  });
  return found.flat();
}

const suite: Size = {
  writers: 8,
  writes: 17,
  victims: ['reports', 'commerce', 'fiscal-cfdi', 'accounts'],
  killEveryMs: 1_000,
  kills: 4,
  settleMs: 90_000,
};

export const reports = bar<Size>({
  name: 'reports',
  holds:
    'the sums equal the facts, and the facts equal the documents of the owning services, however often services are killed',
  sizes: {
    suite,
    full: {
      ...suite,
      writers: 20,
      writes: 100,
      killEveryMs: 2_000,
      kills: 50,
      settleMs: 600_000,
    },
    control: { ...suite, writers: 2, kills: 1, settleMs: 30_000 },
  },
  guard: factsAreReplaced,
  red: /sales receipts are/,
  run,
});
