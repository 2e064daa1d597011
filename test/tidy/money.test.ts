import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const files = globSync('{packages,services,gateway}/*/src/**/*.ts', { cwd: root })
  .concat(globSync('gateway/src/**/*.ts', { cwd: root }))
  .filter((file) => !/\.test\.ts$|node_modules|generated/.test(file));

/** Patterns for code that would convert an amount to a float or round an amount without a rule. */
const forbidden: [what: string, pattern: RegExp][] = [
  ['parseFloat', /\bparseFloat\b/],
  ['toFixed', /\.toFixed\(/],
  ['toPrecision', /\.toPrecision\(/],
  ['Intl.NumberFormat', /\bIntl\.NumberFormat\b/],
  [
    'float8 in a money column',
    /\b(amount|total|price|balance)\w* (float8|real|double precision)\b/,
  ],
];

describe('no source file converts an amount to a float', () => {
  it.each(forbidden)('no source file converts an amount to a float: %s', (_, pattern) => {
    expect(files.length).toBeGreaterThan(200);
    const found = files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });
});
