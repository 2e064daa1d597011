import { Decimal } from '@timbre/fiscal';
import type { Employee } from '../employee';
import { defaultEmployerSettings } from '../employer-settings';
import { calculateReceipt } from '../evaluation';
import { sampleInput } from '../../../test/sample-receipt';
import type { SampleChanges } from '../../../test/sample-receipt';
import type { Calculation } from '../receipt';

const d = (text: string) => Decimal.from(text);

function calculated(changes: SampleChanges = {}): Calculation {
  const { calculation } = calculateReceipt(sampleInput(changes));
  if (calculation === undefined) throw new Error('nothing was calculated');
  return calculation;
}

function earnings(changes: SampleChanges): string[] {
  return calculated(changes).earnings.map(
    (line) => `${line.type} ${line.taxableAmount} ${line.exemptAmount}`,
  );
}

describe('days', () => {
  const secondHalf = {
    periodStartedOn: '2026-03-16',
    periodEndedOn: '2026-03-31',
    paidOn: '2026-03-31',
  };
  const days = (changes: SampleChanges) => {
    const { paidDays, contributionDays } = calculated(changes).explanation;
    return [paidDays.toString(), contributionDays.toString()];
  };

  test('a fortnight pays 15 days, and contributions are due for its calendar days', () => {
    expect(days({ period: secondHalf })).toEqual(['15', '16']);
  });

  test('an employment that ends within the period is paid until its last day', () => {
    const employee = { employmentEndedOn: '2026-06-04' };
    expect(days({ employee })).toEqual(['4', '4']);
  });

  test('an employee hired on the second day of a 16-day fortnight is paid 15 days', () => {
    const employee = { employmentStartedOn: '2026-03-17' };
    expect(days({ employee, period: secondHalf })).toEqual(['15', '15']);
  });

  test('absences and incapacities are unpaid, and paid days are never negative', () => {
    const incapacities = [{ type: '02', days: d('3') }];
    expect(days({ incidents: { absenceDays: d('0.5'), incapacities } })).toEqual(['11.5', '11.5']);
    const long = [{ type: '02', days: d('20') }];
    const incidents = { incapacities: long, vacationDaysPaidOut: d('1') };
    expect(days({ incidents })).toEqual(['0', '0']);
  });

  test('an absence may also deduct a share of the weekly rest day', () => {
    const incidents = { absenceDays: d('1') };
    expect(days({ incidents, settings: { absenceCost: 'day_and_rest_share' } })[0]).toBe('13.833');
  });
});

describe('social security', () => {
  const quotas = (changes: SampleChanges) => {
    const { imssBranches } = calculated(changes);
    return Object.values({ ...imssBranches }).join(' ');
  };

  test('an absence suspends contributions in every branch except sickness and maternity', () => {
    const before = calculated().imssBranches;
    const after = calculated({ incidents: { absenceDays: d('2') } }).imssBranches;
    expect(after.sicknessCash).toEqual(before.sicknessCash);
    expect(after.oldAge).toEqual(d('526.05').times(d('13')).times(d('0.01125')).round(2));
  });

  test('an incapacity suspends contributions in every branch', () => {
    const incapacities = [{ type: '01', days: d('15') }];
    expect(quotas({ incidents: { incapacities, vacationDaysPaidOut: d('1') } })).toBe(
      '0.00 0.00 0.00 0.00 0.00',
    );
  });

  test('a given contribution base replaces the contribution base calculated by law', () => {
    const employee = { contributionBaseSalary: d('600.00') };
    expect(calculated({ employee }).explanation.contributionBaseSalary).toEqual(d('600.00'));
  });

  test('an employee with a reduced schedule contributes on at least one minimum wage', () => {
    const employee = {
      dailyWage: d('200'),
      integratedDailySalary: d('209.86'),
      workScheduleType: '05',
    };
    expect(calculated({ employee }).explanation.contributionBaseSalary).toEqual(d('315.04'));
  });

  test('no social security contributions are due for an employer without a registration', () => {
    const totals = calculated({ employer: { registration: null } }).totals;
    expect(totals.imss).toEqual(d('0.00'));
  });
});

