import fc from 'fast-check';
import { jsonIssues } from './json-issues';

const issueTexts = (text: string) =>
  jsonIssues(text).map(({ path, code }) => [code, ...path].join(' '));

describe('a key', () => {
  it.each<[string, string[]]>([
    ['{"a":1,"a":1}', ['duplicate_key a']],
    ['{"a":1,"a":2,"a":3}', ['duplicate_key a']],
    ['{"a":1,"\\u0061":2}', ['duplicate_key a']],
    ['{"a":{"b":1},"a":{"b":1,"b":2}}', ['duplicate_key a', 'duplicate_key a b']],
    ['[{"x":[true,{"":0,"":null}]}]', ['duplicate_key 0 x 1 ']],
    ['{"__proto__":1,"__proto__":2}', ['duplicate_key __proto__']],
    ['{"a\\"":"}","a\\"":"{"}', ['duplicate_key a"']],
    ['{ "a" : [ ] , "b" : { } , "a" : "a" }', ['duplicate_key a']],
  ])('a key that occurs twice in %s is reported once with its path', (text, expected) => {
    expect(issueTexts(text)).toEqual(expected);
  });

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":["a","a"]}',
    '{"a":1,"A":2,"\\\\":3,"\\"":4}',
    '"a"',
  ])('no key of %s is reported, because each occurs only once', (text) => {
    expect(issueTexts(text)).toEqual([]);
  });
});

it('at most 100 errors are listed, and the remaining errors are counted', () => {
  const body = `{${'"a":1,"b":[{"c":1,"c":2}],'.repeat(10_000)}"d":1}`;
  expect(issueTexts(body)).toHaveLength(100);
  // The JSON key c is repeated 10,000 times; the JSON keys a and b are repeated once each.
  expect(jsonIssues(body).at(-1)!.message).toBe('9903 more faults are not listed.');
});

it('no issue is found in the output of JSON.stringify, with any whitespace', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (value, space) => {
      const exact = JSON.stringify(
        value,
        (_, part) => (typeof part === 'number' ? 1 : part),
        space,
      );
      expect(issueTexts(exact)).toEqual([]);
    }),
  );
});

it('a repeated key is found at any position in the output of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string(), (value, key) => {
      const name = JSON.stringify(key);
      const text = `[${JSON.stringify(value)},{${name}:${JSON.stringify(value)},${name}:1}]`;
      expect(jsonIssues(text)).toContainEqual(
        expect.objectContaining({ path: [1, key], code: 'duplicate_key' }),
      );
    }),
  );
});
