import { callContext } from '@timbre/testkit';
import { getFiscalReadiness } from '../src/operations/get-fiscal-readiness';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { newSeries, profile, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

interface Kind {
  kind: string;
  ready: boolean;
  checks: { code: string; ready: boolean }[];
}

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());

const check = async (context = callContext(), kind?: string) => {
  const data = await service.answer(getFiscalReadiness, context, { kind });
  const all = data['checks'] as { code: string; ready: boolean; message: string }[];
  const checks = all.filter(({ code }) => code !== 'mail');
  return {
    ready: data['ready'],
    missing: checks.filter(({ ready }) => !ready).map(({ code }) => code),
    messages: Object.fromEntries(checks.map(({ code, message }) => [code, message])),
  };
};

describe('getFiscalReadiness', () => {
  it('an organization becomes ready when all steps are done, independently of other organizations', async () => {
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

  it('getFiscalReadiness advises renewal 30 days before a certificate expires, and returns not ready after the expiry', async () => {
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

  it('getFiscalReadiness advises against a company suffix in the name, which the SAT usually refuses', async () => {
    const context = callContext();
    const legalName = 'Escuela Kemper Urgate, S.A. de C.V.';
    await service.answer(putFiscalProfile, context, { ...profile, legalName });
    expect((await check(context)).missing).toContain('legal_name');
  });

  it('getFiscalReadiness returns the kinds of documents that can be stamped, and the extra requirements of payroll', async () => {
    const context = callContext();
    await service.answer(putFiscalProfile, context, profile);
    await service.answer(uploadCertificate, context, await service.authority.mint());
    const kindsWith = async (registrations: string[]) => {
      const body = Buffer.from(JSON.stringify({ data: { registrations } }));
      const payroll = { getPayrollEmployer: () => Promise.resolve({ body }) };
      const providers = { ...service.runtime.providers, payroll };
      const answer = await getFiscalReadiness.run({ ...service.runtime, providers }, context, {});
      const { kinds } = (JSON.parse(answer.toString()) as { data: { kinds: Kind[] } }).data;
      return Object.fromEntries(kinds.map(({ kind, ...rest }) => [kind, rest]));
    };
    const without = await kindsWith([]);
    const income = { ready: true, checks: [{ code: 'income_series', ready: true }] };
    const employer = { code: 'employer', ready: false };
    expect(without).toMatchObject({ income, payroll: { ready: false } });
    expect(without['payroll']!.checks).toContainEqual(expect.objectContaining(employer));
    const { payroll, payment_complement: complement } = await kindsWith(['A1234567890']);
    expect([payroll!.ready, complement!.ready]).toEqual([true, true]);
    expect(payroll!.checks.map(({ code }) => code)).toEqual(['payroll_series', 'employer', 'law']);
  });

  it('getFiscalReadiness needs a PAC', async () => {
    const providers = { ...service.runtime.providers, pacNames: [] };
    const runtime = { ...service.runtime, providers };
    const body = await getFiscalReadiness.run(runtime, callContext(), {});
    expect(JSON.parse(body.toString()).data.checks).toContainEqual(
      expect.objectContaining({
        code: 'pac',
        ready: false,
        message: expect.stringContaining('operator'),
      }),
    );
  });
});
