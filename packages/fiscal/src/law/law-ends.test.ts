import { lawEnds } from './law-ends';

test('lawEnds returns the annual figures with their remaining days, the earliest expiry first', () => {
  const ends = lawEnds('2026-12-01');
  const [next] = ends;
  expect(next).toMatchObject({ endsOn: '2026-12-31', daysLeft: 30 });
  const ofYear = ends.filter(({ endsOn }) => endsOn === '2026-12-31').map(({ key }) => key);
  expect(ofYear).toEqual(
    expect.arrayContaining([
      'isr.tariff.monthly',
      'isr.subsidy',
      'minimum_wage.general',
      'iva.border_rate.north',
      'ieps.quota.diesel',
      'interest.financial_system',
      'platforms.companies',
      'platforms.goods_and_services',
    ]),
  );
  expect(ends).toContainEqual(expect.objectContaining({ key: 'uma', endsOn: '2027-01-31' }));
  // If a tax per unit is already decreed for later years, its last day is the last day of these
  // years. Figures without a last day and repealed figures are not in the list.
  expect(ends.find(({ key }) => key === 'ieps.quota.tobacco')?.endsOn).toBe('2030-12-31');
  expect(ends.filter(({ key }) => /^(withholding|labour|imss)[.]/.test(key))).toEqual([]);
});

test('the number of remaining days is negative after the last day of the figures', () => {
  expect(lawEnds('2027-01-05')[0]).toMatchObject({ endsOn: '2026-12-31', daysLeft: -5 });
});
