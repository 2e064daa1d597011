import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { catalogFolder } from '../catalog';
import { builtInLaw } from './law';
import { LawError, loadLaw } from './load-law';
import { packDigest, rawPublicKey, signDigest } from './signature';

type Json = Record<string, unknown>;

const packOf = (parts: Json = {}): Json => ({
  format: 'timbre-law-pack-1',
  id: 'test.pack',
  version: '2027.1',
  title: 'A test',
  issuedOn: '2026-12-28',
  sources: { dof: { title: 'DOF', readOn: '2026-12-28', reading: 'primary' } },
  ...parts,
});

const wage = {
  key: 'minimum_wage.general',
  label: 'Minimum wage',
  legalBasis: 'CONASAMI resolution',
  source: 'dof',
  validFrom: '2027-01-01',
  validTo: '2027-12-31',
  value: { daily: '340.00' },
};

describe('the folder of packs', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const trustedKeys = [rawPublicKey(publicKey).toString('base64')];
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'law-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function put(name: string, json: unknown, signed: unknown = json): void {
    writeFileSync(join(folder, name), JSON.stringify(json));
    const signature = signDigest(packDigest(signed), privateKey);
    writeFileSync(join(folder, `${name}.sig`), JSON.stringify(signature));
  }
  const load = () => loadLaw({ folder, trustedKeys });

  test('the signed packs in the folder are added to the law', () => {
    put('2027.json', packOf({ figures: [wage] }));
    const { law, warnings } = load();
    expect(law.packs.map(({ id }) => id)).toEqual(['timbre.mx', 'test.pack']);
    expect(law.digest).not.toBe(builtInLaw().digest);
    expect(warnings).toEqual([]);
  });

  test('a law pack that was changed after its signature is refused', () => {
    const json = packOf({ figures: [wage] });
    put('2027.json', { ...json, title: 'Another' }, json);
    expect(load).toThrow(/2027[.]json is refused: it was changed after it was signed/);
  });

  test('a law pack with an untrusted key, a forged signature or no signature is refused', () => {
    put('2027.json', packOf());
    expect(() => loadLaw({ folder, trustedKeys: [] })).toThrow(/is not trusted here/);
    const path = join(folder, '2027.json.sig');
    const signature = JSON.parse(readFileSync(path, 'utf8')) as Json;
    writeFileSync(path, JSON.stringify({ ...signature, signature: 'A'.repeat(86) + '==' }));
    expect(load).toThrow(/its signature is wrong/);
    rmSync(path);
    expect(load).toThrow(/it has no signature/);
  });

  test('a faulty law pack is refused with a list of its faults, and a missing folder is refused too', () => {
    put('2027.json', packOf({ figures: [{ ...wage, validFrom: '2027-03-01' }] }));
    expect(load).toThrow(LawError);
    expect(load).toThrow(
      /test[.]pack 2027[.]1: figures[.]0 minimum_wage[.]general of 2027-03-01 leaves a gap/,
    );
    expect(() => loadLaw({ folder: join(folder, 'none'), trustedKeys })).toThrow(/does not exist/);
  });

  test('a law pack that is older than the built-in pack or than another pack with its name is ignored', () => {
    put('a.json', packOf({ issuedOn: '2024-01-01', version: '2024.1' }));
    put('b.json', packOf({ id: 'other', version: '2027.9' }));
    put('c.json', packOf({ id: 'other', version: '2027.10' }));
    const { law, warnings } = load();
    expect(law.packs.map(({ version }) => version).slice(1)).toEqual(['2027.10']);
    expect(warnings).toEqual([
      expect.stringContaining('test.pack 2024.1 is ignored: it is older than the built-in pack'),
      'The law pack other 2027.9 is ignored: other 2027.10 replaces it.',
    ]);
  });

  test('an example law pack is accepted only if examples are allowed', () => {
    put('x.json', packOf({ isExample: true }));
    expect(load).toThrow(/is an example with invented figures/);
    expect(loadLaw({ folder, trustedKeys, takesExamples: true }).law.packs).toHaveLength(2);
  });

  test('two law packs with the same name and version are refused, even with different file names', () => {
    put('a.json', packOf());
    put('b.json', packOf({ title: 'Another' }));
    expect(load).toThrow('Two law packs are test.pack 2027.1; remove one.');
  });

  test.each<[string, (path: string) => void, RegExp]>([
    ['a folder', (path) => mkdirSync(path), /is not a file/],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), /is not a file/],
    ['a link to nothing', (path) => symlinkSync(join(folder, 'none'), path), /is not readable: ENOENT/],
    ['a link to itself', (path) => symlinkSync(path, path), /is not readable: ELOOP/],
    ['a file of a gigabyte', (path) => { writeFileSync(path, ''); truncateSync(path, 2 ** 30); }, /is too large/],
    ['an empty file', (path) => writeFileSync(path, ''), /is not readable JSON/],
    ['half a pack', (path) => writeFileSync(path, JSON.stringify(packOf()).slice(0, 100)), /is not readable JSON/],
    ['lists within lists', (path) => writeFileSync(path, '['.repeat(100_000) + ']'.repeat(100_000)), /is nested deeper than 64 levels/],
  ])('the folder of law packs is refused with a plain error message: %s', (_, make, expected) => {
    put('a.json', packOf());
    rmSync(join(folder, 'a.json'));
    make(join(folder, 'a.json'));
    expect(load).toThrow(LawError);
    expect(load).toThrow(expected);
  }); // prettier-ignore

  test('a law pack of an unknown signer is not read, and a signature file that is too large is not read', () => {
    put('a.json', packOf());
    truncateSync(join(folder, 'a.json'), 2 ** 30);
    expect(() => loadLaw({ folder, trustedKeys: [] })).toThrow(/is not trusted here/);
    truncateSync(join(folder, 'a.json.sig'), 2 ** 30);
    expect(load).toThrow(/a[.]json[.]sig is too large/);
  });

  test('symbolic links to law packs are followed, because Kubernetes volumes use them', () => {
    mkdirSync(join(folder, '..2027'));
    put('..2027/a.json', packOf());
    for (const name of ['a.json', 'a.json.sig']) symlinkSync(join('..2027', name), join(folder, name));
    expect(load().law.packs.map(({ id }) => id)).toEqual(['timbre.mx', 'test.pack']);
  }); // prettier-ignore

  test('a law pack with a changed byte is never used', () => {
    const text = JSON.stringify(packOf({ figures: [wage] }));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, byte) => {
        put('a.json', JSON.parse(text));
        const changed = text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
        if (changed === text) return;
        writeFileSync(join(folder, 'a.json'), changed);
        expect(load).toThrow(LawError);
      }),
    );
  });

  test('a law pack that is written while it is read is accepted only with its signed content', () => {
    const whole = JSON.stringify(packOf({ figures: [wage] }));
    put('a.json', JSON.parse(whole));
    for (const length of [0, 1, whole.length >> 1, whole.length - 1]) {
      writeFileSync(join(folder, 'a.json'), whole.slice(0, length));
      expect(load).toThrow(LawError);
    }
    writeFileSync(join(folder, 'a.json'), whole);
    expect(load().law.packs).toHaveLength(2);
  });

  test('the keys of the project are trusted by default, and the operator can exclude them', () => {
    for (const name of ['signed.json', 'signed.json.sig']) {
      copyFileSync(join(catalogFolder, 'examples', name), join(folder, name));
    }
    const given = { folder, takesExamples: true };
    const { law } = loadLaw({ ...given, trustedKeys: ['timbre'] });
    expect(law.packs.at(-1)?.id).toBe('timbre.signed');
    expect(() => loadLaw({ ...given, trustedKeys })).toThrow(/is not trusted here/);
  });
});
