import type { Comprobante, PrivateKey, Retenciones, Sealed } from '@timbre/cfdi';
import type { DocumentKind } from './document-kind';

/**
 * Identifies the record that owns a secret; the encryption binds the secret to this record. A ciphertext
 * that is copied to another owner cannot be decrypted.
 */
interface SecretOwner {
  organizationId: string;
  secretId: string;
  version: number;
}

/** An encrypted secret, as it is stored. */
export interface SealedSecret extends SecretOwner {
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}

/**
 * Encrypts secrets at rest. Secrets must not be encrypted or decrypted inside a transaction, because the
 * KMS may be remote.
 */
export interface SecretBox {
  readonly activeKeyId: string;
  seal(owner: SecretOwner, plaintext: Buffer): Promise<SealedSecret>;
  open(secret: SealedSecret): Promise<Buffer>;
  /**
   * Encrypts the data key of a secret again, with the active wrapping key. The ciphertext of the secret
   * stays unchanged.
   */
  rewrap(secret: Omit<SealedSecret, 'ciphertext'>): Promise<{ keyId: string; wrappedKey: Buffer }>;
}

/** The plaintext of a certificate's secret: the SAT's `.key` file and its passphrase. */
export interface KeySecret {
  privateKey: string;
  passphrase: string;
}

/** Identifies one version of a stored private key. */
export interface KeyName {
  certificateNumber: string;
  secret: SecretOwner;
}

/** A certificate with its encrypted private key. Only the signer can decrypt the private key. */
export interface StoredSigningKey extends KeyName {
  certificateId: string;
  certificate: Buffer;
  secret: SealedSecret;
}

export interface CancelacionRequest {
  kind: DocumentKind;
  issuerRfc: string;
  /** The local time in central Mexico, without a time zone. */
  fecha: string;
  uuid: string;
  motive: string;
  replacementUuid?: string | undefined;
}

/** A receiver's answer to a request to cancel a CFDI. */
export interface ReceiverAnswer {
  receiverRfc: string;
  pacRfc: string;
  /** The local time in central Mexico, without a time zone. */
  fecha: string;
  uuid: string;
  answer: 'accept' | 'reject';
}

/**
 * Signs with a private key and does not expose the key. A caller must not use this object for longer than
 * one request.
 */
export interface SealingKey {
  readonly certificateNumber: string;
  readonly certificateBase64: string;
  /** Signs a cadena original with RSA SHA-256 and returns the signature in base64. */
  sealCadena(cadena: string): string;
  /** Sets NoCertificado, Certificado and Sello of a document. */
  seal(document: Comprobante): Sealed;
  /** Like `seal`, but signs in the thread pool, so that many documents can be sealed at once. */
  sealAsync(document: Comprobante): Promise<Sealed>;
  /** Seals a withholding document. */
  sealRetenciones(document: Retenciones): Sealed;
  /** Builds and signs a request to the SAT to cancel one document. */
  signCancelacion(request: CancelacionRequest): string;
  /** Builds and signs a receiver's answer to a request for cancellation. */
  signReceiverAnswer(answer: ReceiverAnswer): string;
  /**
   * Builds and signs the answer to the challenge of the SAT's login page. The organization must have an
   * active FIEL.
   */
  signPortalChallenge(guid: string): PortalAnswer;
  /** Builds and signs a message of the SAT's mass download. The organization must have an active FIEL. */
  signMassDownload(message: MassDownloadMessage): SignedMessage;
}

/** A message of the SAT's mass download, version 1.5; its periods are local times without a time zone. */
export type MassDownloadMessage =
  | { operation: 'authenticate'; createdAt: Date }
  | {
      operation: 'request_issued' | 'request_received';
      from: string;
      to: string;
      requestType: 'CFDI' | 'Metadata';
      documentStatus: 'Todos' | 'Vigente' | 'Cancelado';
    }
  | { operation: 'request_folio'; folio: string }
  | { operation: 'verify'; requestId: string }
  | { operation: 'download'; packageId: string };

export interface SignedMessage {
  /** The complete and signed SOAP message. */
  envelope: string;
  soapAction: string;
  rfc: string;
  certificateNumber: string;
}

/** The fields of the SAT's login form for a login with FIEL. */
export interface PortalAnswer {
  rfc: string;
  certificateNumber: string;
  /** The signed challenge, which is valid only for the login page that issued the guid. */
  token: string;
  /** The expiry of the certificate, in the form `YYMMDDHHMMSSZ`. */
  fert: string;
}

/**
 * Decrypts stored keys. A private key must not be decrypted inside a transaction, because the KMS may be
 * remote.
 */
export interface Signer {
  /**
   * Returns the decrypted private key if it is cached. If the key is cached, the caller does not have to
   * read the stored key from the database.
   */
  kept(name: KeyName): Promise<SealingKey> | undefined;
  open(stored: StoredSigningKey): Promise<SealingKey>;
}

/**
 * Decrypts the private key in an uploaded file. The number of keys that are decrypted at the same time is
 * limited, and each organization decrypts one at a time.
 * @throws CredentialError if the file or its passphrase is wrong
 */
export type KeyOpener = (upload: {
  organizationId: string;
  file: Buffer;
  passphrase: string;
}) => Promise<PrivateKey>;

/** Compares the clock of this host with the PACs' clocks. */
export interface ClockWatch {
  /**
   * Returns how far the clock of this host is ahead of the PACs' clocks, in milliseconds; undefined if no
   * PAC's clock was read recently.
   */
  skewMs(): Promise<number | undefined>;
}

interface MintRequest {
  kind: string;
  rfc: string;
  legalName: string;
  passphrase?: string | undefined;
  validFrom?: string | undefined;
  validTo?: string | undefined;
}

/** A test certificate with its key, both in base64. */
export interface MintedCertificate {
  certificateNumber: string;
  certificate: string;
  privateKey: string;
  passphrase: string;
  validFrom: string;
  validTo: string;
}

/** The outcome of a call to the sandbox authority: done, refused with reasons, or unknown. */
export type AuthorityOutcome<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'refused'; issues: { path: string; message: string; code: string }[] }
  | { outcome: 'unknown'; cause: unknown };

/**
 * The certificate authority of a sandbox. The authority publishes the magic values of its scenarios and
 * issues test certificates.
 */
export interface SandboxAuthority {
  /**
   * Lists the scenarios, and marks the scenario that is active for the organization of the current request.
   */
  scenarios(): Promise<AuthorityOutcome<unknown[]>>;
  /** Activates a scenario for the organization of the current request; null deactivates it. */
  switchScenario(
    scenarioId: string | null,
  ): Promise<AuthorityOutcome<{ scenarioId: string | null }>>;
  mint(request: MintRequest): Promise<AuthorityOutcome<MintedCertificate>>;
}

/** The providers that the fiscal set-up uses. */
export interface SetUpProviders {
  secrets: SecretBox;
  signer: Signer;
  openKey: KeyOpener;
  /** Returns whether one of the trusted authorities issued this certificate. */
  isTrusted: (der: Uint8Array) => boolean;
  /** The sandbox authority; absent in production. */
  authority?: SandboxAuthority | undefined;
  /**
   * The names of this deployment's PACs, in the order of use. An organization can use PAC accounts of its
   * own instead.
   */
  pacNames: string[];
}
