import 'reflect-metadata';
import { generateKeyPairSync, webcrypto, type KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BasicConstraintsExtension, X509CertificateGenerator, type JsonName } from '@peculiar/x509';

/** The files of a CSD or FIEL in the form in which the SAT issues them, in base64. */
export interface TestCertificate {
  certificate: string;
  privateKey: string;
  passphrase: string;
  number: string;
  key: KeyObject;
}

export interface TestCertificateRequest {
  kind?: 'csd' | 'fiel';
  rfc?: string;
  validFrom?: string;
  validTo?: string;
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const authorityName = [{ CN: ['AC DE PRUEBA'] }] as unknown as JsonName;
let issued = 0;

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

const imported = (key: KeyObject, use: 'sign' | 'verify') => {
  const [format, type] =
    use === 'sign' ? (['pkcs8', 'pkcs8'] as const) : (['spki', 'spki'] as const);
  const der = key.export({ type, format: 'der' } as never) as unknown as Buffer;
  return webcrypto.subtle.importKey(format, der, algorithm, true, [use]);
};

/**
 * Creates a certificate authority for tests. The authority issues certificates in the SAT's format, and
 * writes a bundle with which the service trusts them.
 */
export async function testAuthority() {
  const authorityKeys = newKeys();
  const own = {
    issuer: authorityName,
    signingKey: await imported(authorityKeys.privateKey, 'sign'),
    signingAlgorithm: algorithm,
  };
  const authority = await X509CertificateGenerator.create({
    ...own,
    serialNumber: '01',
    subject: authorityName,
    notBefore: new Date('2010-01-01'),
    notAfter: new Date('2060-01-01'),
    publicKey: await imported(authorityKeys.publicKey, 'verify'),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const bundleFile = join(mkdtempSync(join(tmpdir(), 'timbre-ca-')), 'bundle.pem');
  writeFileSync(bundleFile, authority.toString('pem'));
  // All holders share one key pair, because generating keys is slow and no test needs different keys.
  const holderKeys = newKeys();

  async function mint(request: TestCertificateRequest = {}): Promise<TestCertificate> {
    const { kind = 'csd', rfc = 'EKU9003173C9' } = request;
    const number = `3000100000050${String((issued += 1)).padStart(7, '0')}`;
    const certificate = await X509CertificateGenerator.create({
      ...own,
      serialNumber: Buffer.from(number).toString('hex'),
      subject: [
        { CN: ['ESCUELA KEMPER URGATE SA DE CV'] },
        { '2.5.4.41': ['ESCUELA KEMPER URGATE SA DE CV'] },
        { '2.5.4.45': [`${rfc} / VADA800927DJ3`] },
        ...(kind === 'csd' ? [{ OU: ['Sucursal 1'] }] : []),
      ] as unknown as JsonName,
      notBefore: new Date(request.validFrom ?? '2026-01-01T00:00:00Z'),
      notAfter: new Date(request.validTo ?? '2030-01-01T00:00:00Z'),
      publicKey: await imported(holderKeys.publicKey, 'verify'),
    });
    return {
      certificate: Buffer.from(certificate.rawData).toString('base64'),
      ...encrypted(holderKeys.privateKey, 'contraseña 1'),
      number,
      key: holderKeys.publicKey,
    };
  }
  return { bundleFile, mint };
}

/**
 * Returns a private key in the form of the SAT's `.key` files, which is PKCS#8 under PBES2 with
 * DES-EDE3-CBC.
 */
export function encrypted(key: KeyObject, passphrase: string) {
  const der = key.export({ type: 'pkcs8', format: 'der', cipher: 'des-ede3-cbc', passphrase });
  return { privateKey: der.toString('base64'), passphrase };
}

export type TestAuthority = Awaited<ReturnType<typeof testAuthority>>;
