import type { CallContext } from '@timbre/kit';
import { activateCertificate } from '../src/operations/activate-certificate';
import { getFiscalReadiness } from '../src/operations/get-fiscal-readiness';
import { listCertificates } from '../src/operations/list-certificates';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { cancelKey, startCanceling, type Canceling } from './canceling';
import { newDraft, refusalOf } from './cfdi';
import {
  moveClock, newIssuer, newItem, newStampable, stamp, stampKey, stampRefused,
} from './stamping'; // prettier-ignore

let stamping: Canceling;
beforeAll(async () => void (stamping = await startCanceling()));
afterAll(() => stamping.close());
beforeEach(() => stamping.reset());

const revoked = (code: string) => () =>
  ({ outcome: 'rejected', code, message: 'Certificado revocado o caduco' }) as const;
const pac = () => stamping.pacs[0];

async function certificatesOf(context: CallContext) {
  const { data } = await stamping.service.page(listCertificates as never, context, {} as never);
  return data as { certificateId: string; status: string }[];
}
const statusesOf = async (context: CallContext) =>
  (await certificatesOf(context)).map(({ status }) => status);
const refusedWhy = async (context: CallContext, documentRef: string) =>
  (await stampRefused(stamping, stampKey(context), documentRef)).details.reason;

describe('a certificate that a PAC reports as revoked', () => {
  it('a certificate that a PAC reports as revoked cannot seal documents and fails the readiness check', async () => {
    const { context, documentRef } = await newStampable(stamping);
    pac().answers.push(revoked('304'));
    const keyed = stampKey(context);
    const refusal = await stampRefused(stamping, keyed, documentRef);
    expect(refusal).toMatchObject({
      code: 'conflict',
      details: {
        reason: 'certificate_revoked',
        issues: [{ code: 'certificate_revoked', satCode: '304' }],
      },
    });
    expect((await stampRefused(stamping, keyed, documentRef)).details).toEqual(refusal.details);
    const sends = pac().sends.length;
    expect(await refusedWhy(context, documentRef)).toBe('certificate_revoked');
    const { documentRef: next } = await newDraft(stamping, context, { items: [newItem()] });
    expect(await refusedWhy(context, next)).toBe('certificate_revoked');
    expect(pac().sends).toHaveLength(sends);
    expect(await statusesOf(context)).toEqual(['revoked']);
    const readiness = await stamping.service.answer(getFiscalReadiness as never, context, {
      kind: 'income',
    } as never);
    expect(readiness).toMatchObject({
      ready: false,
      checks: expect.arrayContaining([
        expect.objectContaining({ code: 'certificate', ready: false }),
      ]),
    });
  });

  it('other refusals, and refusals of other organizations, do not mark a certificate as revoked', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const other = await newIssuer(stamping);
    pac().answers.push(revoked('304'));
    await stampRefused(stamping, stampKey(context), documentRef);
    expect(await statusesOf(other)).toEqual(['active']);
    const { documentRef: theirs } = await newDraft(stamping, other, { items: [newItem()] });
    pac().answers.push(revoked('305'));
    expect(await refusedWhy(other, theirs)).toBe('stamp_rejected');
    expect(await statusesOf(other)).toEqual(['active']);
  });

  it('a certificate that a PAC reports as revoked is replaced by the next upload and cannot be activated again', async () => {
    const { context, documentRef } = await newStampable(stamping);
    pac().answers.push(revoked('304'));
    await stampRefused(stamping, stampKey(context), documentRef);
    const { certificateId } = (await certificatesOf(context))[0]!;
    const back = await refusalOf(stamping, activateCertificate as never, context, {
      certificateId,
    });
    expect(back.details.reason).toBe('certificate_revoked');
    const fresh = await stamping.mint();
    const uploaded = await stamping.service.answer(
      uploadCertificate as never,
      context,
      fresh as never,
    );
    expect(uploaded).toMatchObject({ status: 'active' });
    moveClock(stamping, 5);
    expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({
      status: 'valid',
      stamp: { certificateNumber: fresh.number },
    });
  });

  it('a certificate that a PAC reports as revoked makes a cancellation wait for the next CSD, with one try per hour', async () => {
    const { context, documentRef } = await stamping.newValid();
    await stamping.service.rows('update certificates set revoked_at = now() where org_id = $1', [
      context.organizationId,
    ]);
    const keyed = cancelKey(context);
    const refusedFor = async () => (await stamping.refused(keyed, documentRef)).details.reason;
    const nextCheck = async () => (await stamping.rowOf(documentRef))['next_check_at'];
    expect(await refusedFor()).toBe('certificate_revoked');
    expect(await refusedFor()).toBe('certificate_revoked');
    const first = await nextCheck();
    moveClock(stamping, 3_600);
    await stamping.follow(context, documentRef);
    expect(Number(await nextCheck()) - Number(first)).toBe(3_600_000);
    const fresh = await stamping.mint();
    await stamping.service.answer(uploadCertificate as never, context, fresh as never);
    await stamping.follow(context, documentRef);
    expect(pac().canceled).toHaveLength(0);
    moveClock(stamping, 7_200);
    await stamping.follow(context, documentRef);
    expect(await stamping.rowOf(documentRef)).toMatchObject({ code: '201', state: 'requested' });
  });

  it('a certificate that a PAC reports as revoked does not delay a cancellation that is synchronized after the next upload', async () => {
    const { context, documentRef } = await stamping.newValid();
    await stamping.service.rows('update certificates set revoked_at = now() where org_id = $1', [
      context.organizationId,
    ]);
    const keyed = cancelKey(context);
    expect((await stamping.refused(keyed, documentRef)).details.reason).toBe('certificate_revoked');
    await expect(stamping.synchronize(context, documentRef)).rejects.toMatchObject({
      details: { reason: 'certificate_revoked' },
    });
    const fresh = await stamping.mint();
    await stamping.service.answer(uploadCertificate as never, context, fresh as never);
    expect(await stamping.synchronize(context, documentRef)).toMatchObject({
      cancellation: { state: 'requested', code: '201' },
    });
  });

  it.each(['304', '1308', 'CR1308'])(
    'a certificate that a PAC reports as revoked is also detected by code %s of a cancellation',
    async (code) => {
      const { context, documentRef } = await stamping.newValid();
      pac().cancelAnswers.push({ outcome: 'refused', code, message: 'Certificado revocado' });
      await stamping.cancel(cancelKey(context), documentRef).catch(() => undefined);
      expect(await statusesOf(context)).toEqual(['revoked']);
    },
  );
});
