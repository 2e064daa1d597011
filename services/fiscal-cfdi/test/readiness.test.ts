import { callContext } from '@timbre/testkit';
import { getFiscalReadiness } from '../src/operations/get-fiscal-readiness';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { newSeries, profile, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());

const check = async (context = callContext(), kind?: string) => {
  const data = await service.answer(getFiscalReadiness, context, { kind });
  const checks = data['checks'] as { code: string; ready: boolean; message: string }[];
  return {
    ready: data['ready'],
    missing: checks.filter(({ ready }) => !ready).map(({ code }) => code),
    messages: Object.fromEntries(checks.map(({ code, message }) => [code, message])),
  };
};

describe('getFiscalReadiness', () => {
  it('becomes ready step by step, independently of other organizations', async () => {
    const context = callContext();
    expect(await check(context)).toMatchObject({
      ready: false,
      missing: ['fiscal_profile', 'certificate'],
    });
    await service.answer(putFiscalProfile, context, profile);
    const fiel = await service.authority.mint({ kind: 'fiel' });
    await service.answer(uploadCertificate, context, fiel);
    await newSeries(service, context, 'N', 'payroll');
    expect((await check(context)).missing).toEqual(['certificate']);
    expect((await check(context, 'payroll')).messages['payroll_series']).toMatch(/ series N\.$/);
    await service.answer(uploadCertificate, context, await service.authority.mint());
    expect(await check(context)).toMatchObject({ ready: true, missing: [] });
    expect((await check(context, 'transfer')).messages['transfer_series']).toMatch(/ series T\.$/);
    expect((await check()).ready).toBe(false);
  });

  it('advises renewal 30 days before a certificate expires, and is not ready after that', async () => {
    const context = callContext();
    await service.answer(putFiscalProfile, context, profile);
    await newSeries(service, context, 'A');
    const files = await service.authority.mint({ validTo: '2026-12-31T00:00:00Z' });
    await service.answer(uploadCertificate, context, files);
    expect((await check(context)).missing).toEqual([]);
    service.setClock('2026-12-02T00:00:00Z');
    const due = await check(context);
    expect(due).toMatchObject({ ready: true, missing: ['certificate_renewal'] });
    expect(due.messages['certificate_renewal']).toMatch(/in 29 days/);
    service.setClock('2026-12-31T00:00:01Z');
    expect(await check(context)).toMatchObject({
      ready: false,
      missing: ['certificate', 'certificate_renewal'],
    });
    service.setClock('2026-11-21T15:00:00Z');
  });

  it('advises against a company suffix in the name, which the SAT usually refuses', async () => {
    const context = callContext();
    const legalName = 'Escuela Kemper Urgate, S.A. de C.V.';
    await service.answer(putFiscalProfile, context, { ...profile, legalName });
    expect((await check(context)).missing).toContain('legal_name');
  });

  it('needs a PAC', async () => {
    const providers = { ...service.runtime.providers, pacNames: [] };
    const runtime = { ...service.runtime, providers };
    const body = await getFiscalReadiness.run(runtime, callContext(), {});
    expect(JSON.parse(body.toString()).data.checks).toContainEqual({
      code: 'pac',
      ready: false,
      message: expect.stringContaining('operator'),
    });
  });
});
