import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import { adjustmentIssues, averageCostAfter, transferIssues, type Adjustment } from './inventory';

const level = (stock: string, cost?: string) => ({
  stock: Decimal.from(stock),
  averageCost: cost === undefined ? undefined : Decimal.from(cost),
});
const after = (stock: string, cost: string | undefined, quantity: string, unitCost: string) =>
  averageCostAfter(level(stock, cost), Decimal.from(quantity), Decimal.from(unitCost));

describe('averageCostAfter', () => {
  it.each([
    ['weighs both by their quantities', '10', '5', '4', '6.5', '5.428571'],
    ['is the new cost when nothing was left', '0', '5', '4', '6.5', '6.5'],
    ['is the new cost when more was sold than there was', '-3', '5', '4', '6.5', '6.5'],
    ['is the new cost when the old one is unknown', '10', undefined, '4', '6.5', '6.5'],
    ['rounds half up', '1', '0', '1', '0.000001', '0.000001'],
  ])('averageCostAfter %s', (_, stock, cost, quantity, unitCost, expected) => {
    expect(after(stock, cost, quantity, unitCost).equals(Decimal.from(expected))).toBe(true);
  });

  const units = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const scaled = (value: bigint) => Decimal.from(value).dividedBy(Decimal.from(1_000_000), 6);

  it('the average cost is within half a unit of the sixth decimal of the exact quotient', () => {
    fc.assert(
      fc.property(units, units, units, units, (stock, cost, quantity, unitCost) => {
        const average = averageCostAfter(
          { stock: scaled(stock), averageCost: scaled(cost) },
          scaled(quantity),
          scaled(unitCost),
        );
        const rounded = BigInt(average.times(Decimal.from(1_000_000)).round(0).toString());
        // Twice the difference between rounded cost x stock and the exact value, in whole units.
        const distance = 2n * (rounded * (stock + quantity) - (stock * cost + quantity * unitCost));
        expect(distance > -(stock + quantity) && distance <= stock + quantity).toBe(true);
      }),
    );
  });

  it('the average cost lies between the old and the new cost', () => {
    fc.assert(
      fc.property(units, units, units, units, (stock, cost, quantity, unitCost) => {
        const [low, high] = cost < unitCost ? [cost, unitCost] : [unitCost, cost];
        const average = averageCostAfter(
          { stock: scaled(stock), averageCost: scaled(cost) },
          scaled(quantity),
          scaled(unitCost),
        );
        expect(average.greaterOrEqual(scaled(low)) && average.lessOrEqual(scaled(high))).toBe(true);
      }),
    );
  });
});

describe('adjustmentIssues', () => {
  it.each<[string, Adjustment, string[]]>([
    ['a difference', { quantity: '-1' }, []],
    ['a count of nothing', { countedQuantity: '0' }, []],
    ['goods received', { quantity: '2', unitCost: '0' }, []],
    ['neither', {}, ['quantity: quantity_missing']],
    ['both', { quantity: '1', countedQuantity: '1' }, ['countedQuantity: count_not_allowed']],
    ['nothing', { quantity: '0.000' }, ['quantity: quantity_zero']],
    ['goods that leave', { quantity: '-2', unitCost: '1' }, ['unitCost: unit_cost_not_allowed']],
    ['a count', { countedQuantity: '2', unitCost: '1' }, ['unitCost: unit_cost_not_allowed']],
  ])('adjustmentIssues checks %s', (_, adjustment, expected) => {
    const codes = adjustmentIssues(adjustment).map(({ path, code }) => `${path[0]}: ${code}`);
    expect(codes).toEqual(expected);
  });
});

describe('transferIssues', () => {
  it.each([
    ['two products to another place', 'a', 'b', ['p', 'q'], []],
    ['to the same place', 'a', 'A', ['p'], ['same_location']],
    ['one product twice', 'a', 'b', ['p', 'q', 'P'], ['product_repeated']],
  ])(
    'transferIssues checks a transfer of %s',
    (_, fromLocationId, toLocationId, products, expected) => {
      const items = products.map((productId) => ({ productId }));
      const issues = transferIssues({ fromLocationId, toLocationId, items });
      expect(issues.map(({ code }) => code)).toEqual(expected);
    },
  );
});
