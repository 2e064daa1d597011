import 'reflect-metadata';
import type { KeyObject } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type JsonName,
} from '@peculiar/x509';
import { importPrivate, importPublic, SIGNING } from './keys';
import type { CertificateKind } from './names';

/** The Netscape certificate type of a FIEL is a BIT STRING with the bits SSL client and S/MIME set. */
const NETSCAPE_CERT_TYPE = '2.16.840.1.113730.1.1';
const SSL_CLIENT_AND_SMIME = Uint8Array.of(0x03, 0x02, 0x05, 0xa0);
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';

export interface IssueRequest {
  readonly subject: JsonName;
  readonly issuer: JsonName;
  readonly number: string;
  readonly publicKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly purpose: CertificateKind | 'authority';
}

/**
 * Signs a certificate and returns it as DER. The serial number consists of the certificate number's 20
 * digits in ASCII.
 */
export async function issueCertificate(request: IssueRequest): Promise<Buffer> {
  const certificate = await X509CertificateGenerator.create({
    serialNumber: Buffer.from(request.number, 'ascii').toString('hex'),
    subject: request.subject,
    issuer: request.issuer,
    notBefore: request.validFrom,
    notAfter: request.validTo,
    publicKey: await importPublic(request.publicKey),
    signingKey: await importPrivate(request.signingKey),
    signingAlgorithm: SIGNING,
    extensions: extensionsOf(request.purpose),
  });
  return Buffer.from(certificate.rawData);
}

function extensionsOf(purpose: IssueRequest['purpose']): Extension[] {
  const { digitalSignature, nonRepudiation, dataEncipherment, keyAgreement } = KeyUsageFlags;
  switch (purpose) {
    case 'authority':
      return [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ];
    case 'csd':
      return [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(digitalSignature | nonRepudiation, false),
      ];
    case 'fiel':
      return [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(
          digitalSignature | nonRepudiation | dataEncipherment | keyAgreement,
          false,
        ),
        new Extension(NETSCAPE_CERT_TYPE, false, SSL_CLIENT_AND_SMIME),
        new ExtendedKeyUsageExtension([EMAIL_PROTECTION, CLIENT_AUTHENTICATION], false),
      ];
  }
}
