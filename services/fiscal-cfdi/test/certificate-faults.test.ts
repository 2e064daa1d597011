import { generateKeyPairSync } from 'node:crypto';
import type { CallContext } from '@timbre/kit';
import { uploadCertificate } from '../src/operations/upload-certificate';
import {
  issueCodes,
  organizationWithProfile,
  refusal,
  startFiscalCfdi,
  type FiscalCfdi,
} from './fiscal-cfdi';
import { encrypted, testAuthority, type TestCertificate } from './test-authority';

let service: FiscalCfdi;
let context: CallContext;
let files: TestCertificate;

beforeAll(async () => {
  service = await startFiscalCfdi();
  context = await organizationWithProfile(service);
  files = await service.authority.mint();
});
afterAll(() => service.close());

const faults = async (change: Partial<TestCertificate>) => {
  const refused = await refusal(service, uploadCertificate, context, { ...files, ...change });
  expect(refused.code).toBe('validation_error');
  return issueCodes(refused);
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

const element = (tag: number, content: Buffer) =>
  Buffer.concat([Buffer.from([tag, content.length]), content]);
const sequence = (...parts: Buffer[]) => element(0x30, Buffer.concat(parts));
const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const octets = (length: number) => element(0x04, Buffer.alloc(length));
const integer = (value: number) =>
  element(0x02, Buffer.from(value.toString(16).padStart(8, '0'), 'hex'));

const pbkdf2Of = (iterations: number) =>
  sequence(oid('2a864886f70d01050c'), sequence(octets(8), integer(iterations)));
const scryptOf = (N: number) =>
  sequence(oid('2b06010401da47040b'), sequence(octets(8), ...[N, 8, 1].map(integer)));
/**
 * Builds a `.key` file of PBES2 with DES-EDE3-CBC; only the cost of its key derivation matters for the
 * tests.
 */
function costlyKey(derivation: Buffer): string {
  const cipher = sequence(oid('2a864886f70d0307'), octets(8));
  const scheme = sequence(oid('2a864886f70d01050d'), sequence(derivation, cipher));
  return sequence(scheme, octets(16)).toString('base64');
}

describe('a certificate', () => {
  it.each([
    ['nothing', ''],
    ['no base64', '%%%%'],
    ['base64 of something else', base64('-----BEGIN CERTIFICATE-----')],
    ['far too long', 'A'.repeat(40_000)],
  ])('a certificate is unreadable when it is %s', async (_, certificate) => {
    expect(await faults({ certificate })).toEqual(['certificate certificate_unreadable']);
  });

  it('a certificate is unreadable when it is truncated', async () => {
    const certificate = files.certificate.slice(0, 400);
    expect(await faults({ certificate })).toEqual(['certificate certificate_unreadable']);
  });

  it('a certificate is expired after its validity period', async () => {
    const { certificate } = await service.authority.mint({ validTo: '2026-11-21T14:59:59Z' });
    expect(await faults({ certificate })).toEqual(['certificate certificate_expired']);
  });

  it('a certificate is not yet valid before its validity period', async () => {
    const { certificate } = await service.authority.mint({ validFrom: '2026-11-21T15:00:01Z' });
    expect(await faults({ certificate })).toEqual(['certificate certificate_not_yet_valid']);
  });

  it('a certificate is untrusted when its authority has the right name but another key', async () => {
    const stranger = await (await testAuthority()).mint();
    expect(await faults(stranger)).toEqual(['certificate certificate_untrusted']);
  });

  it('a certificate does not match the RFC of another taxpayer', async () => {
    const { certificate } = await service.authority.mint({ rfc: 'IIA040805DZ4' });
    expect(await faults({ certificate })).toEqual(['certificate rfc_mismatch']);
  });
});

describe('a private key', () => {
  const plain = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'der',
    });

  it.each([
    ['no base64', () => 'ñ'],
    ['base64 of something else', () => base64('0123456789')],
    ['not encrypted', () => plain().toString('base64')],
    ['cut short', () => files.privateKey.slice(0, 800)],
    ['the certificate', () => files.certificate],
  ])('a private key is unreadable when it is %s', async (_, privateKey) => {
    expect(await faults({ privateKey: privateKey() })).toEqual([
      'privateKey private_key_unreadable',
    ]);
  });

  it.each(['', 'contraseña 2', 'CONTRASEÑA 1'])(
    'a private key does not open with the passphrase "%s"',
    async (passphrase) => {
      expect(await faults({ passphrase })).toEqual(['passphrase passphrase_wrong']);
    },
  );

  it.each([
    ['12 million iterations', costlyKey(pbkdf2Of(12_000_000))],
    ['scrypt of a gigabyte', costlyKey(scryptOf(2 ** 20))],
  ])('a private key is refused before it is opened if it needs %s', async (_, privateKey) => {
    const before = process.cpuUsage();
    expect(await faults({ privateKey })).toEqual(['privateKey private_key_too_costly']);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });

  it('a private key is unsupported if the SAT does not use its encryption', async () => {
    const privateKey = costlyKey(sequence(oid('2a0304'), sequence()));
    expect(await faults({ privateKey })).toEqual(['privateKey private_key_unsupported']);
  });

  it('a private key does not match another certificate', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await faults(encrypted(privateKey, 'x'))).toEqual(['privateKey key_mismatch']);
  });
});

describe('an upload with several faults', () => {
  it('an upload with several faults is refused with all faults at once', async () => {
    const stranger = await testAuthority();
    const { certificate } = await stranger.mint({
      rfc: 'IIA040805DZ4',
      validTo: '2026-06-01T00:00:00Z',
    });
    expect(await faults({ certificate, passphrase: 'wrong' })).toEqual([
      'certificate certificate_expired',
      'certificate certificate_untrusted',
      'passphrase passphrase_wrong',
      'certificate rfc_mismatch',
    ]);
  });

  it('the refusal of an upload contains nothing from its files, and nothing is stored', async () => {
    const change = { certificate: base64('secret-cert'), passphrase: 'secret-pass' };
    const refused = await refusal(service, uploadCertificate, context, { ...files, ...change });
    const shown = JSON.stringify([refused.message, refused.details, String(refused.cause)]);
    for (const secret of [change.certificate, 'secret', files.privateKey.slice(0, 40)]) {
      expect(shown).not.toContain(secret);
    }
    const of = [context.organizationId];
    expect(await service.rows('select from secrets where org_id = $1', of)).toEqual([]);
  });
});
