import { parseXml } from './tree';

const siblings = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);

test.each([
  ['100,000 elements', siblings(100_000), siblings(100_001)],
  ['64 levels', nested(64), nested(65)],
])('a document may have at most %s', (_, within, beyond) => {
  expect(parseXml(within).name).toBe('a');
  expect(() => parseXml(beyond)).toThrow(/more than|deeper than/);
});
