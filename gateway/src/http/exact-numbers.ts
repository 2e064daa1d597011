import type { Issue } from '@timbre/kit';

/**
 * What a double may not hold: 16 characters of digits or more (15 digits always survive), or an
 * exponent that may end below the smallest number. Strings can look so too; then it is only slower.
 */
const suspicious = /\d[\d.]{15}|\d[eE]-\d/;

type Places = Map<object, Set<string>>;
type Reviver = (this: object, key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Numbers of a JSON text that reading has changed, each with its path: an amount is kept as it was
 * sent or refused, never as another one.
 * - number_not_exact
 */
export function inexactNumbers(text: string): Issue[] {
  if (!suspicious.test(text)) return [];
  const places: Places = new Map();
  const reviver: Reviver = function (key, value, { source }) {
    if (typeof value === 'number' && source !== undefined && !isKept(source, value)) {
      places.set(this, (places.get(this) ?? new Set()).add(key));
    }
    return value;
  };
  // The context of a reviver (ECMAScript's source text access) is not in TypeScript's library yet.
  const root = { '': JSON.parse(text, reviver as never) as unknown };
  if (places.size === 0) return [];
  const isRoot = places.size === 1 && [...places.values()][0]!.has('') && !isTree(root['']);
  return isRoot ? [issueAt([])] : [...issuesIn(root[''], places, [])];
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

function* issuesIn(tree: unknown, places: Places, path: Issue['path']): Iterable<Issue> {
  if (!isTree(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    const here = [...path, Array.isArray(tree) ? Number(key) : key];
    if (places.get(tree)?.has(key)) yield issueAt(here);
    yield* issuesIn(value, places, here);
  }
}

const issueAt = (path: Issue['path']): Issue => ({
  path,
  code: 'number_not_exact',
  message: 'This number has more digits than can be kept exactly; 15 always can.',
});

/** Beyond all numbers is a fault of its field's type. */
const isKept = (source: string, value: number): boolean =>
  !Number.isFinite(value) || digitsOf(source) === digitsOf(String(value));

/** Significant digits and power of ten, the same for every way to write a number. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