describe('minimum wage', () => {
  const onMinimum = { dailyWage: d('315.04'), integratedDailySalary: d('330.57') };
  const border = {
    dailyWage: d('440.87'),
    integratedDailySalary: d('462.61'),
    minimumWageZone: 'border',
  } as const;

  test.each([
    ['general', onMinimum],
    ['border', border],
  ])('no tax and no quota is withheld from a minimum wage of the %s zone', (_, employee) => {
    const { totals, subsidyCaused } = calculated({ employee });
    expect([totals.isr, totals.imss, subsidyCaused].join(' ')).toBe('0.00 0.00 0.00');
    expect(totals.net).toEqual(totals.gross);
  });

  test('the explanation cites the rule of the minimum wage exemption only when it applies', () => {
    const keys = calculated({ employee: onMinimum }).explanation.rules.map((rule) => rule.key);
    expect(keys).toEqual(
      expect.arrayContaining(['isr.tariff.quincenal', 'isr.subsidy', 'isr.minimum_wage_exemption']),
    );
    expect(calculated().explanation.rules.map((rule) => rule.key)).not.toContain(
      'isr.minimum_wage_exemption',
    );
  });

  test('double overtime on a minimum wage is fully exempt, and triple overtime makes the payment taxable, without social security contributions', () => {
    const double = { employee: onMinimum, incidents: { weeks: [{ overtimeHours: d('9') }] } };
    expect(earnings(double)).toEqual(['001 4725.60 0.00', '019 0.00 708.84']);
    expect(calculated(double).totals.isr).toEqual(d('0.00'));
    const triple = { employee: onMinimum, incidents: { weeks: [{ overtimeHours: d('10') }] } };
    expect(earnings(triple)).toEqual(['001 4725.60 0.00', '019 118.14 708.84']);
    expect(calculated(triple).explanation.isrCaused).toEqual(d('349.91'));
    expect(calculated(triple).totals.imss).toEqual(d('0.00'));
  });

  test('an earning without a paid day is taxable on a minimum wage', () => {
    const incidents = {
      incapacities: [{ type: '02', days: d('15') }],
      otherEarnings: [{ type: '028', amount: d('8000') }],
    };
    const { explanation } = calculated({ employee: onMinimum, incidents });
    expect(explanation.isrCaused).toEqual(calculated({ incidents }).explanation.isrCaused);
    expect(explanation.isrCaused.isPositive()).toBe(true);
  });

  test('in the border zone the minimum wage of that zone applies', () => {
    const { totals } = calculated({ employee: { ...border, minimumWageZone: 'general' } });
    expect(totals.isr.isPositive() && totals.imss.isPositive()).toBe(true);
  });
});

