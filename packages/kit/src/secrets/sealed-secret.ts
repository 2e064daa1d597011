/** Wraps the data keys of secrets with a key that never leaves the KMS. */
export interface Kms {
  /** The identifier of the encryption key that wraps the data keys of new secrets. */
  readonly activeKeyId: string;
  /**
   * @param context identifies the owner of the data key; unwrapping the key requires the same
   * context
   */
  wrap(dataKey: Buffer, context: string): Promise<{ keyId: string; wrappedKey: Buffer }>;
  unwrap(wrapped: { keyId: string; wrappedKey: Buffer }, context: string): Promise<Buffer>;
}

/** The owner of a secret. A ciphertext that is copied to another owner cannot be decrypted. */
export interface SecretOwner {
  organizationId: string;
  secretId: string;
  version: number;
}

/** A secret in its stored, encrypted form. */
export interface SealedSecret extends SecretOwner {
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}

/**
 * Encrypts the secrets of organizations at rest. The encryption must not be used inside a
 * transaction, because the KMS may be remote.
 */
export interface SecretBox {
  readonly activeKeyId: string;
  seal(owner: SecretOwner, plaintext: Buffer): Promise<SealedSecret>;
  open(secret: SealedSecret): Promise<Buffer>;
  /** Wraps the data key with the active key. The ciphertext of the secret does not change. */
  rewrap(secret: Omit<SealedSecret, 'ciphertext'>): Promise<{ keyId: string; wrappedKey: Buffer }>;
}
