import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { anOpenItem } from './examples/an-open-item';
import { matchComplements, withRestsOfDays, type Application } from './match-complements';
import { needsReview, openItemOf } from './open-item-state';
import { debtOf, type DatedOpenItem } from './reductions';

const amount = fc.integer({ min: 1, max: 500 }).map((units) => Decimal.from(units));
const day = fc.integer({ min: 1, max: 4 }).map((n) => `2026-11-0${n}`);
const applications = fc
  .array(fc.record({ amount, paidOn: day, isReversed: fc.boolean() }), { maxLength: 12 })
  .map((all) => all.map((one, n): Application => ({ ...one, paymentId: `payment ${n}` })));
const complements = fc
  .array(fc.record({ amount, occurredOn: day }), { maxLength: 4 })
  .map((all) => all.map((one, n) => ({ ...one, ref: `cfdi:${n}` })));
const state = fc.constantFrom<DatedOpenItem['state']>('live', 'canceled', 'superseded');

/** The sums per day that the database stores for a list of applications. */
function daysOf(all: readonly Application[]) {
  const days = new Map<string, Decimal>();
  for (const { paidOn, amount: more, isReversed } of all) {
    if (!isReversed) days.set(paidOn, (days.get(paidOn) ?? Decimal.zero).plus(more));
  }
  return [...days].map(([paidOn, sum]) => ({ paidOn, amount: sum }));
}

const decided = (item: DatedOpenItem) =>
  JSON.stringify([openItemOf(item), needsReview(item), debtOf(item, Decimal.from(300))]);

it('an open item has the same amounts whether its applications are read one by one or as sums per day', () => {
  fc.assert(
    fc.property(applications, complements, state, (all, paid, is) => {
      const matches = matchComplements(paid, all, []);
      const ids = new Set(matches.map(({ paymentId }) => paymentId));
      const matched = all.filter(({ paymentId }) => ids.has(paymentId));
      const given = { state: is, paid, matches, applications: all };
      const whole: DatedOpenItem = { ...anOpenItem(given), creditNotes: [] };
      const summed = { ...whole, applications: withRestsOfDays(matched, daysOf(all)) };
      expect(decided(summed)).toBe(decided(whole));
    }),
    { numRuns: 500 },
  );
});
