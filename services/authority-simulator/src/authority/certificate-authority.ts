import {
  createHmac,
  createPrivateKey,
  randomInt,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCertificate } from './issue';
import { generateRsa } from './keys';
import { authorityName, subjectOf, type CertificateKind, type Holder } from './names';

/** The RFC and name of the SAT's test PAC, which signs the stamps of every real sandbox. */
export const PAC = { rfc: 'SPR190613I52', legalName: 'SAT PRUEBAS' } as const;

/** The authorities' certificates are valid for longer than any certificate that they sign. */
const AUTHORITY_VALID_FROM = new Date('2010-01-01T00:00:00Z');
const AUTHORITY_VALID_TO = new Date('2060-01-01T00:00:00Z');

const ROOT = authorityName('AC RAIZ TIMBRE (SIMULADOR)');
const ISSUING = authorityName('AC TIMBRE (SIMULADOR)');

export interface Signer {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

export interface CertificateAuthority {
  /** The certificates of both authorities in PEM, the issuing authority first. */
  readonly pem: string;
  issue(request: LeafRequest): Promise<Buffer>;
  issued(der: Uint8Array): boolean;
  /**
   * Returns the stamping certificate of a PAC, with its key. The certificate is created once and stored.
   */
  pacSigner(pac: string): Promise<Signer>;
  /**
   * Returns the simulator's secret for the given purpose, such as signing tokens. The secret is the same
   * after a restart.
   */
  secret(purpose: string): Buffer;
}

interface LeafRequest {
  readonly kind: CertificateKind;
  readonly holder: Holder;
  readonly number: string;
  readonly publicKey: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** Opens the authority stored in the folder, or creates the root, the issuing authority and their keys. */
export async function openAuthority(folder: string): Promise<CertificateAuthority> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const root = await openSigner(folder, 'root', 4096, undefined);
  const issuing = await openSigner(folder, 'issuing', 2048, root);
  const issue = (request: LeafRequest) =>
    issueCertificate({
      ...request,
      subject: subjectOf(request.kind, request.holder),
      issuer: ISSUING,
      signingKey: issuing.key,
      purpose: request.kind,
    });
  return {
    pem: issuing.certificate.toString() + root.certificate.toString(),
    issue,
    issued: (der) => new X509Certificate(der).verify(issuing.certificate.publicKey),
    pacSigner: (pac) => openPacSigner(folder, pac, issue),
    secret: (purpose) =>
      createHmac('sha256', issuing.key.export({ type: 'pkcs8', format: 'der' }))
        .update(purpose)
        .digest(),
  };
}

/**
 * Returns a random certificate number in the SAT's format. Because the number is random, two simulators
 * rarely use the same number.
 */
export function newCertificateNumber(): string {
  return `300010000009${String(randomInt(100_000_000)).padStart(8, '0')}`;
}

async function openSigner(
  folder: string,
  name: string,
  bits: 2048 | 4096,
  parent: Signer | undefined,
): Promise<Signer> {
  return openStored(folder, name, async () => {
    const { privateKey, publicKey } = await generateRsa(bits);
    const der = await issueCertificate({
      subject: parent ? ISSUING : ROOT,
      issuer: ROOT,
      number: newCertificateNumber(),
      publicKey,
      signingKey: parent?.key ?? privateKey,
      validFrom: AUTHORITY_VALID_FROM,
      validTo: AUTHORITY_VALID_TO,
      purpose: 'authority',
    });
    return { certificate: new X509Certificate(der), key: privateKey };
  });
}

async function openPacSigner(
  folder: string,
  pac: string,
  issue: (request: LeafRequest) => Promise<Buffer>,
): Promise<Signer> {
  return openStored(folder, `pac-${pac}`, async () => {
    const { privateKey, publicKey } = await generateRsa(2048);
    const der = await issue({
      kind: 'csd',
      holder: PAC,
      number: newCertificateNumber(),
      publicKey,
      validFrom: AUTHORITY_VALID_FROM,
      validTo: AUTHORITY_VALID_TO,
    });
    return { certificate: new X509Certificate(der), key: privateKey };
  });
}

/**
 * Reads a key and its certificate, or creates and stores them. The key and the certificate are in a single
 * file that is renamed into place, so that a killed process leaves either a complete file or no file.
 */
async function openStored(
  folder: string,
  name: string,
  create: () => Promise<Signer>,
): Promise<Signer> {
  const path = join(folder, `${name}.pem`);
  if (existsSync(path)) {
    const pem = readFileSync(path);
    return { certificate: new X509Certificate(pem), key: createPrivateKey(pem) };
  }
  const signer = await create();
  const key = signer.key.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(`${path}.new`, `${signer.certificate.toString()}${key}`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return signer;
}
