import { createPublicKey, createVerify, X509Certificate } from 'node:crypto';
import type { Refusal } from '@timbre/kit';
import { signPortalChallenge } from '../src/operations/sign-portal-challenge';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { organizationWithProfile, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

let service: FiscalCfdi;
beforeAll(async () => {
  service = await startFiscalCfdi();
});
afterAll(() => service.close());

async function withFiel(validTo?: string) {
  const context = await organizationWithProfile(service);
  const files = await service.authority.mint({ kind: 'fiel', ...(validTo && { validTo }) });
  await service.answer(uploadCertificate, context, files);
  const { certificate, privateKey, passphrase } = files;
  const sign = (guid: string) => signPortalChallenge.run(service.runtime, context, { guid });
  return { sign, number: files.number, secrets: [privateKey, passphrase], certificate };
}

const text = (base64: string) => Buffer.from(base64, 'base64').toString();

describe('the challenge of a login page', () => {
  it('the challenge of a login page is signed with the FIEL, and the signature is base64-encoded twice', async () => {
    const { sign, number, certificate } = await withFiel();
    const { token, rfc, certificateNumber, fert } = await sign('NGQ2-abc==');
    expect([rfc, certificateNumber]).toEqual(['EKU9003173C9', number]);
    expect(fert).toMatch(/^\d{12}Z$/);
    const [challenge = '', signature = ''] = text(token).split('#');
    expect(text(challenge)).toBe(`NGQ2-abc==|EKU9003173C9|${number}`);
    const key = createPublicKey(
      new X509Certificate(Buffer.from(certificate, 'base64')).publicKey.export({
        type: 'spki',
        format: 'pem',
      }),
    );
    const verify = createVerify('RSA-SHA1').update(text(challenge));
    expect(verify.verify(key, Buffer.from(text(signature), 'base64'))).toBe(true);
  });

  it('the answer to the challenge contains no part of the private key', async () => {
    const { sign, secrets } = await withFiel();
    const answer = JSON.stringify(await sign('abc'));
    for (const secret of secrets) expect(answer).not.toContain(secret.slice(0, 60));
  });

  it.each(['', 'a|EKU9003173C9|x', 'x'.repeat(201), 'a b'])(
    'the challenge of a login page must be a guid: %j',
    async (guid) => {
      const { sign } = await withFiel();
      await expect(sign(guid)).rejects.toMatchObject({ code: 'validation_error' });
    },
  );

  it('the challenge of a login page is refused for an organization that has only a CSD', async () => {
    const context = await organizationWithProfile(service);
    await service.answer(uploadCertificate, context, await service.authority.mint());
    const refused = signPortalChallenge.run(service.runtime, context, { guid: 'abc' });
    const { code, details } = (await refused.catch(
      (error: Refusal) => error as Refusal,
    )) as Refusal;
    expect([code, details.reason]).toEqual(['conflict', 'fiel_missing']);
  });
});
