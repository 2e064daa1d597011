import { certain } from '@timbre/fiscal';

/**
 * The aging buckets of open balances by days past due, each with its last day past due. An amount
 * is still current on its due date and becomes overdue the day after.
 */
const bounds = [
  { bucket: 'current', days: 0 },
  { bucket: 'd1to30', days: 30 },
  { bucket: 'd31to60', days: 60 },
  { bucket: 'd61to90', days: 90 },
] as const;

type Bucket = (typeof bounds)[number]['bucket'] | 'over90';

/**
 * Returns the SQL condition of each bucket for a given column of due dates, as of the day `:today`.
 */
export function bucketConditions(column: string): Record<Bucket, string> {
  const from = (days: number) => `${column} >= :today - ${days}`;
  const conditions: [Bucket, string][] = bounds.map(({ bucket, days }, index) => {
    const before = bounds[index - 1];
    return [bucket, before ? `${from(days)} and not ${from(before.days)}` : from(days)];
  });
  const [last] = bounds.slice(-1);
  return Object.fromEntries([
    ...conditions,
    ['over90', `not ${from(certain(last, 'last').days)}`],
  ]) as Record<Bucket, string>;
}
