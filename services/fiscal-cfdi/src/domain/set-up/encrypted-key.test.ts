import { isEncryptedKey } from './encrypted-key';

const bytes = (...values: number[]) => Uint8Array.from(values);
const algorithm = [0x30, 0x03, 0x06, 0x01, 0x2a];

describe('isEncryptedKey', () => {
  it('asks for one sequence that begins with an algorithm and fills the file', () => {
    expect(isEncryptedKey(bytes(0x30, 0x05, ...algorithm))).toBe(true);
    expect(isEncryptedKey(bytes(0x30, 0x81, 0x05, ...algorithm))).toBe(true);
    expect(isEncryptedKey(bytes(0x30, 0x82, 0x00, 0x05, ...algorithm))).toBe(true);
  });

  it.each([
    ['nothing', bytes()],
    ['one byte', bytes(0x30)],
    ['a key that is not encrypted', bytes(0x30, 0x08, 0x02, 0x01, 0x00, ...algorithm)],
    ['bytes after the end', bytes(0x30, 0x05, ...algorithm, 0x00)],
    ['a length beyond the end', bytes(0x30, 0x84, 0xff, 0xff, 0xff, 0xff, ...algorithm)],
    ['a length of more bytes than there are', bytes(0x30, 0xff, 0x01)],
    ['no algorithm', bytes(0x30, 0x04, 0x30, 0x02, 0x05, 0x00)],
  ])('refuses %s', (_, der) => expect(isEncryptedKey(der)).toBe(false));
});
