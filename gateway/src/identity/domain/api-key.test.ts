import { modeOf, readApiKey, secretDigest, writeApiKey } from './api-key';

const credentialId = '0198a7c4-1111-7222-8333-444455556666';

describe('an API key', () => {
  it('readApiKey reads what writeApiKey wrote', () => {
    for (const mode of ['live', 'test'] as const) {
      const key = writeApiKey(mode, credentialId);
      expect(key.text).toMatch(new RegExp(`^timbre_${mode}_[0-9a-f]{32}_[0-9A-Za-z]{49}$`));
      expect(readApiKey(key.text)).toEqual(key);
    }
  });

  it('the same random bytes produce the same API key', () => {
    const entropy = Buffer.alloc(32, 7);
    expect(writeApiKey('test', credentialId, entropy)).toEqual(
      writeApiKey('test', credentialId, entropy),
    );
    const secrets = Array.from({ length: 200 }, () => writeApiKey('test', credentialId).secret);
    expect(new Set(secrets).size).toBe(200);
  });

  it('an API key contains all 32 random bytes, from all zeros to all ones', () => {
    const secretOf = (byte: number) =>
      writeApiKey('test', credentialId, Buffer.alloc(32, byte)).secret;
    expect(secretOf(0)).toBe('0'.repeat(43));
    expect([secretOf(255).length, secretOf(1).length]).toEqual([43, 43]);
  });

  it('readApiKey rejects an API key in which any character was changed', () => {
    const { text } = writeApiKey('test', credentialId, Buffer.alloc(32, 9));
    for (let at = 0; at < text.length; at++) {
      const wrong = text[at] === 'a' ? 'b' : 'a';
      expect(readApiKey(text.slice(0, at) + wrong + text.slice(at + 1))).toBeUndefined();
    }
    expect(readApiKey(`${text} `)).toBeUndefined();
    expect(readApiKey('')).toBeUndefined();
  });

  it('an API key contains the name of its environment', () => {
    expect([modeOf('production'), modeOf('sandbox')]).toEqual(['live', 'test']);
  });

  it("only a digest of an API key's secret is stored", () => {
    expect(secretDigest('a')).toHaveLength(32);
    expect(secretDigest('a').equals(secretDigest('a'))).toBe(true);
    expect(secretDigest('a').equals(secretDigest('b'))).toBe(false);
  });
});