describe('subsidy', () => {
  const weekly = (wage: string, changes: SampleChanges = {}) => ({
    ...changes,
    employee: { dailyWage: d('315.05'), paymentFrequency: '02', ...changes.employee },
    period: {
      paymentFrequency: '02',
      periodStartedOn: '2026-06-01',
      periodEndedOn: '2026-06-07',
      paidOn: '2026-06-07',
    },
    incidents: { otherEarnings: [{ type: '038', amount: d(wage).minus(d('2205.35')) }] },
  });

  test('income equal to the limit causes a subsidy, and one cent more causes no subsidy', () => {
    expect(calculated(weekly('2646.33')).subsidyCaused).toEqual(d('123.34'));
    expect(calculated(weekly('2646.34')).subsidyCaused).toEqual(d('0.00'));
  });

  test('the part of the subsidy that exceeds the tax is lost and never paid', () => {
    const period = {
      paymentFrequency: '01',
      periodStartedOn: '2026-06-01',
      periodEndedOn: '2026-06-01',
      paidOn: '2026-06-01',
    };
    const employee = {
      paymentFrequency: '01',
      dailyWage: d('150'),
      integratedDailySalary: d('160'),
      workScheduleType: '05',
    };
    const { totals, subsidyCaused, otherPayments } = calculated({ period, employee });
    expect(subsidyCaused).toEqual(d('17.62'));
    expect(totals.subsidy.lessThan(subsidyCaused)).toBe(true);
    expect(totals.isr).toEqual(d('0.00'));
    expect(otherPayments.map((line) => line.amount.toString())).toEqual(['0.00']);
  });

  test('the subsidy is zero for an employee who receives it from another employer', () => {
    expect(
      calculated(weekly('2300', { employee: { hasSubsidyElsewhere: true } })).subsidyCaused,
    ).toEqual(d('0.00'));
  });

  test('the subsidy is zero when earlier payments used up the monthly amount', () => {
    const row = { earlier: { subsidyCausedInMonth: d('535.65') } };
    expect(calculated(weekly('2300', { row })).subsidyCaused).toEqual(d('0.00'));
  });

  test('if the employer chose so, the contribution base limits the subsidy, and calendar days are counted', () => {
    const settings = { subsidyEntitlementBase: 'contribution_base' } as const;
    const employee = { integratedDailySalary: d('330.00') };
    expect(calculated(weekly('2646.34', { settings, employee })).subsidyCaused).toEqual(
      d('123.34'),
    );
    const halfOf31 = {
      periodStartedOn: '2026-03-16',
      periodEndedOn: '2026-03-31',
      paidOn: '2026-03-31',
    };
    const low = { dailyWage: d('320'), integratedDailySalary: d('335.78') };
    expect(calculated({ period: halfOf31, employee: low }).subsidyCaused).toEqual(d('264.30'));
    const calendar = { subsidyDays: 'calendar_days' } as const;
    expect(
      calculated({ period: halfOf31, employee: low, settings: calendar }).subsidyCaused,
    ).toEqual(d('281.92'));
  });

  test('without social security, the contribution base of the salary limits the subsidy, or the income if no base is known', () => {
    const settings = { subsidyEntitlementBase: 'contribution_base' } as const;
    const employer = { registration: null, settings: { ...defaultEmployerSettings, ...settings } };
    const causedBy = (dailyWage: string, salaries: object) =>
      calculated({ employer, employee: { dailyWage: d(dailyWage), ...salaries } }).subsidyCaused;
    const none = { integratedDailySalary: null };
    expect(causedBy('320', { integratedDailySalary: d('335.78') })).toEqual(d('264.30'));
    // A salary of 11,492.66 a month gives a contribution base of 378.04 a day.
    expect(causedBy('370', { integratedDailySalary: d('378.05') })).toEqual(d('0.00'));
    expect(causedBy('370', { ...none, contributionBaseSalary: d('378.04') })).toEqual(d('264.30'));
    expect(causedBy('370', none)).toEqual(d('264.30'));
    expect(causedBy('400', none)).toEqual(d('0.00'));
  });

  test('a month of 30 paid days causes the full subsidy, regardless of its calendar days', () => {
    const low = { dailyWage: d('320'), integratedDailySalary: d('335.78') };
    const causedIn = (month: string, days: number, absenceDays = '0') =>
      calculated({
        employee: { ...low, paymentFrequency: '05' },
        settings: { subsidyDays: 'calendar_days' },
        incidents: { absenceDays: d(absenceDays) },
        period: {
          paymentFrequency: '05',
          periodStartedOn: `${month}-01`,
          periodEndedOn: `${month}-${days}`,
          paidOn: `${month}-${days}`,
        },
      }).subsidyCaused;
    expect(causedIn('2026-02', 28)).toEqual(d('535.65'));
    expect(causedIn('2026-03', 31)).toEqual(d('535.65'));
    expect(causedIn('2026-03', 31, '1')).toEqual(d('528.60'));
  });

  test('the UMA of 2025 applies to payments in January 2026', () => {
    const period = {
      paymentFrequency: '05',
      periodStartedOn: '2026-01-01',
      periodEndedOn: '2026-01-31',
      paidOn: '2026-01-31',
    };
    const employee = {
      paymentFrequency: '05',
      dailyWage: d('320'),
      integratedDailySalary: d('335.78'),
    };
    expect(calculated({ period, employee }).subsidyCaused).toEqual(d('536.21'));
  });
});

