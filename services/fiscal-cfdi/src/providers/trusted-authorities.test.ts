import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testAuthority } from '../../test/test-authority';
import { pacCertificates, trustedAuthorities } from './trusted-authorities';

const bundle = join(__dirname, '..', '..', 'data', 'sat-authorities.pem');
const certificates = (
  readFileSync(bundle, 'utf8').match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []
).map((pem) => new X509Certificate(pem));
const [formerSat, presentSat, root] = certificates as [
  X509Certificate,
  X509Certificate,
  X509Certificate,
];

describe('the bundled authorities of the SAT', () => {
  it('are authorities, with the present one issued by the root', () => {
    expect(certificates.map(({ ca }) => ca)).toEqual([true, true, true]);
    expect(presentSat.verify(root.publicKey)).toBe(true);
    expect(presentSat.validToDate.getUTCFullYear()).toBe(2027);
  });

  it('vouch for what they issued and for nothing else', () => {
    const isTrusted = trustedAuthorities();
    expect(isTrusted(presentSat.raw)).toBe(true);
    expect(isTrusted(root.raw)).toBe(true);
    // Its root of 2008 is not in the bundle: it vouches, but nobody vouches for it.
    expect(isTrusted(formerSat.raw)).toBe(false);
  });

  const tests = join(__dirname, '../../../../../shared/sat/csd/valid');
  (existsSync(tests) ? it : it.skip)("do not vouch for the SAT's public test certificates", () => {
    const isTrusted = trustedAuthorities();
    const files = readdirSync(tests).filter((file) => file.endsWith('.cer'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(isTrusted(readFileSync(join(tests, file)))).toBe(false);
  });
});

it('a bundle without an authority stops the process', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-ca-')), 'empty.pem');
  writeFileSync(file, '');
  expect(() => trustedAuthorities(file)).toThrow(/holds no certificate authority/);
});

it('a bundle tells what PACs stamp with by its number, and no authority', async () => {
  const authority = await testAuthority();
  const { certificate, number } = await authority.mint({ rfc: 'SPR190613I52' });
  const lines = certificate.match(/.{1,64}/g)!.join('\n');
  const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-ca-')), 'bundle.pem');
  writeFileSync(file, readFileSync(authority.bundleFile, 'utf8') + pem);
  const known = pacCertificates(file);
  expect(known(number)).toMatchObject({ rfc: 'SPR190613I52', base64: certificate });
  expect(known('30001000000500003456')).toBeUndefined();
  expect(trustedAuthorities(file)(Buffer.from(certificate, 'base64'))).toBe(true);
  expect(pacCertificates()(number)).toBeUndefined();
});
