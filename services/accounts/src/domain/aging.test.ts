import { bucketOf } from './aging';

it.each([
  ['2026-11-22', 'current'],
  ['2026-11-21', 'current'],
  ['2026-11-20', 'd1to30'],
  ['2026-10-22', 'd1to30'],
  ['2026-10-21', 'd31to60'],
  ['2026-09-22', 'd31to60'],
  ['2026-09-21', 'd61to90'],
  ['2026-08-23', 'd61to90'],
  ['2026-08-22', 'over90'],
  ['2020-01-01', 'over90'],
])('a debt due on %s is in the bucket %s on 21 November', (dueOn, bucket) => {
  expect(bucketOf(dueOn, '2026-11-21')).toBe(bucket);
});
