import fc from 'fast-check';
import { jsonIssues } from './json-issues';

const paths = (text: string) => jsonIssues(text).map(({ path }) => path);

describe('numbers of a body', () => {
  it.each([
    '{"a":0.1,"b":-12.50,"c":1e3,"d":100000000000000000000}',
    '{"a":999999999.999999,"b":0.000001,"c":1E-6,"d":-0}',
    '{"a":"12345678901234567890","b":["99999999999.123456"],"c":"3e-4"}',
    '123456789012345.0000000',
    '{"a":1e400}',
    '[]',
  ])('the numbers of a body %s are as they were sent', (text) => {
    expect(jsonIssues(text)).toEqual([]);
  });

  it.each<[string, (string | number)[][]]>([
    ['{"price":99999999999.123456}', [['price']]],
    ['{"items":[{"q":1},{"q":0.1000000000000000055511151231257827}]}', [['items', 1, 'q']]],
    ['[9007199254740993,[1e-400,-12345678901234567.8]]', [[0], [1, 0], [1, 1]]],
    ['{"":1.00000000000000001,"__proto__":{"b":9007199254740993}}', [[''], ['__proto__', 'b']]],
    ['9007199254740993', [[]]],
  ])('each number of %s that a double cannot hold is reported', (text, expected) => {
    expect(paths(text)).toEqual(expected);
  });

  it('numbers with at most 15 digits are accepted', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,8}\.\d{1,6}$/);
    fc.assert(fc.property(digits, (number) => paths(`[${number}]`).length === 0));
  });

  it('numbers that parsing would change are reported', () => {
    const digits = fc.stringMatching(/^[1-9]\d{16,18}\.\d{0,5}[1-9]$/);
    fc.assert(fc.property(digits, (number) => paths(`[${number}]`).length === 1));
  });

  it('numbers are checked in time linear in their number of digits', () => {
    const before = process.cpuUsage();
    expect(paths(`[0.1${'0'.repeat(1_000_000)}1]`)).toEqual([[0]]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });
});
