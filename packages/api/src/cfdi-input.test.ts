import { cfdiInput } from './cfdi-input';
import { issuesOf } from './issues-of';

const part = { satProductCode: '43211902', description: 'Monitor', quantity: 1 };
const item = {
  kind: 'custom',
  description: 'Kit',
  satProductCode: '43211508',
  satUnitCode: 'H87',
  quantity: 1,
  unitPrice: 100,
};
const itemsWith = (count: number) =>
  Array.from({ length: 15 }, () => ({ ...item, parts: Array.from({ length: count }, () => part) }));

function codesOf(items: object[]): string[] {
  const document = { kind: 'transfer', customerId: '0198c0de-0000-7000-8000-000000000001', items };
  const { error } = cfdiInput.safeParse(document);
  const issues = error ? issuesOf(cfdiInput, error, document) : [];
  return issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
}

it.each<[string, object[], string[]]>([
  ['1,500 items and parts', itemsWith(99), []],
  ['1,515 items and parts', itemsWith(100), ['items: too_big']],
  ['1,501 items', Array.from({ length: 1_501 }, () => item), ['items: too_big']],
])('a document with %s', (_, items, expected) => {
  expect(codesOf(items)).toEqual(expected);
});
