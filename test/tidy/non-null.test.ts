import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { parser, plugin } from 'typescript-eslint';

const root = join(__dirname, '..', '..');
const linter = new Linter();

/** Returns the number of `!` operators after values that may be absent by their type. */
const assertionsIn = (code: string): number =>
  linter.verify(code, {
    plugins: { '@typescript-eslint': plugin as object },
    languageOptions: { parser: parser as Linter.Parser },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
  }).length;

/**
 * The number of assertions may only be reduced; the rule of reasons requires a comment for each
 * assertion. Use `onlyRow` of kit for a row that a statement always returns, and the functions of
 * packages/fiscal/src/presence.ts for a value that certainly exists.
 */
const assertionsMax = 2;

describe('assertions that a value is present', () => {
  it('the number of assertions that a value is present does not increase', () => {
    const sources = globSync('{packages/*,services/*,gateway}/src/**/*.ts', {
      cwd: root,
      exclude: (path) => /[.]test[.]ts$|generated/.test(String(path)),
    });
    const texts = sources.map((file) => readFileSync(join(root, file), 'utf8'));
    const some = texts.filter((text) => /[\w)\]]!/.test(text));
    expect(sources.length).toBeGreaterThan(1_000);
    expect(some.reduce((sum, text) => sum + assertionsIn(text), 0)).toBeLessThanOrEqual(
      assertionsMax,
    );
  });

  it.each([
    ['row!.id', 1],
    ['rows[0]!.id + rows.at(-1)!.id', 2],
    ['!row || row.id !== id', 0],
  ])('the test counts the assertions that a value is present in %s', (code, count) =>
    expect(assertionsIn(code)).toBe(count),
  );
});
