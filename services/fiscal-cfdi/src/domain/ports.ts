import type { Comprobante, PrivateKey, Retenciones, Sealed } from '@timbre/cfdi';
import type { DocumentKind } from './document-kind';

/** Wraps the data keys of secrets with a key that never leaves its keeper. */
export interface Kms {
  /** The key new secrets are wrapped with. */
  readonly activeKeyId: string;
  /** @param context what the data key belongs to; it unwraps for nothing else */
  wrap(dataKey: Buffer, context: string): Promise<{ keyId: string; wrappedKey: Buffer }>;
  unwrap(wrapped: { keyId: string; wrappedKey: Buffer }, context: string): Promise<Buffer>;
}

/** Whose secret it is; a ciphertext moved to another owner does not open. */
export interface SecretOwner {
  organizationId: string;
  secretId: string;
  version: number;
}

/** A secret as it is stored. */
export interface SealedSecret extends SecretOwner {
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}

/** Keeps secrets unreadable at rest. Calls outside where the KMS is: never in a transaction. */
export interface SecretBox {
  readonly activeKeyId: string;
  seal(owner: SecretOwner, plaintext: Buffer): Promise<SealedSecret>;
  open(secret: SealedSecret): Promise<Buffer>;
  /** The data key wrapped with the active key; the ciphertext stays as it is. */
  rewrap(secret: Omit<SealedSecret, 'ciphertext'>): Promise<{ keyId: string; wrappedKey: Buffer }>;
}

/** The plaintext of a certificate's secret: the SAT's `.key` file and what opens it. */
export interface KeySecret {
  privateKey: string;
  passphrase: string;
}

/** What names a stored key, and the state that it is in. */
export interface KeyName {
  certificateNumber: string;
  secret: SecretOwner;
}

/** A certificate with its key as stored, to be opened by the signer. */
export interface StoredSigningKey extends KeyName {
  certificateId: string;
  certificate: Buffer;
  secret: SealedSecret;
}

export interface CancelacionRequest {
  kind: DocumentKind;
  issuerRfc: string;
  /** Local time of the centre, without zone. */
  fecha: string;
  uuid: string;
  motive: string;
  replacementUuid?: string | undefined;
}

/** Signs with a private key that nobody gets to see. Do not keep it beyond a request. */
export interface SealingKey {
  readonly certificateNumber: string;
  readonly certificateBase64: string;
  /** RSA SHA-256 of a cadena original, in base64. */
  sealCadena(cadena: string): string;
  /** Fills in NoCertificado, Certificado and Sello. */
  seal(document: Comprobante): Sealed;
  /** Like `seal`, but signs in the thread pool, for many documents at once. */
  sealAsync(document: Comprobante): Promise<Sealed>;
  /** Seals a withholding document. */
  sealRetenciones(document: Retenciones): Sealed;
  /** A request to the SAT to cancel one document, signed. */
  signCancelacion(request: CancelacionRequest): string;
}

/** Opens stored keys; outside of transactions, because the KMS may be across a network. */
export interface Signer {
  /** A key that was opened a moment ago: to be asked before what is stored is read. */
  kept(name: KeyName): Promise<SealingKey> | undefined;
  open(stored: StoredSigningKey): Promise<SealingKey>;
}

/**
 * Opens the key of an upload; some at a time, of each organization one.
 * @throws CredentialError with what is wrong with the file or its passphrase
 */
export type KeyOpener = (upload: {
  organizationId: string;
  file: Buffer;
  passphrase: string;
}) => Promise<PrivateKey>;

/** What the outside says of this host's time. */
export interface ClockWatch {
  /** How far this host is ahead of every PAC heard lately; undefined when none was heard. */
  skewMs(): Promise<number | undefined>;
}

export interface MintRequest {
  kind: string;
  rfc: string;
  legalName: string;
  passphrase?: string | undefined;
  validFrom?: string | undefined;
  validTo?: string | undefined;
}

/** A test certificate with its key, base64. */
export interface MintedCertificate {
  certificateNumber: string;
  certificate: string;
  privateKey: string;
  passphrase: string;
  validFrom: string;
  validTo: string;
}

/** What a call to the authority came to: done, refused with reasons, or not known to be done. */
export type AuthorityOutcome<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'refused'; issues: { path: string; message: string; code: string }[] }
  | { outcome: 'unknown'; cause: unknown };

/** The authority of a sandbox: it publishes magic values and mints test certificates. */
export interface SandboxAuthority {
  scenarios(): Promise<AuthorityOutcome<unknown[]>>;
  mint(request: MintRequest): Promise<AuthorityOutcome<MintedCertificate>>;
}

/** Everything outside that this part of the service works with. */
export interface SetUpProviders {
  secrets: SecretBox;
  signer: Signer;
  openKey: KeyOpener;
  /** Whether one of the trusted authorities issued this certificate. */
  isTrusted: (der: Uint8Array) => boolean;
  /** Only in a sandbox. */
  authority?: SandboxAuthority | undefined;
  /** The PACs of this deployment, in the order they are used; organizations may have their own. */
  pacNames: string[];
}
