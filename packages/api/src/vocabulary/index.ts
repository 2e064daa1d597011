import { accounts } from './accounts';
import { commerce } from './commerce';
import { common } from './common';
import { documents } from './documents';
import { parameters } from './parameters';
import { payroll } from './payroll';
import { platform } from './platform';
import { reports } from './reports';
import { sat } from './sat';

export { areas, type Area } from './areas';

/**
 * The description tables, one for each subject. A test fails if two subjects describe the same key.
 */
export const subjects = [
  common,
  platform,
  commerce,
  documents,
  payroll,
  accounts,
  sat,
  reports,
  parameters,
];

const words = new Map(subjects.flatMap((subject) => Object.entries(subject)));

/**
 * Returns the description of a field or parameter whose own schema has none. If several entries
 * match the end of the path, the longest entry applies, for example `items.kind` before `kind`.
 * @param path the schema or operation, followed by the names that lead to the field
 */
export function meaningOf(path: readonly string[]): string | undefined {
  const key = keyOf(path);
  return key === undefined ? undefined : words.get(key);
}

/**
 * Schemas that other schemas use as a member, each with the name of this member. The vocabulary
 * describes the fields of these schemas under that name.
 */
const members: Readonly<Record<string, string>> = {
  PayrollFavorableBalance: 'favorableBalance',
  PayrollIncapacity: 'incapacities',
  PayrollOvertime: 'overtime',
};

/** Returns the key of the vocabulary entry that describes a field. */
export function keyOf([shape = '', ...names]: readonly string[]): string | undefined {
  const resource = resourceOf(shape);
  const roots = [shape, resource, members[resource] ?? resource].map((root) =>
    [root, ...names].join('.'),
  );
  const ends = names.map((_, index) => names.slice(index).join('.'));
  return [...roots, ...ends].find((key) => words.has(key));
}

/**
 * Returns the resource of a schema or operation, for example `Quote` for PublishedQuote,
 * QuoteEventData and updateQuote.
 */
function resourceOf(shape: string): string {
  return shape
    .replace(/^(create|update|put|record|add)(?=[A-Z])/, '')
    .replace(/^(Published|Created|Previewed)(?=[A-Z])/, '')
    .replace(/(EventData|Input|Summary|Detail|WithBalances|Measures|Content)$/, '');
}
