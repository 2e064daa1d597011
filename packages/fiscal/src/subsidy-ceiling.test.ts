import { Decimal } from './decimal';
import { subsidyCeiling } from './subsidy-ceiling';

describe('the ceiling of the employment subsidy', () => {
  it.each([
    ['15', '2026-06-15', '628.00'],
    ['31', '2026-06-15', '628.00'],
    ['31.5', '2026-06-15', '650.790'],
    ['15', '2025-12-31', '407.02'],
    ['60', '2025-12-31', '803.40'],
    ['15', '2019-12-31', undefined],
  ])('the ceiling of the subsidy for %s days paid on %s is %s', (days, on, expected) => {
    expect(subsidyCeiling(Decimal.from(days), on)?.toString()).toBe(expected);
  });
});
