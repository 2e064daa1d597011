import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payrollCommand } from './payroll-command';

const example = {
  id: 'E1',
  input: {
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
  },
  expected: { totals: { net: 6592.28 } },
};

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'payroll-check-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...argv: string[]) {
  let [out, error] = ['', ''];
  const code = payrollCommand(argv, {
    readFile: (path) => readFileSync(path),
    write: (text) => void (out += text),
    writeError: (text) => void (error += text),
    access: () => undefined,
    progress: () => undefined,
  });
  return { code, out, error };
}

function fileOf(content: unknown): string {
  const path = join(folder, 'examples.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('payroll check prints that 0 examples differ if a file has no differences', () => {
  const path = fileOf({ examples: [example] });
  expect(run('check', path)).toEqual({ code: 0, out: '1 examples, 0 differ\n', error: '' });
});

test('payroll check prints every difference and exits with 1', () => {
  const wrong = { ...example, expected: { totals: { net: 6592.29, isr: 1 } } };
  const { code, out } = run('check', fileOf({ examples: [wrong] }));
  expect(code).toBe(1);
  expect(out).toBe(
    'E1 expected.totals.net: expected 6592.29, calculated 6592.28\n' +
      'E1 expected.totals.isr: expected 1, calculated 709.86\n' +
      '1 examples, 1 differ\n',
  );
});

test('payroll check prints the reason why a file cannot be used', () => {
  expect(run('check', join(folder, 'none.json'))).toMatchObject({ code: 2 });
  expect(run('check', fileOf('{'))).toMatchObject({ code: 2 });
  const { code, error } = run('check', fileOf({ examples: [{ ...example, input: {} }] }));
  expect(code).toBe(2);
  expect(error).toContain('examples.0.input.periodStart is not a date');
});

test.each([[[]], [['check']], [['other', 'x']], [['check', 'a', 'b']]])(
  'payroll command prints its usage and exits with 2 for the arguments %j',
  (argv) => {
    expect(run(...argv)).toMatchObject({
      code: 2,
      error: 'usage: timbre payroll check|import FILE\n',
    });
  },
);
