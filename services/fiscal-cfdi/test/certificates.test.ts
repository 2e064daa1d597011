import { callContext, withKey } from '@timbre/testkit';
import type { CallContext } from '@timbre/kit';
import { activateCertificate } from '../src/operations/activate-certificate';
import { deleteCertificate } from '../src/operations/delete-certificate';
import { getCertificate } from '../src/operations/get-certificate';
import { listCertificates } from '../src/operations/list-certificates';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { organizationWithProfile, refusal, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';
import type { TestCertificateRequest } from './test-authority';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());

async function upload(context: CallContext, request: TestCertificateRequest = {}) {
  const files = await service.authority.mint(request);
  const uploaded = await service.answer(uploadCertificate, context, files);
  return uploaded as Record<string, unknown> & { certificateId: string };
}

const statuses = async (context: CallContext, kind?: string) => {
  const { data } = await service.page(listCertificates, context, { kind });
  return data.map((certificate) => certificate['status']);
};

describe('uploadCertificate', () => {
  it('uploadCertificate returns the data of the certificate and activates the first CSD', async () => {
    const context = await organizationWithProfile(service);
    const files = await service.authority.mint();
    const certificate = await service.answer(uploadCertificate, context, files);
    expect(certificate).toEqual({
      certificateId: expect.any(String),
      kind: 'csd',
      certificateNumber: files.number,
      rfc: 'EKU9003173C9',
      legalName: 'ESCUELA KEMPER URGATE SA DE CV',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2030-01-01T00:00:00.000Z',
      status: 'active',
      createdAt: '2026-11-21T15:00:00.000Z',
    });
    const { certificateId } = certificate as { certificateId: string };
    expect(await service.answer(getCertificate, context, { certificateId })).toEqual(certificate);
  });

  it('uploadCertificate distinguishes FIEL and CSD, and both kinds have their own active certificate', async () => {
    const context = await organizationWithProfile(service);
    expect(await upload(context, { kind: 'fiel' })).toMatchObject({
      kind: 'fiel',
      status: 'active',
    });
    expect(await upload(context)).toMatchObject({ kind: 'csd', status: 'active' });
    expect(await upload(context)).toMatchObject({ kind: 'csd', status: 'inactive' });
    expect(await statuses(context, 'csd')).toEqual(['inactive', 'active']);
    expect(await statuses(context, 'fiel')).toEqual(['active']);
  });

  it('uploadCertificate leaves one active certificate when the first two CSDs are uploaded concurrently', async () => {
    const context = await organizationWithProfile(service);
    await Promise.all([upload(context), upload(context), upload(context)]);
    expect((await statuses(context)).sort()).toEqual(['active', 'inactive', 'inactive']);
  });

  it('uploadCertificate refuses a certificate that is already stored, and repeats the refusal word for word', async () => {
    const context = await organizationWithProfile(service);
    const files = await service.authority.mint();
    await service.answer(uploadCertificate, context, files);
    const keyed = withKey(context, 'POST /v1/fiscal/certificates');
    const refused = await refusal(service, uploadCertificate, keyed, files);
    expect(refused).toMatchObject({
      code: 'conflict',
      details: {
        reason: 'certificate_exists',
        issues: [{ path: ['certificate'], code: 'certificate_exists' }],
      },
    });
    expect(await refusal(service, uploadCertificate, keyed, files)).toMatchObject({
      message: refused.message,
    });
    expect(await statuses(context)).toEqual(['active']);
  });

  it('uploadCertificate returns the first answer for a repeated idempotency key', async () => {
    const context = withKey(await organizationWithProfile(service), 'POST /certificates');
    const files = await service.authority.mint();
    const first = await service.answer(uploadCertificate, context, files);
    expect(await service.answer(uploadCertificate, context, files)).toEqual(first);
    expect(await statuses(context)).toEqual(['active']);
  });

  it('uploadCertificate requires a fiscal profile', async () => {
    const files = await service.authority.mint();
    const refused = await refusal(service, uploadCertificate, callContext(), files);
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { reason: 'fiscal_profile_missing' },
    });
  });
});

