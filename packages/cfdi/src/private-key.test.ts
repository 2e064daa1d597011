import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { integer, oid, sequence, tlv } from '../test/der';
import { encryptedKey, keyFile, pbkdf2Of, pkcs8, scryptOf } from '../test/encrypted-keys';
import { makeCredentials, newKey, testKey } from '../test/make-credentials';
import { certificateFromDer } from './certificate';
import { keyMatches, openPrivateKey } from './private-key';

const passphrase = 'Contraseña 1';
const exported = (cipher: string) =>
  testKey().export({ format: 'der', type: 'pkcs8', cipher, passphrase });

const long = (bits: number) => Buffer.alloc(bits / 8, 0xff).toString('base64url');

describe('openPrivateKey', () => {
  it.each(['des-ede3-cbc', 'aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc'])(
    'openPrivateKey opens a key that is encrypted with %s',
    async (cipher) => {
      expect((await openPrivateKey(exported(cipher), passphrase)).equals(testKey())).toBe(true);
    },
  );

  it('openPrivateKey decrypts a key with the number of iterations that the SAT uses', async () => {
    const file = encryptedKey(pkcs8(testKey()), passphrase, 2_048);
    expect((await openPrivateKey(file, passphrase)).equals(testKey())).toBe(true);
  });

  it.each(['otra-secreta', ''])(
    'openPrivateKey refuses the passphrase "%s" without repeating it',
    async (other) => {
      const opened = openPrivateKey(exported('aes-256-cbc'), other);
      const refused = await opened.catch((error: unknown) => error);
      expect(refused).toMatchObject({
        reason: 'passphrase_wrong',
        message: 'the private key does not open with this passphrase',
      });
      expect(refused).not.toHaveProperty('cause');
    },
  );

  it('openPrivateKey does not block the process while it decrypts a key with the most expensive allowed encryption', async () => {
    const file = encryptedKey(pkcs8(testKey()), passphrase, 100_000);
    let opened: unknown;
    void openPrivateKey(file, passphrase).then((key) => (opened = key));
    let ticks = 0;
    for (; !opened; ticks += 1) await setImmediate();
    expect(ticks).toBeGreaterThan(2);
  });

  it.each([
    ['12 million iterations', keyFile({ derivation: pbkdf2Of(12_000_000) })],
    ['one iteration too many', keyFile({ derivation: pbkdf2Of(100_001) })],
    ['more iterations than a safe integer', keyFile({ derivation: pbkdf2Of(2 ** 60) })],
    ['scrypt of a gigabyte', keyFile({ derivation: scryptOf(2 ** 20, 8, 1) })],
    ['scrypt of long blocks', keyFile({ derivation: scryptOf(16_384, 9, 1) })],
    ['scrypt with parallelism', keyFile({ derivation: scryptOf(16_384, 8, 2) })],
  ])('openPrivateKey refuses %s before it derives a key', async (_, file) => {
    const before = process.cpuUsage();
    await expect(openPrivateKey(file, passphrase)).rejects.toMatchObject({ reason: 'too_costly' });
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });

  it.each([
    [
      'PBES1',
      sequence(sequence(oid('1.2.840.113549.1.12.1.3'), sequence()), tlv(4, Buffer.alloc(8))),
    ],
    ['another derivation', keyFile({ derivation: sequence(oid('1.2.3'), sequence()) })],
    ['another cipher', keyFile({ derivation: pbkdf2Of(1), cipher: '1.2.840.113549.3.2' })],
    ['another HMAC', keyFile({ derivation: pbkdf2Of(1, '1.2.3') })],
  ])('openPrivateKey reports %s as unsupported', async (_, file) => {
    await expect(openPrivateKey(file, passphrase)).rejects.toMatchObject({ reason: 'unsupported' });
  });

  it('openPrivateKey refuses a key that is not RSA', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const file = encryptedKey(pkcs8(privateKey), passphrase, 1);
    await expect(openPrivateKey(file, passphrase)).rejects.toMatchObject({ reason: 'unsupported' });
  });

  it("openPrivateKey refuses a key that signs much more slowly than the SAT's keys", async () => {
    const [n, p] = [long(12_000), long(6_000)];
    const slow = { ...testKey().export({ format: 'jwk' }), n, d: n, p, q: p, dp: p, dq: p, qi: p };
    const key = createPrivateKey({ key: slow, format: 'jwk' });
    const file = encryptedKey(pkcs8(key), passphrase, 1);
    await expect(openPrivateKey(file, passphrase)).rejects.toMatchObject({ reason: 'unsupported' });
  });

  const whole = keyFile({ derivation: pbkdf2Of(1) });
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0x30])],
    ['a key that is not encrypted', pkcs8(newKey())],
    ['bytes after the end', Buffer.concat([whole, Buffer.from([0])])],
    ['a file that is cut short', whole.subarray(0, -1)],
    ['a length beyond the end', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])],
    ['a length of more bytes than there are', Buffer.from([0x30, 0xff, 0x01])],
    ['an indefinite length', Buffer.from([0x30, 0x80, 0, 0])],
    ['no algorithm', sequence(sequence(sequence()), tlv(4, Buffer.alloc(8)))],
    ['a derivation without iterations', keyFile({ derivation: scryptOf(1, 1, 1).subarray(0, 9) })],
    ['a number', integer(Buffer.from([1]))],
  ])('openPrivateKey refuses to open %s', async (_, file) => {
    await expect(openPrivateKey(file, passphrase)).rejects.toMatchObject({ reason: 'unreadable' });
  });
});

describe('keyMatches', () => {
  it('keyMatches is true only for the private key of the certificate', () => {
    const { der, privateKey } = makeCredentials();
    const certificate = certificateFromDer(der);
    expect(keyMatches(certificate, privateKey)).toBe(true);
    expect(keyMatches(certificate, newKey())).toBe(false);
  });

  it.each([
    ['sign nothing that the certificate verifies', { p: 'Bw', q: 'BQ' }],
    ['cannot sign', { p: 'BA', q: 'Bg' }],
  ])(
    'keyMatches is false for a key with the public half of the certificate and private numbers that %s',
    (_, primes) => {
      const { der, privateKey } = makeCredentials();
      const jwk = privateKey.export({ format: 'jwk' });
      const forged = { ...jwk, d: 'Aw', dp: 'AQ', dq: 'AQ', qi: 'AQ', ...primes };
      const key = createPrivateKey({ key: forged, format: 'jwk' });
      expect(keyMatches(certificateFromDer(der), key)).toBe(false);
    },
  );
});
