import type { fiscalCfdi } from '@timbre/contract';
import { longCommand, replyValue, type Operation } from '@timbre/kit';
import type { SealedSecret, SetUpProviders } from '../domain/ports';
import { authorityOf, doneValue } from '../workflows/authority-outcome';

type Request = fiscalCfdi.CreateSandboxCertificateRequest;

/**
 * The response in the form in which the idempotency record stores it, before encryption; bytes are base64.
 */
interface KeptAnswer {
  secretId: string;
  keyId: string;
  wrappedKey: string;
  ciphertext: string;
}

/**
 * Issues a test certificate with its key. The response contains a private key and its passphrase, so the
 * idempotency record stores the response encrypted, and a retry decrypts it. If the response was lost
 * before it was stored, a retry issues a new certificate. No stored record refers to the certificate in the
 * lost response.
 */
export const createSandboxCertificate: Operation<Request, SetUpProviders> = {
  async run(runtime, context, request) {
    const body = await mintSealed.run(runtime, context, request);
    const { data } = JSON.parse(body.toString()) as { data: KeptAnswer };
    const sealed = toSecret(data, context.organizationId);
    const minted = await runtime.providers.secrets.open(sealed);
    return Buffer.concat([Buffer.from('{"data":'), minted, Buffer.from('}')]);
  },
};

const mintSealed = longCommand(async (run, request: Request, providers: SetUpProviders) => {
  const authority = authorityOf(providers, run.context);
  const minted = doneValue(await authority.mint(request));
  const { organizationId } = run.context;
  const owner = { organizationId, secretId: minted.certificateNumber, version: 1 };
  const sealed = await providers.secrets.seal(owner, Buffer.from(JSON.stringify(minted)));
  return run.finish(async () => replyValue(toKept(sealed)));
});

const toKept = ({ secretId, keyId, wrappedKey, ciphertext }: SealedSecret): KeptAnswer => ({
  secretId,
  keyId,
  wrappedKey: wrappedKey.toString('base64'),
  ciphertext: ciphertext.toString('base64'),
});

const toSecret = (kept: KeptAnswer, organizationId: string): SealedSecret => ({
  organizationId,
  secretId: kept.secretId,
  version: 1,
  keyId: kept.keyId,
  wrappedKey: Buffer.from(kept.wrappedKey, 'base64'),
  ciphertext: Buffer.from(kept.ciphertext, 'base64'),
});
