import type { CertificateRegister } from '../store/certificates';
import { newCertificateNumber, type CertificateAuthority } from './certificate-authority';
import { encryptedKey, generateRsa } from './keys';
import type { CertificateKind, Holder } from './names';

/** The passphrase of all the SAT's public test keys, which the simulator uses by default. */
export const TEST_PASSPHRASE = '12345678a';

/** The validity of a CSD or FIEL is four years (RMF 2.2.8). */
export const VALIDITY_YEARS = 4;

export interface MintRequest extends Holder {
  readonly kind: CertificateKind;
  readonly passphrase: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

export interface Minted {
  readonly certificateNumber: string;
  readonly certificate: Buffer;
  readonly privateKey: Buffer;
}

/** Issues a CSD or FIEL with a new key. The private key is returned encrypted and not stored. */
export async function mint(
  authority: CertificateAuthority,
  register: CertificateRegister,
  request: MintRequest,
): Promise<Minted> {
  const { kind, validFrom, validTo, rfc, legalName } = request;
  const { privateKey, publicKey } = await generateRsa(2048);
  let number = newCertificateNumber();
  while (register.has(number)) number = newCertificateNumber();
  const certificate = await authority.issue({
    kind,
    holder: request,
    number,
    publicKey,
    validFrom,
    validTo,
  });
  register.add({ number, kind, rfc, legalName, der: certificate, validFrom, validTo });
  return {
    certificateNumber: number,
    certificate,
    privateKey: encryptedKey(privateKey, request.passphrase),
  };
}
