import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const signing = {
  notBefore: new Date(Date.now() - 60_000),
  notAfter: new Date(Date.now() + 3_600_000),
};

/** Creates a certificate authority for a test. */
export async function newAuthority(name: string) {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const extensions = [new x509.BasicConstraintsExtension(true, 0, true)];
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    { ...signing, name: `CN=${name}`, keys, extensions, signingAlgorithm: algorithm },
    webcrypto,
  );
  return { keys, certificate };
}

export type Authority = Awaited<ReturnType<typeof newAuthority>>;

/** Creates the key and the certificate of a server with this host name. */
export async function newServerCertificate(authority: Authority, name: string) {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create(
    {
      ...signing,
      serialNumber: randomBytes(8).toString('hex'),
      subject: `CN=${name}`,
      issuer: authority.certificate.subject,
      publicKey: keys.publicKey,
      signingKey: authority.keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { certificate, key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
}
