import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkExamples } from './check-examples';

const input = {
  frequency: 'quincenal',
  periodStart: '2026-06-01',
  periodEnd: '2026-06-15',
  paidOn: '2026-06-15',
  employee: {
    dailyWage: 500,
    integratedDailySalary: 526.05,
    employmentStartedOn: '2024-01-08',
    minimumWageZone: 'general',
  },
};
const expected = {
  paidDays: 15,
  earnings: [{ type: '001', taxableAmount: 7500, exemptAmount: 0 }],
  isrCaused: 709.86,
  totals: { net: 6592.28 },
  issues: [],
  state: 'ready',
};
const fileOf = (changes: object) => ({ examples: [{ id: 'E1', input, expected, ...changes }] });

test('a file with correct amounts has no differences', () => {
  expect(checkExamples(fileOf({}))).toEqual({ exampleCount: 1, differences: [], problems: [] });
});

test('each difference names its path and both values', () => {
  const wrong = {
    ...expected,
    isrCaused: 709.85,
    earnings: [],
    totals: { net: 6592.28, bonus: 1 },
    state: 'excluded',
  };
  const { differences } = checkExamples(fileOf({ expected: wrong }));
  expect(differences.map(({ path, expected: one, actual }) => [path, one, actual])).toEqual([
    ['expected.earnings.0', 'nothing', expect.stringContaining('7500.00')],
    ['expected.isrCaused', '709.85', '709.86'],
    ['expected.totals.bonus', '1', 'nothing'],
    ['expected.state', 'excluded', 'ready'],
  ]);
  expect(new Set(differences.map((one) => one.exampleId))).toEqual(new Set(['E1']));
});

test('published amounts are compared too', () => {
  const published = { source: 's', amounts: { isrCaused: 709.9 } };
  expect(checkExamples(fileOf({ published })).differences).toMatchObject([
    { path: 'published.isrCaused', expected: '709.9' },
  ]);
});

test('a wrong integration factor is reported as a difference', () => {
  const factor = {
    serviceYear: 1,
    vacationDays: 12,
    factor: 1.0494,
    dailyWage: 316,
    integratedDailySalary: 331.58,
  };
  const { differences } = checkExamples({ ...fileOf({}), integrationFactors: [factor] });
  expect(differences).toMatchObject([{ exampleId: 'integrationFactors.0', path: 'factor' }]);
});

test('expected issues match in any order, as codes or with their field', () => {
  const employee = { ...input.employee, dailyWage: 300, integratedDailySalary: 299 };
  const codes = ['sdi_below_daily_wage', 'salary_below_minimum_wage'];
  const fields = [
    { code: codes[0], field: 'integratedDailySalary' },
    { code: codes[1], field: 'salary' },
  ];
  for (const issues of [codes, codes.toReversed(), fields]) {
    const file = fileOf({ input: { ...input, employee }, expected: { issues } });
    expect(checkExamples(file).differences).toEqual([]);
  }
  const file = fileOf({ input: { ...input, employee }, expected: { issues: [codes[1]] } });
  expect(checkExamples(file).differences).toMatchObject([{ path: 'expected.issues.1' }]);
});

test('every invalid value of a file is reported', () => {
  const bad = {
    ...input,
    frequency: 'yearly',
    paidOn: '2026-02-30',
    bonus: 5,
    employee: { dailyWage: 'a' },
  };
  const { problems, differences } = checkExamples(fileOf({ input: bad }));
  expect(differences).toEqual([]);
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
    'examples.0.input.frequency is not one of ' +
      'daily, weekly, catorcenal, quincenal, monthly, decenal',
    'examples.0.input.paidOn is not a date',
    'examples.0.input.employee.dailyWage is not a number',
    'examples.0.input.bonus is not known here',
  ]);
});

test('other deductions and profit sharing are read, and `ptu` is read as profit sharing', () => {
  const differencesOf = (more: object, amounts: object) =>
    checkExamples(fileOf({ input: { ...input, ...more }, expected: amounts }));
  const agrees = { exampleCount: 1, differences: [], problems: [] };
  const deduction = { type: '004', amount: 100 };
  const deductions = { totals: { ...expected.totals, net: 6492.28 } };
  expect(differencesOf({ otherDeductions: [deduction] }, deductions)).toEqual(agrees);
  const shared = [
    ...expected.earnings,
    { type: '003', taxableAmount: 240.35, exemptAmount: 1759.65 },
  ];
  for (const key of ['ptu', 'profitSharing']) {
    expect(differencesOf({ [key]: 2000 }, { earnings: shared })).toEqual(agrees);
  }
  const { problems } = differencesOf({ ptu: 2000, profitSharing: 2000 }, {});
  expect(problems).toMatchObject([{ path: 'examples.0.input.profitSharing' }]);
});

test('the separately withheld tax is compared', () => {
  const more = { aguinaldo: { days: 15, workedDaysInYear: 365 } };
  const taxOf = (extraordinaryIsrMethod: string, isrRegulation174: number) =>
    checkExamples(
      fileOf({
        input: { ...input, ...more, extraordinaryIsrMethod },
        expected: { isrRegulation174 },
      }),
    ).differences;
  expect(taxOf('law', 0)).toEqual([]);
  expect(taxOf('regulation174', 713.32)).toEqual([]);
  expect(taxOf('regulation174', 0)).toMatchObject([{ path: 'expected.isrRegulation174' }]);
});

test('an unknown key at any level is an error that names it', () => {
  const factor = {
    serviceYear: 1,
    vacationDays: 12,
    factor: 1.0493,
    dailyWage: 316,
    integratedDailySalary: 331.58,
    premium: 0.25,
  };
  const example = {
    id: 'E1',
    input,
    remark: 'x',
    expected: { ...expected, isrCause: null },
    published: { amounts: { net: 1 }, page: 3 },
  };
  const { problems } = checkExamples({ examples: [example], integrationFactors: [factor] });
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
    'examples.0.expected.isrCause is not known here',
    'examples.0.published.amounts.net is not known here',
    'examples.0.published.page is not known here',
    'examples.0.remark is not known here',
    'integrationFactors.0.premium is not known here',
  ]);
});

test.each([null, [], {}, { examples: 5 }])('%j is not a file of examples', (file) => {
  expect(checkExamples(file).problems).not.toEqual([]);
});

const shared = join(__dirname, '../../../../../../shared/facts/payroll-examples.json');
const whenShared = existsSync(shared) ? test : test.skip;

whenShared('every example of the shared file agrees to the cent', () => {
  const check = checkExamples(JSON.parse(readFileSync(shared, 'utf8')));
  expect(check).toEqual({ exampleCount: 16, differences: [], problems: [] });
});
