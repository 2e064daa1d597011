import { addDays, type CalendarDate } from '@timbre/fiscal';
import { bucketConditions } from './aging';

/** Evaluates a condition such as `due >= :today - 30 and not due >= :today - 0` for a due date. */
const holds = (condition: string, dueOn: CalendarDate, today: CalendarDate): boolean =>
  condition.split(' and ').every((part) => {
    const [, not, days] = /^(not )?due >= :today - (\d+)$/.exec(part)!;
    return dueOn >= addDays(today, -Number(days)) === (not === undefined);
  });

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
  const held = Object.entries(bucketConditions('due')).filter(([, condition]) =>
    holds(condition, dueOn as CalendarDate, '2026-11-21' as CalendarDate),
  );
  expect(held.map(([name]) => name)).toEqual([bucket]);
});
