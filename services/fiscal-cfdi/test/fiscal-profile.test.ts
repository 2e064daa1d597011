import { fiscalCfdi } from '@timbre/contract';
import { callContext, withKey } from '@timbre/testkit';
import { deleteCertificate } from '../src/operations/delete-certificate';
import { getFiscalProfile } from '../src/operations/get-fiscal-profile';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { issueCodes, profile, refusal, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());

const put = (context = callContext(), change: Partial<fiscalCfdi.PutFiscalProfileRequest> = {}) =>
  service.answer(putFiscalProfile, context, { ...profile, ...change });

const events = (organizationId: string) =>
  service.rows<{ subject: string; payload: Buffer; aggregate_version: number }>(
    'select subject, payload, aggregate_version from outbox where org_id = $1 order by id',
    [organizationId],
  );

describe('putFiscalProfile', () => {
  it("putFiscalProfile stores the profile in the SAT's format, and derives the kind of person and the time zone", async () => {
    const context = callContext();
    const data = await put(context, { rfc: ' eku9003173c9', legalName: ' Peña  y Hijos ' });
    expect(data).toEqual({
      rfc: 'EKU9003173C9',
      legalName: 'PEÑA Y HIJOS',
      taxSystem: '601',
      postalCode: '42501',
      timeZone: 'America/Mexico_City',
      person: 'moral',
      updatedAt: '2026-11-21T15:00:00.000Z',
    });
    expect(await service.answer(getFiscalProfile, context, {})).toEqual(data);
  });

  it('putFiscalProfile uses the time zone of the place of issue', async () => {
    const data = await put(callContext(), { postalCode: '22000' });
    expect(data['timeZone']).toBe('America/Tijuana');
  });

  it('putFiscalProfile publishes an event with the next version for a change, and no event for a repeated request', async () => {
    const context = callContext();
    await put(context);
    await put(context);
    await put(context, { taxSystem: '603' });
    const rows = await events(context.organizationId);
    expect(rows.map((row) => row.aggregate_version)).toEqual([1, 2]);
    expect(rows[0]!.subject).toBe('fiscal_cfdi.fiscal_profile.changed');
    expect(fiscalCfdi.FiscalProfile.decode(rows[1]!.payload)).toEqual({
      ...profile,
      legalName: 'ESCUELA KEMPER URGATE',
      taxSystem: '603',
      version: 2,
    });
  });

  it('putFiscalProfile stores and publishes the address for PDF files, until a profile omits it', async () => {
    const context = callContext();
    const address = { street: 'Av. Juárez', exterior: '12', postalCode: '42501', country: 'MEX' };
    expect(await put(context, { address })).toMatchObject({ address });
    await put(context, { address: { ...address } });
    expect(await put(context)).not.toHaveProperty('address');
    const announced = (await events(context.organizationId)).map(
      ({ payload }) => fiscalCfdi.FiscalProfile.decode(payload).address,
    );
    expect(announced).toEqual([address, undefined]);
  });

  it('putFiscalProfile returns every fault at once', async () => {
    const request = { rfc: 'NOT', legalName: 'A|B', taxSystem: '999', postalCode: '99' };
    const refused = await refusal(service, putFiscalProfile, callContext(), request);
    expect(refused.code).toBe('validation_error');
    expect(issueCodes(refused)).toEqual([
      'rfc rfc_invalid',
      'legalName legal_name_invalid',
      'postalCode not_in_catalog',
      'taxSystem not_in_catalog',
    ]);
  });

  it('putFiscalProfile stores one profile when two clients create the first profile concurrently', async () => {
    const context = callContext();
    const taxSystems = ['601', '603', '610', '620'];
    await Promise.all(taxSystems.map((taxSystem) => put(context, { taxSystem })));
    const rows = await service.rows('select version from fiscal_profiles where org_id = $1', [
      context.organizationId,
    ]);
    expect(rows).toEqual([{ version: 4 }]);
    expect((await events(context.organizationId)).map((row) => row.aggregate_version)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('putFiscalProfile returns the first answer for a repeated idempotency key', async () => {
    const context = withKey(callContext(), 'PUT /v1/fiscal/profile');
    expect(await put(context)).toEqual(await put(context));
    expect(await events(context.organizationId)).toHaveLength(1);
  });

  it('putFiscalProfile refuses another RFC while certificates of the current RFC are active', async () => {
    const context = callContext();
    await put(context);
    const files = await service.authority.mint();
    const uploaded = await service.answer(uploadCertificate, context, files);
    const request = { ...profile, rfc: 'IIA040805DZ4' };
    const refused = await refusal(service, putFiscalProfile, context, request);
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { reason: 'certificates_of_present_rfc' },
    });
    await put(context, { taxSystem: '603' });
    const certificateId = uploaded['certificateId'] as string;
    await service.answer(deleteCertificate, context, { certificateId });
    expect((await put(context, { rfc: 'IIA040805DZ4' }))['rfc']).toBe('IIA040805DZ4');
  });
});

describe('getFiscalProfile', () => {
  it('getFiscalProfile answers 404 before the first put, and never returns the profile of another organization', async () => {
    await put();
    const refused = await refusal(service, getFiscalProfile, callContext(), {});
    expect(refused.code).toBe('not_found');
  });
});