describe('income tax', () => {
  const aguinaldo = { days: d('15'), workedDaysInYear: d('365') };

  test('under article 174 of the regulation, an aguinaldo is taxed at the monthly rate', () => {
    const { isrCaused, rules } = calculated({
      incidents: { aguinaldo },
      settings: { extraordinaryIsrMethod: 'regulation174' },
    }).explanation;
    // An aguinaldo of 7,500.00 minus 30 UMA leaves 3,980.70 taxable. The monthly share of this
    // amount, 331.54, adds 59.41 to the tax on 15,200.00.
    const ordinary = d('709.86');
    const separate = d('3980.70').times(d('59.41')).dividedBy(d('331.54'), 2);
    expect(isrCaused).toEqual(ordinary.plus(separate));
    expect(rules.map((rule) => rule.key)).toEqual(
      expect.arrayContaining(['isr.regulation174', 'isr.tariff.monthly']),
    );
  });

  test('article 174 of the regulation does not change the income that is compared with the subsidy limit', () => {
    const employee = { dailyWage: d('320'), integratedDailySalary: d('335.78') };
    const incidents = { profitSharing: d('5000') };
    const law = calculated({ employee, incidents });
    const regulation = calculated({
      employee,
      incidents,
      settings: { extraordinaryIsrMethod: 'regulation174' },
    });
    expect(law.subsidyCaused).toEqual(d('0.00'));
    expect(regulation.subsidyCaused).toEqual(d('264.30'));
  });

  test('a partial period is taxed as a share of a full period if the employer chose so', () => {
    const employee = { employmentEndedOn: '2026-06-05' };
    const whole = calculated().explanation.isrCaused;
    const { isrCaused } = calculated({
      employee,
      settings: { partialPeriodTariff: 'paid_days' },
    }).explanation;
    expect(isrCaused).toEqual(whole.dividedBy(d('3'), 2));
    expect(calculated({ employee }).explanation.isrCaused.lessThan(isrCaused)).toBe(true);
  });

  test('an extraordinary payment is taxed on top of the wage, without social security contributions or subsidy', () => {
    const extraordinary = calculated({
      period: { kind: 'extraordinary' },
      incidents: { aguinaldo },
    });
    const together = calculated({ incidents: { aguinaldo } }).explanation.isrCaused;
    expect(extraordinary.earnings.map((line) => line.type)).toEqual(['002']);
    expect(extraordinary.totals.isr).toEqual(together.minus(calculated().explanation.isrCaused));
    expect([extraordinary.totals.imss, extraordinary.subsidyCaused].join(' ')).toBe('0.00 0.00');
    expect(extraordinary.paidDays).toEqual(d('15'));
  });
});

describe('exemptions', () => {
  test('half of the pay for double hours is exempt up to five UMA a week, and pay for triple hours is taxable', () => {
    const weeks = [{ overtimeHours: d('9') }, { overtimeHours: d('2') }];
    const employee = { dailyWage: d('2000'), integratedDailySalary: d('2100') };
    expect(earnings({ employee, incidents: { weeks } })[1]).toBe('019 4413.45 1086.55');
  });

  test('an overtime hour is paid higher in a night shift, and slightly higher in a mixed shift', () => {
    const incidents = { weeks: [{ overtimeHours: d('7') }] };
    const paid = (employee: Employee) => earnings({ employee, incidents })[1];
    expect(paid({ workdayHours: d('7') })).toBe('019 500.00 500.00');
    expect(paid({ workScheduleType: '02' })).toBe('019 500.00 500.00');
    expect(paid({ workScheduleType: '03' })).toBe('019 466.66 466.67');
    // The agreed hours of the working day are used instead of the hours of the shift.
    expect(paid({ workScheduleType: '02', workdayHours: d('8') })).toBe(paid({}));
  });

  test('pay for rest days worked shares the weekly exemption of overtime, and has its own earning types since 2026', () => {
    const incidents = {
      weeks: [{ overtimeHours: d('4'), restDaysWorked: d('1'), statutoryRestDaysWorked: d('1') }],
    };
    expect(earnings({ incidents }).slice(1)).toEqual([
      '019 250.00 250.00',
      '054 663.45 336.55',
      '055 1000.00 0.00',
    ]);
    const in2025 = {
      periodStartedOn: '2025-06-01',
      periodEndedOn: '2025-06-15',
      paidOn: '2025-06-15',
    };
    expect(earnings({ incidents, period: in2025 })[2]).toBe('038 684.30 315.70');
  });

  test('aguinaldo, premiums and profit sharing use the remaining yearly exemption', () => {
    const incidents = { vacationPremium: { vacationDays: d('12') }, profitSharing: d('3000') };
    expect(earnings({ incidents }).slice(1)).toEqual(['021 0.00 1500.00', '003 1240.35 1759.65']);
    const row = {
      earlier: { exemptInYear: { vacationPremium: d('1000'), profitSharing: d('1759.65') } },
    };
    expect(earnings({ incidents, row }).slice(1)).toEqual([
      '021 740.35 759.65',
      '003 3000.00 0.00',
    ]);
  });

  test('a Sunday premium is exempt up to one UMA for each Sunday', () => {
    const incidents = { sundaysWorked: d('2') };
    expect(earnings({ incidents })[1]).toBe('020 15.38 234.62');
    expect(earnings({ incidents, settings: { sundayPremiumRate: d('0.5') } })[1]).toBe(
      '020 265.38 234.62',
    );
  });

  test('welfare is fully exempt if wage and welfare stay within seven UMA, and otherwise exempt up to one UMA', () => {
    const incidents = { otherEarnings: [{ type: '029', amount: d('2000') }] };
    expect(earnings({ incidents })[1]).toBe('029 0.00 2000.00');
    const rich = { dailyWage: d('2000'), integratedDailySalary: d('2100') };
    expect(earnings({ employee: rich, incidents })[1]).toBe('029 240.35 1759.65');
  });

  test('the employer’s incapacity subsidy is exempt and stated with its incapacity', () => {
    const incapacities = [{ type: '02', days: d('3'), employerSubsidy: d('600') }];
    const result = calculated({ incidents: { incapacities } });
    expect(result.earnings.at(-1)).toMatchObject({ type: '014', exemptAmount: d('600.00') });
    expect(result.incapacities).toEqual([{ type: '02', days: d('3'), amount: d('600') }]);
  });

  test('a single earning states the sum of the subsidies for all incapacities (NOM87)', () => {
    const incapacities = [
      { type: '02', days: d('3'), employerSubsidy: d('600') },
      { type: '01', days: d('1') },
      { type: '03', days: d('2'), employerSubsidy: d('250.55') },
    ];
    const otherEarnings = [{ type: '038', amount: d('100') }];
    expect(earnings({ incidents: { incapacities, otherEarnings } }).slice(1)).toEqual([
      '038 100.00 0.00',
      '014 0.00 850.55',
    ]);
    expect(earnings({ incidents: { incapacities: incapacities.slice(1, 2) } })).toHaveLength(1);
  });

  test('the overtime hours that the document states add up to the paid hours', () => {
    const { overtime } = calculated({ incidents: { weeks: [{ overtimeHours: d('12') }] } });
    expect(overtime).toEqual([
      { days: 3, hoursType: '01', hours: d('9'), amount: d('1125.00') },
      { days: 1, hoursType: '02', hours: d('3'), amount: d('562.50') },
    ]);
  });
});

