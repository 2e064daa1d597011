/**
 * The bounds of the buckets in which durations are counted, in milliseconds: each is √2 times the one
 * before, from 1 ms to 33 s. They never change, so counts of different hours add up, and a percentile
 * computed from them is at most a fifth away.
 */
export const bounds: readonly number[] = Array.from(
  { length: 31 },
  (_, index) => Math.round(2 ** (index / 2) * 1_000) / 1_000,
);

const array = `'{${bounds.join(',')}}'::float8[]`;

/** SQL of the bucket of a duration: 0 below the first bound, the number of bounds above the last. */
export const bucketOf = (duration: string): string => `width_bucket(${duration}, ${array})::int2`;

/** SQL of a bucket's lower bound. */
const lower = (bucket: string): string => `coalesce((${array})[${bucket}], 0)`;

/** SQL of a bucket's upper bound; the last bucket is taken to be as wide as its lower bound. */
const upper = (bucket: string): string =>
  `coalesce((${array})[${bucket} + 1], 2 * (${array})[${bucket}])`;

/**
 * SQL of a percentile in milliseconds, linear within its bucket, aggregated over buckets.
 * @param row has `bucket`, `requests` in it, `reached` up to it (inclusive) and `total`
 */
export const percentile = (share: number, row: string): string =>
  `round(max(${lower(`${row}.bucket`)} + (${upper(`${row}.bucket`)} - ${lower(`${row}.bucket`)})
      * (${share} * ${row}.total - (${row}.reached - ${row}.requests)) / ${row}.requests)
    filter (where ${row}.reached >= ${share} * ${row}.total
      and ${row}.reached - ${row}.requests < ${share} * ${row}.total)::numeric, 1)::float8`;
