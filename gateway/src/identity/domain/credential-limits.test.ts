import { isWithinLimits, limitIssues, limitsOf } from './credential-limits';

const held = {
  documentAmountMax: '1000',
  dayAmountMax: '5000.00',
  kinds: ['income' as const, 'payment' as const],
  receivers: ['URE180429TM6'],
  requiresApproval: true as const,
};

const refused = (asked: object) =>
  limitIssues(asked, held).map(({ path, code }) => `${path.join('.')} ${code}`);

describe('child limits', () => {
  it('a child has the limits of its parent if it requests none', () => {
    expect(limitsOf(undefined, held)).toEqual(held);
    expect(limitsOf({ documentAmountMax: '10' }, held)).toEqual({
      ...held,
      documentAmountMax: '10',
    });
    expect(limitsOf({ dryRun: false }, undefined)).toBeUndefined();
  });

  it('limits that allow a child more than its parent are rejected, each with its path', () => {
    expect(
      refused({
        documentAmountMax: '1000.01',
        dayAmountMax: '5000',
        kinds: ['income', 'payroll'],
        receivers: ['XAXX010101000', 'URE180429TM6'],
        requiresApproval: false,
      }),
    ).toEqual([
      'limits.documentAmountMax limit_not_held',
      'limits.kinds.1 limit_not_held',
      'limits.receivers.0 limit_not_held',
      'limits.requiresApproval limit_not_held',
    ]);
    expect(refused({ dryRun: true, documentAmountMax: '0' })).toEqual([]);
  });
});

describe('isWithinLimits', () => {
  it.each<[object | undefined, boolean]>([
    [held, true],
    [{ ...held, dayAmountMax: '4999.99', dryRun: true }, true],
    [{ ...held, kinds: undefined }, false],
    [{ ...held, receivers: ['XAXX010101000'] }, false],
    [{ ...held, requiresApproval: undefined }, false],
    [{ ...held, documentAmountMax: '1000.1' }, false],
    [undefined, false],
  ])("the limits %j allow no more than the parent's limits: %s", (limits, expected) => {
    expect(isWithinLimits(limits, held)).toBe(expected);
    expect(isWithinLimits(limits, undefined)).toBe(true);
  });
});
