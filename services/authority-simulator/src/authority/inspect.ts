import type { X509Certificate } from 'node:crypto';
import type { CertificateKind } from './names';

/** What a PAC reads in a CSD or FIEL. */
export interface InspectedCertificate {
  readonly number: string;
  readonly kind: CertificateKind;
  readonly rfc: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** Reads number, kind and holder; `undefined` when it is not of the SAT's shape. */
export function inspectCertificate(certificate: X509Certificate): InspectedCertificate | undefined {
  const number = Buffer.from(certificate.serialNumber, 'hex').toString('latin1');
  const identifier = subjectField(certificate, 'x500UniqueIdentifier');
  if (!/^\d{20}$/.test(number) || !identifier) return undefined;
  return {
    number,
    kind: subjectField(certificate, 'OU') === undefined ? 'fiel' : 'csd',
    rfc: identifier.split('/')[0]?.trim() ?? '',
    validFrom: certificate.validFromDate,
    validTo: certificate.validToDate,
  };
}

function subjectField(certificate: X509Certificate, name: string): string | undefined {
  const line = certificate.subject.split('\n').find((field) => field.startsWith(`${name}=`));
  return line?.slice(name.length + 1);
}
