import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acts } from '../../gateway/src/edge/acts/acts';
import { amountsOfOwners } from '../../gateway/src/edge/acts/owner-amounts';

const root = join(__dirname, '..', '..');
const services = ['accounts', 'commerce', 'fiscal-cfdi', 'payroll', 'sat-sync'];

const fileOf = (operation: string): string => {
  const name = operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const found = services
    .map((service) => join(root, 'services', service, 'src', 'operations', `${name}.ts`))
    .filter(existsSync);
  if (found.length !== 1) throw new Error(`${operation} has ${found.length} files`);
  return found[0]!;
};

/** The text of a file and of the workflows that it imports, and they. */
function textsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, path]) => join(dirname(file), `${path}.ts`))
    .filter((path) => path.includes('/workflows/') && existsSync(path));
  return [text, ...imported.flatMap((path) => textsOf(path, seen))];
}

const isComparing = (operation: string): boolean =>
  textsOf(fileOf(operation)).some((text) => /await requireJudged(Row)?\(/.test(text));

describe('an act', () => {
  const judged = Object.entries(acts).filter(([, act]) => !act.readsNothing);

  // A `command` that compares nothing fails as well when it is called (packages/kit, requireCompared); of a
  // `longCommand` only this is known, that one of its paths compares.
  it.each(judged.map(([operation]) => operation))('compares what was judged: %s', (operation) => {
    expect(isComparing(operation)).toBe(true);
  });

  it('has an amount that its owner computes, or none computes it', () => {
    const owned = judged.filter(([, { amount }]) => amount === 'owner');
    expect(owned.map(([operation]) => operation)).toEqual(Object.keys(amountsOfOwners));
    expect(owned.filter(([, { computedName }]) => computedName === undefined)).toEqual([]);
  });
});

it('a write that is no act need not compare', () => {
  expect(isComparing('createProduct')).toBe(false);
});
