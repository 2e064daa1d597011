import type { Comprobante, PrivateKey, Retenciones, Sealed } from '@timbre/cfdi';
import type { DocumentKind } from './document-kind';

/** The owner of a secret. A ciphertext that is moved to another owner cannot be decrypted. */
interface SecretOwner {
  organizationId: string;
  secretId: string;
  version: number;
}

/** An encrypted secret in the form in which it is stored. */
export interface SealedSecret extends SecretOwner {
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}

/**
 * Encrypts secrets at rest. Secrets must not be encrypted or decrypted in a transaction, because
 * the KMS may be remote.
 */
export interface SecretBox {
  readonly activeKeyId: string;
  seal(owner: SecretOwner, plaintext: Buffer): Promise<SealedSecret>;
  open(secret: SealedSecret): Promise<Buffer>;
  /**
   * Encrypts the data key of a secret again, with the active key. The ciphertext of the secret stays
   * unchanged.
   */
  rewrap(secret: Omit<SealedSecret, 'ciphertext'>): Promise<{ keyId: string; wrappedKey: Buffer }>;
}

/** The plaintext of a certificate's secret: the SAT's `.key` file and its passphrase. */
export interface KeySecret {
  privateKey: string;
  passphrase: string;
}

/** Identifies one version of a stored key. */
export interface KeyName {
  certificateNumber: string;
  secret: SecretOwner;
}

/** A certificate with its encrypted key. Only the signer can decrypt the key. */
export interface StoredSigningKey extends KeyName {
  certificateId: string;
  certificate: Buffer;
  secret: SealedSecret;
}

export interface CancelacionRequest {
  kind: DocumentKind;
  issuerRfc: string;
  /** Local time of central Mexico, without zone. */
  fecha: string;
  uuid: string;
  motive: string;
  replacementUuid?: string | undefined;
}

/** A receiver's answer to the cancellation of a CFDI. */
export interface ReceiverAnswer {
  receiverRfc: string;
  pacRfc: string;
  /** Local time of central Mexico, without zone. */
  fecha: string;
  uuid: string;
  answer: 'accept' | 'reject';
}

/**
 * Signs with a private key without exposing it. A caller must not keep this object longer than one request.
 */
export interface SealingKey {
  readonly certificateNumber: string;
  readonly certificateBase64: string;
  /** Signs a cadena original with RSA SHA-256 and returns the signature in base64. */
  sealCadena(cadena: string): string;
  /** Fills in NoCertificado, Certificado and Sello of a document. */
  seal(document: Comprobante): Sealed;
  /** Works like `seal`, but signs in the thread pool, for many documents at once. */
  sealAsync(document: Comprobante): Promise<Sealed>;
  /** Seals a withholding document. */
  sealRetenciones(document: Retenciones): Sealed;
  /** Builds and signs a request to the SAT to cancel one document. */
  signCancelacion(request: CancelacionRequest): string;
  /** Builds and signs a receiver's answer to a request for cancellation. */
  signReceiverAnswer(answer: ReceiverAnswer): string;
  /**
   * Builds and signs the answer to the challenge of the SAT's login page. The organization must have a FIEL.
   */
  signPortalChallenge(guid: string): PortalAnswer;
  /** Builds and signs a message of the SAT's mass download. The organization must have a FIEL. */
  signMassDownload(message: MassDownloadMessage): SignedMessage;
}

/** A message of the SAT's mass download, version 1.5; periods are local, without zone. */
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

/** The fields of the SAT's form for a login with FIEL. */
export interface PortalAnswer {
  rfc: string;
  certificateNumber: string;
  /** The signed challenge; valid only for the login page that issued the guid. */
  token: string;
  /** Expiry of the certificate, `YYMMDDHHMMSSZ`. */
  fert: string;
}

/** Opens stored keys. A key must not be opened in a transaction, because the KMS may be remote. */
export interface Signer {
  /** Returns the opened key if it is cached. In that case the caller does not have to read the stored key. */
  kept(name: KeyName): Promise<SealingKey> | undefined;
  open(stored: StoredSigningKey): Promise<SealingKey>;
}

/**
 * Decrypts the private key of an upload. The number of keys that are opened at the same time is
 * limited, and each organization opens one at a time.
 * @throws CredentialError if the file or its passphrase is wrong
 */
export type KeyOpener = (upload: {
  organizationId: string;
  file: Buffer;
  passphrase: string;
}) => Promise<PrivateKey>;

/** Compares the clock of this host with the clocks of the PACs. */
export interface ClockWatch {
  /**
   * Returns in milliseconds how far the clock of this host is ahead of the PACs' clocks; undefined if no
   * clock of a PAC was read recently.
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

/** A test certificate with its key, base64. */
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
 * The certificate authority of a sandbox. The authority publishes magic values and issues test
 * certificates.
 */
export interface SandboxAuthority {
  /**
   * Lists the scenarios, and marks the scenario that is switched on for the organization of the current
   * request.
   */
  scenarios(): Promise<AuthorityOutcome<unknown[]>>;
  /** Switches a scenario on for the current request's organization; null switches it off. */
  switchScenario(
    scenarioId: string | null,
  ): Promise<AuthorityOutcome<{ scenarioId: string | null }>>;
  mint(request: MintRequest): Promise<AuthorityOutcome<MintedCertificate>>;
}

/** The providers that the fiscal set-up needs. */
export interface SetUpProviders {
  secrets: SecretBox;
  signer: Signer;
  openKey: KeyOpener;
  /** Whether one of the trusted authorities issued this certificate. */
  isTrusted: (der: Uint8Array) => boolean;
  /** The sandbox authority; absent in production. */
  authority?: SandboxAuthority | undefined;
  /** The PACs of this deployment, in the order of use. An organization can use its own accounts instead. */
  pacNames: string[];
}
