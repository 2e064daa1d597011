/**
 * The bounds of the duration buckets in milliseconds: from 1 ms to 33 s, each √2 times the previous
 * bound. The bounds must never change, because reports add the counts of different hours. A
 * percentile that is calculated from the buckets is off by at most a fifth.
 */
export const bounds: readonly number[] = Array.from(
  { length: 31 },
  (_, index) => Math.round(2 ** (index / 2) * 1_000) / 1_000,
);

const array = `'{${bounds.join(',')}}'::float8[]`;

/**
 * Returns SQL that calculates the bucket number of a duration. Bucket 0 is below the first bound;
 * the last bucket's number equals the number of bounds.
 */
export const bucketOf = (duration: string): string => `width_bucket(${duration}, ${array})::int2`;

const lower = (bucket: string): string => `coalesce((${array})[${bucket}], 0)`;

/**
 * Returns SQL for the upper bound of a bucket. The upper bound of the last bucket is assumed to be
 * twice its lower bound.
 */
const upper = (bucket: string): string =>
  `coalesce((${array})[${bucket} + 1], 2 * (${array})[${bucket}])`;

/**
 * Returns SQL that calculates a percentile in milliseconds: an aggregate over the buckets with
 * linear interpolation within a bucket.
 * @param row has `bucket`, its number of `requests`, the number `reached` of requests up to and
 * including this bucket, and the `total`
 */
export const percentile = (share: number, row: string): string =>
  `round(max(${lower(`${row}.bucket`)} + (${upper(`${row}.bucket`)} - ${lower(`${row}.bucket`)})
      * (${share} * ${row}.total - (${row}.reached - ${row}.requests)) / ${row}.requests)
    filter (where ${row}.reached >= ${share} * ${row}.total
      and ${row}.reached - ${row}.requests < ${share} * ${row}.total)::numeric, 1)::float8`;
