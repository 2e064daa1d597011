import { X509Certificate } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testAuthority } from '../../test/test-authority';
import { documentAuthorities, pacCertificates, trustedAuthorities } from './trusted-authorities';

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
  it('the bundled authorities of the SAT are certificate authorities, and the root issued the current authority', () => {
    expect(certificates.map(({ ca }) => ca)).toEqual([true, true, true]);
    expect(presentSat.verify(root.publicKey)).toBe(true);
    expect(presentSat.validToDate.getUTCFullYear()).toBe(2027);
  });

  it('the bundled authorities of the SAT verify only the certificates that they issued', () => {
    const isTrusted = trustedAuthorities();
    expect(isTrusted(presentSat.raw)).toBe(true);
    expect(isTrusted(root.raw)).toBe(true);
    // The root of 2008, which issued this authority, is not in the bundle. An authority in the bundle is
    // trusted even if its issuer is not in the bundle.
    expect(isTrusted(formerSat.raw)).toBe(false);
  });

  it('the bundled authorities of the SAT are required for issuers of documents only in production', () => {
    const { isIssued } = documentAuthorities({ isChained: true });
    for (const _ of ['first', 'again']) {
      expect([presentSat, formerSat].map(({ raw }) => isIssued!(raw))).toEqual([true, false]);
    }
    expect(documentAuthorities({ isChained: false }).isIssued).toBeUndefined();
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

it('PAC certificates are found by number in a bundle without authorities', async () => {
  const authority = await testAuthority();
  const { certificate, number } = await authority.mint({ rfc: 'SPR190613I52' });
  const lines = certificate.match(/.{1,64}/g)!.join('\n');
  const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-ca-')), 'bundle.pem');
  writeFileSync(file, readFileSync(authority.bundleFile, 'utf8') + pem);
  const known = pacCertificates({ bundle: file, isChained: true });
  expect(known(number)).toMatchObject({ rfc: 'SPR190613I52', base64: certificate });
  expect(known('30001000000500003456')).toBeUndefined();
  expect(trustedAuthorities(file)(Buffer.from(certificate, 'base64'))).toBe(true);
  expect(pacCertificates({ isChained: true })(number)).toBeUndefined();
});

describe('PAC certificates that an operator adds', () => {
  const folderOf = (files: Record<string, string | Buffer>) => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-pacs-'));
    mkdirSync(join(folder, '..data'));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return folder;
  };

  it('PAC certificates that an operator adds are identified by their number, from a folder or a file, as DER or PEM', async () => {
    const authority = await testAuthority();
    const [one, other] = [await authority.mint(), await authority.mint()];
    const der = Buffer.from(one.certificate, 'base64');
    const pem = new X509Certificate(Buffer.from(other.certificate, 'base64')).toString();
    const added = folderOf({ 'one.cer': der, 'other.pem': pem });
    const bundle = authority.bundleFile;
    const known = pacCertificates({ bundle, added, isChained: true });
    expect([one, other].map(({ number }) => known(number)?.number)).toEqual([
      one.number,
      other.number,
    ]);
    const single = pacCertificates({ bundle, added: join(added, 'one.cer'), isChained: true });
    expect(single(one.number)?.base64).toBe(one.certificate);
    expect(single(other.number)).toBeUndefined();
  });

  it('PAC certificates that an operator adds stop the process in production if no trusted authority issued them, and are accepted in a sandbox', async () => {
    const { certificate, number } = await (await testAuthority()).mint();
    const added = folderOf({ 'pac.cer': Buffer.from(certificate, 'base64') });
    expect(() => pacCertificates({ added, isChained: true })).toThrow(`certificate ${number}`);
    expect(pacCertificates({ added, isChained: false })(number)?.number).toBe(number);
  });

  it('PAC certificates that an operator adds stop the process when a file is not a certificate', () => {
    const added = folderOf({ 'pac.cer': 'nothing' });
    expect(() => pacCertificates({ added, isChained: false })).toThrow(
      'pac.cer is not a certificate',
    );
  });
});
