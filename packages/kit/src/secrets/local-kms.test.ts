import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localKms } from './local-kms';

const written = (content: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-kms-')), 'keys.json');
  writeFileSync(file, content);
  return file;
};
const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=';
const good = { activeKeyId: 'one', keys: { one: randomBytes(32).toString('base64') } };

describe('localKms', () => {
  it('a data key is unwrapped only with the context with which it was wrapped', async () => {
    const kms = localKms(written(JSON.stringify(good)));
    const dataKey = randomBytes(32);
    const wrapped = await kms.wrap(dataKey, 'a|b|1');
    expect(wrapped.wrappedKey.includes(dataKey)).toBe(false);
    expect(await kms.unwrap(wrapped, 'a|b|1')).toEqual(dataKey);
    await expect(kms.unwrap(wrapped, 'a|b|2')).rejects.toThrow();
    for (const position of [0, 20, wrapped.wrappedKey.length - 1]) {
      const broken = Buffer.from(wrapped.wrappedKey);
      broken[position]! ^= 1;
      await expect(kms.unwrap({ ...wrapped, wrappedKey: broken }, 'a|b|1')).rejects.toThrow();
    }
  });

  it('wrapping the same data key twice gives different results', async () => {
    const kms = localKms(written(JSON.stringify(good)));
    const dataKey = randomBytes(32);
    const [one, other] = [await kms.wrap(dataKey, 'a'), await kms.wrap(dataKey, 'a')];
    expect(one.wrappedKey).not.toEqual(other.wrappedKey);
  });

  it.each([
    ['no JSON', `{"activeKeyId": "one", "keys": {"one": "${secret}`],
    ['a short key', JSON.stringify({ activeKeyId: 'one', keys: { one: secret } })],
    ['an active key that is not there', JSON.stringify({ ...good, activeKeyId: 'two' })],
    ['other members', JSON.stringify({ ...good, key: secret })],
  ])('localKms does not start with %s, and does not quote it', (_, content) => {
    const file = written(content);
    const start = () => localKms(file);
    expect(start).toThrow(/^TIMBRE_ENCRYPTION_KEY_FILE/);
    expect(start).not.toThrow(secret);
  });

  it('localKms does not start without the file of its encryption keys', () => {
    expect(() => localKms('/nowhere/keys.json')).toThrow(/ENOENT/);
  });
});
