import { openPrivateKey, seal, sealAsync, sealRetenciones, signCadena } from '@timbre/cfdi';
import { certain } from '@timbre/fiscal';
import { signCancelacion, signReceiverAnswer } from './cancelacion';
import { signMassDownload } from './mass-download';
import { signPortalChallenge } from './portal-challenge';
import type {
  KeyName,
  KeySecret,
  SealingKey,
  SecretBox,
  Signer,
  StoredSigningKey,
} from '../domain/ports';

/**
 * A decrypted key is cached for this time, in milliseconds. During this time, the key can still create
 * seals even if its certificate was deleted or access to the key was revoked.
 */
const keptMs = 60_000;
const keptMax = 500;

/**
 * Decrypts private keys and caches them for a minute, per organization and certificate. The cache matters:
 * a seal takes only 0.2 ms, but decrypting a key takes a KMS call and a key derivation. Only the signer has
 * access to the object with the decrypted key.
 */
export function createSigner(secrets: SecretBox): Signer {
  const kept = new Map<string, Promise<SealingKey>>();
  return {
    kept: (name) => kept.get(nameOf(name)),
    open(stored) {
      const name = nameOf(stored);
      const known = kept.get(name);
      if (known) return known;
      const opened = openKey(secrets, stored);
      if (kept.size >= keptMax) kept.delete(certain(kept.keys().next().value, 'the oldest'));
      kept.set(name, opened);
      const forget = () => void (kept.get(name) === opened && kept.delete(name));
      opened.catch(forget);
      setTimeout(forget, keptMs).unref();
      return opened;
    },
  };
}

function nameOf({ certificateNumber, secret }: KeyName): string {
  return [secret.organizationId, certificateNumber, secret.secretId, secret.version].join('|');
}

async function openKey(secrets: SecretBox, stored: StoredSigningKey): Promise<SealingKey> {
  const plaintext = await secrets.open(stored.secret);
  const { privateKey: file, passphrase } = JSON.parse(plaintext.toString()) as KeySecret;
  plaintext.fill(0);
  const privateKey = await openPrivateKey(Buffer.from(file, 'base64'), passphrase);
  const { certificateNumber } = stored;
  const certificateBase64 = stored.certificate.toString('base64');
  const signer = { privateKey, certificateNumber, certificateBase64 };
  return {
    certificateNumber,
    certificateBase64,
    sealCadena: (cadena) => signCadena(cadena, privateKey),
    seal: (document) => seal(document, signer),
    sealAsync: (document) => sealAsync(document, signer),
    sealRetenciones: (document) => sealRetenciones(document, signer),
    signCancelacion: (request) => signCancelacion(request, signer),
    signReceiverAnswer: (answer) => signReceiverAnswer(answer, signer),
    signPortalChallenge: (guid) => signPortalChallenge(guid, signer),
    signMassDownload: (message) => signMassDownload(message, signer),
  };
}