test('the explanation shows the steps from the wage to the net and lists every rule once', () => {
  const { lines, rules } = calculated({ incidents: { sundaysWorked: d('1') } }).explanation;
  expect(lines.map((line) => line.label)).toEqual([
    'Sueldo',
    'Prima dominical',
    'Taxable base',
    'ISR caused',
    'Employment subsidy applied',
    'ISR withheld',
    'IMSS sickness, excess above 3 UMA',
    'IMSS sickness, cash benefits',
    'IMSS pensioners’ medical care',
    'IMSS disability and life',
    'IMSS unemployment at advanced age and old age',
    'Net pay',
  ]);
  expect(rules.map((rule) => [rule.key, rule.readOn, rule.validFrom])).toEqual([
    ['isr.tariff.quincenal', '2026-06-15', '2026-01-01'],
    ['isr.subsidy', '2026-06-15', '2026-02-01'],
    ['uma.tax', '2026-06-15', '2026-02-01'],
    ['uma.social_security', '2026-06-15', '2026-02-01'],
    ['minimum_wage.general', '2026-06-15', '2026-01-01'],
    ['imss.base_limits', '2026-06-15', '2017-01-01'],
    ['imss.employee_rates', '2026-06-15', '2007-07-01'],
    ['labour.minimum_benefits', '2026-06-15', '2023-01-01'],
    ['exemption.sunday_premium', '2026-06-15', '2016-01-28'],
  ]);
});

test('tax rules are read for the payment date, and other rules for the last day of the period', () => {
  const period = {
    periodStartedOn: '2026-01-16',
    periodEndedOn: '2026-01-31',
    paidOn: '2026-02-02',
  };
  const { rules } = calculated({ period }).explanation;
  const validFrom = Object.fromEntries(rules.map((rule) => [rule.key, rule.validFrom]));
  expect(validFrom['uma.tax']).toBe('2026-02-01');
  expect(validFrom['uma.social_security']).toBe('2025-02-01');
});
