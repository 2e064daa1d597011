import fc from 'fast-check';
import { GatheredBytes } from './gathered-bytes';

const gathered = (chunks: Uint8Array[]): GatheredBytes => {
  const all = new GatheredBytes();
  for (const chunk of chunks) all.add(chunk);
  return all;
};

test('chunks of any size are joined to the same bytes in one buffer', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
      const all = gathered(chunks);
      const expected = Buffer.concat(chunks);
      return all.bytes.equals(expected) && all.length === expected.length;
    }),
  );
});

test('a million chunks of one byte use only the memory of their bytes', () => {
  const all = new GatheredBytes();
  const one = Uint8Array.of(120);
  for (let i = 0; i < 1 << 20; i++) all.add(one);
  expect(all.bytes.buffer.byteLength).toBeLessThanOrEqual(2 << 20);
  expect(all.bytes.equals(Buffer.alloc(1 << 20, 'x'))).toBe(true);
});
