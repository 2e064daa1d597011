import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { keyOpener } from './key-opener';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const upload = (organizationId: string) => ({
  organizationId,
  file: Buffer.from(organizationId),
  passphrase: 'p',
});

/**
 * Creates a key opener whose decryptions end only when the test allows it. `begun` lists the started
 * decryptions in order.
 */
function slowKeys() {
  const begun: { of: string; finish: (key: KeyObject) => void }[] = [];
  const open = (file: Uint8Array) =>
    new Promise<KeyObject>((finish) => begun.push({ of: Buffer.from(file).toString(), finish }));
  return { begun, openKey: keyOpener(open) };
}

describe('keyOpener', () => {
  it('keyOpener decrypts one key of an organization at a time, and keys of other organizations concurrently', async () => {
    const { begun, openKey } = slowKeys();
    const opening = [openKey(upload('busy')), openKey(upload('busy')), openKey(upload('other'))];
    await setImmediate();
    expect(begun.map(({ of }) => of)).toEqual(['busy', 'other']);
    begun[0]!.finish(privateKey);
    await expect(opening[0]).resolves.toBe(privateKey);
    expect(begun.map(({ of }) => of)).toEqual(['busy', 'other', 'busy']);
    for (const { finish } of begun) finish(privateKey);
    await Promise.all(opening);
  });

  it('keyOpener decrypts at most two keys at a time, across all organizations', async () => {
    const { begun, openKey } = slowKeys();
    const opening = ['a', 'b', 'c'].map((name) => openKey(upload(name)));
    await setImmediate();
    expect(begun.map(({ of }) => of)).toEqual(['a', 'b']);
    begun[1]!.finish(privateKey);
    await opening[1];
    expect(begun.map(({ of }) => of)).toEqual(['a', 'b', 'c']);
    for (const { finish } of begun) finish(privateKey);
    await Promise.all(opening);
  });

  it('keyOpener refuses an upload with a retryable error if the organization has too many waiting uploads', async () => {
    const { begun, openKey } = slowKeys();
    const opening = Array.from({ length: 9 }, () => openKey(upload('busy')));
    await expect(openKey(upload('busy'))).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { retryable: true },
    });
    while (begun.length < opening.length) {
      begun.at(-1)!.finish(privateKey);
      await setImmediate();
    }
    begun.at(-1)!.finish(privateKey);
    await expect(Promise.all(opening)).resolves.toHaveLength(9);
  });
});
