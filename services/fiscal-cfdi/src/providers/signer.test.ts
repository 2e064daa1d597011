import { generateKeyPairSync } from 'node:crypto';
import { verifyCadena } from '@timbre/cfdi';
import type { SealedSecret, SecretBox, StoredSigningKey } from '../domain/ports';
import { createSigner } from './signer';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const der = (cipher: string) =>
  privateKey.export({ type: 'pkcs8', format: 'der', cipher, passphrase: 'p' });
const file = { privateKey: der('aes-256-cbc').toString('base64'), passphrase: 'p' };
const secret = { organizationId: 'o1', secretId: 's1', version: 1 } as SealedSecret;
const stored: StoredSigningKey = {
  certificateId: 'c1',
  certificateNumber: '30001000000500003416',
  certificate: Buffer.from('der'),
  secret,
};

let opened: number;
let failing: boolean;
const box = {
  open: async () => {
    opened += 1;
    if (failing) throw new Error('KMS');
    return Buffer.from(JSON.stringify(file));
  },
} as unknown as SecretBox;

beforeEach(() => {
  jest.useFakeTimers();
  [opened, failing] = [0, false];
});
afterEach(() => jest.useRealTimers());

describe('createSigner', () => {
  it('createSigner decrypts a key at most once a minute, even for concurrent callers', async () => {
    const signer = createSigner(box);
    const [key] = await Promise.all([signer.open(stored), signer.open(stored)]);
    expect(verifyCadena('||x||', key.sealCadena('||x||'), publicKey)).toBe(true);
    jest.advanceTimersByTime(59_999);
    await signer.open(stored);
    expect(opened).toBe(1);
    jest.advanceTimersByTime(1);
    await signer.open(stored);
    expect(opened).toBe(2);
  });

  it('createSigner keeps the keys of organizations, certificates and versions separate', async () => {
    const signer = createSigner(box);
    await signer.open(stored);
    await signer.open({ ...stored, secret: { ...secret, organizationId: 'o2' } });
    await signer.open({ ...stored, secret: { ...secret, version: 2 } });
    await signer.open({ ...stored, certificateNumber: '30001000000500003417' });
    expect(opened).toBe(4);
  });

  it('createSigner does not cache a failed decryption', async () => {
    const signer = createSigner(box);
    failing = true;
    await expect(signer.open(stored)).rejects.toThrow('KMS');
    failing = false;
    await signer.open(stored);
    expect(opened).toBe(2);
  });

  it('createSigner removes the oldest key when its cache is full', async () => {
    const signer = createSigner(box);
    await signer.open(stored);
    for (let number = 0; number < 500; number += 1) {
      void signer.open({ ...stored, certificateNumber: String(number) });
    }
    await signer.open({ ...stored, certificateNumber: '499' });
    expect(opened).toBe(501);
    await signer.open(stored);
    expect(opened).toBe(502);
  });
});
