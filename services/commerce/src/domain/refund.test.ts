import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { refundOf, restOf, type RefundableLine } from './refund';

const line = (fields: Partial<RefundableLine> = {}): RefundableLine => ({
  id: 'a',
  quantity: '3',
  lineTotal: '100.00',
  refundedQuantity: '0',
  refundedAmount: '0',
  ...fields,
});
const codesOf = (lines: RefundableLine[], asked: Parameters<typeof refundOf>[1]) => {
  const { issues, missing, exceeding } = refundOf(lines, asked);
  return [...missing, ...issues, ...exceeding].map(
    ({ path, code }) => `${path.join('.')}: ${code}`,
  );
};

/** Returns the line after one refund. */
function after(before: RefundableLine, asked: { quantity?: string; amount?: string }) {
  const [part] = refundOf([before], [{ lineRef: before.id, ...asked }]).parts;
  const plus = (a: string, b = '0') => Decimal.from(a).plus(Decimal.from(b)).toString();
  return {
    amount: part!.amount,
    line: {
      ...before,
      refundedQuantity: plus(before.refundedQuantity, part!.quantity),
      refundedAmount: plus(before.refundedAmount, part!.amount),
    },
  };
}

it('three pieces sold for 100.00 are refunded one by one as 33.33, 33.34 and 33.33', () => {
  const first = after(line(), { quantity: '1' });
  const second = after(first.line, { quantity: '1' });
  const third = after(second.line, { quantity: '1' });
  expect([first.amount, second.amount, third.amount]).toEqual(['33.33', '33.34', '33.33']);
  expect(restOf([third.line])).toEqual([]);
});

it('a refund of money reduces the amount that later refunds can return', () => {
  const first = after(line(), { amount: '90' });
  expect(first.line.refundedQuantity).toBe('0');
  const second = after(first.line, { quantity: '2' });
  expect(second.amount).toBe('10.00');
  expect(after(second.line, { quantity: '1' }).amount).toBe('0.00');
});

it('all errors in the requested lines are reported', () => {
  const lines = [line(), line({ id: 'b', refundedQuantity: '2', refundedAmount: '66.67' })];
  const faults = codesOf(lines, [
    { lineRef: 'x', quantity: '1' },
    { lineRef: 'a' },
    { lineRef: 'A', quantity: '1' },
    { lineRef: 'b', quantity: '1.000001' },
  ]);
  expect(faults).toEqual([
    'lines.0.lineRef: line_not_found',
    'lines.1.quantity: quantity_missing',
    'lines.2.lineRef: line_repeated',
    'lines.3.quantity: exceeds_refundable',
  ]);
  expect(codesOf(lines, [{ lineRef: 'b', amount: '33.34' }])).toEqual([
    'lines.0.amount: exceeds_refundable',
  ]);
  expect(codesOf(lines, [{ lineRef: 'b', amount: '1', quantity: '1' }])).toEqual([
    'lines.0.amount: amount_not_allowed',
  ]);
});

it("the refunds of a line add up to the line's amount, however they are divided", () => {
  const millionths = fc.integer({ min: 1, max: 20_000_000 });
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  const step = fc.record({ isMoney: fc.boolean(), share: fc.integer({ min: 1, max: 100 }) });
  const text = (units: number, scale: number) =>
    Decimal.from(units).dividedBy(Decimal.from(10 ** scale), scale);
  fc.assert(
    fc.property(millionths, cents, fc.array(step, { maxLength: 12 }), (units, total, steps) => {
      const quantity = text(units, 6);
      let now = line({ quantity: quantity.toString(), lineTotal: text(total, 2).toString() });
      for (const { isMoney, share } of steps) {
        const [rest] = restOf([now]);
        if (!rest) break;
        const left = Decimal.from(now.lineTotal).minus(Decimal.from(now.refundedAmount));
        const asked = isMoney ? left : Decimal.from(rest.quantity ?? '0');
        const part = asked.times(text(share, 2)).round(isMoney ? 2 : 6, 'down');
        if (!part.isPositive()) continue;
        now = after(
          now,
          isMoney ? { amount: part.toString() } : { quantity: part.toString() },
        ).line;
      }
      for (const { lineRef: _, ...rest } of restOf([now])) now = after(now, rest as object).line;
      expect(Decimal.from(now.refundedAmount).equals(Decimal.from(now.lineTotal))).toBe(true);
      expect(restOf([now]).filter((rest) => rest.amount !== undefined)).toEqual([]);
    }),
  );
});