describe('activateCertificate', () => {
  it('activateCertificate activates another certificate and later the first certificate again', async () => {
    const context = await organizationWithProfile(service);
    const first = await upload(context);
    const { certificateId } = await upload(context);
    const activated = await service.answer(activateCertificate, context, { certificateId });
    expect(activated['status']).toBe('active');
    expect(await statuses(context)).toEqual(['active', 'inactive']);
    await service.answer(activateCertificate, context, { certificateId: first.certificateId });
    await service.answer(activateCertificate, context, { certificateId: first.certificateId });
    expect(await statuses(context)).toEqual(['inactive', 'active']);
  });

  it('activateCertificate refuses a certificate that has expired since its upload', async () => {
    const context = await organizationWithProfile(service);
    await upload(context);
    const { certificateId } = await upload(context, { validTo: '2026-12-01T00:00:00Z' });
    service.setClock('2026-12-02T00:00:00Z');
    const refused = await refusal(service, activateCertificate, context, { certificateId });
    service.setClock('2026-11-21T15:00:00Z');
    expect(refused.details.reason).toBe('certificate_expired');
  });

  it('activateCertificate answers 404 for a certificate of another organization', async () => {
    const { certificateId } = await upload(await organizationWithProfile(service));
    const stranger = await organizationWithProfile(service);
    for (const operation of [activateCertificate, deleteCertificate, getCertificate]) {
      const refused = await refusal(service, operation, stranger, { certificateId });
      expect(refused.code).toBe('not_found');
    }
    const unknown = await refusal(service, getCertificate, stranger, { certificateId: 'x' });
    expect(unknown.code).toBe('not_found');
  });
});

describe('deleteCertificate', () => {
  it('deleteCertificate refuses to delete the active certificate while another certificate can be activated', async () => {
    const context = await organizationWithProfile(service);
    const active = await upload(context);
    const other = await upload(context);
    const refused = await refusal(service, deleteCertificate, context, active);
    expect(refused).toMatchObject({ code: 'conflict', details: { reason: 'certificate_active' } });
    await service.answer(deleteCertificate, context, other);
    expect(await statuses(context)).toEqual(['active']);
  });

  it('deleteCertificate deletes the certificate together with its private key, even if it is the last certificate', async () => {
    const context = await organizationWithProfile(service);
    const { certificateId } = await upload(context);
    expect(await service.answer(deleteCertificate, context, { certificateId })).toEqual({
      certificateId,
      deleted: true,
    });
    const of = [context.organizationId];
    expect(await service.rows('select from secrets where org_id = $1', of)).toEqual([]);
    expect(await service.rows('select from certificates where org_id = $1', of)).toEqual([]);
    expect((await refusal(service, getCertificate, context, { certificateId })).code).toBe(
      'not_found',
    );
  });
});

describe('listCertificates', () => {
  it('listCertificates shows an expired certificate as expired, and finds certificates by number', async () => {
    const context = await organizationWithProfile(service);
    const { certificateId, certificateNumber } = await upload(context);
    await upload(context);
    const past = `update certificates set valid_to = '2020-01-01' where id = $1`;
    await service.rows(past, [certificateId]);
    expect(await statuses(context)).toEqual(['inactive', 'expired']);
    const page = { query: certificateNumber as string };
    const found = await service.page(listCertificates, context, { page });
    expect(found.data.map((one) => one['certificateId'])).toEqual([certificateId]);
  });
});

it('the audit trail shows who uploaded, activated and deleted a certificate', async () => {
  const context = await organizationWithProfile(service);
  const [first, second] = [await upload(context), await upload(context)];
  const eva = { ...context, actor: 'user:eva' };
  await service.answer(activateCertificate, eva, { certificateId: second.certificateId });
  await service.answer(deleteCertificate, eva, { certificateId: first.certificateId });
  const entries = await service.asOrganization<Record<string, unknown>>(
    context.organizationId,
    'select * from audit_entries order by id',
  );
  expect(entries).toMatchObject([
    { action: 'certificate.uploaded', actor: context.actor, subject_id: first.certificateId },
    { action: 'certificate.uploaded', after: { kind: 'csd', active: false } },
    { action: 'certificate.activated', actor: 'user:eva', subject_id: second.certificateId },
    { action: 'certificate.deleted', actor: 'user:eva', subject_id: first.certificateId },
  ]);
});
