import { requireCompared } from './compared';
import { readShown, shownVersion } from './judged';

const versionOf = (json: string) => shownVersion(readShown(json));

describe('document versions', () => {
  it('the version does not depend on the order of the members, and uses each number as it is written', () => {
    expect(versionOf('{"a":1.10,"b":[{"c":"x","d":null}]}')).toBe(
      versionOf('{"b":[{"d":null,"c":"x"}],"a":1.10}'),
    );
    expect(versionOf('{"a":1.10}')).not.toBe(versionOf('{"a":1.1}'));
    expect(versionOf('{"a":12345678901234567.89}')).not.toBe(
      versionOf('{"a":12345678901234567.88}'),
    );
  });

  it('the version does not change as days pass', () => {
    const owed = (buckets: string) => versionOf(`{"balances":[{"total":5,"buckets":${buckets}}]}`);
    expect(owed('{"current":5}')).toBe(owed('{"overdue":5}'));
  });
});

it('a call with a document digest fails if the digest is not compared, and a call without a digest succeeds', () => {
  const context = { organizationId: 'o', permissions: [] } as never as { judged?: string[] };
  expect(() => requireCompared(context as never)).not.toThrow();
  expect(() => requireCompared({ ...context, judged: [] } as never)).not.toThrow();
  expect(() => requireCompared({ ...context, judged: ['a'] } as never)).toThrow('compares nothing');
});
