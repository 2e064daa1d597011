import { fiscalCfdi } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { testPool } from '@timbre/testkit';
import { createRenewalJob } from '../src/jobs/announce-renewals';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { organizationWithProfile, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';
import type { TestCertificateRequest } from './test-authority';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());
beforeEach(() => service.setClock('2026-11-21T15:00:00.000Z'));

/** Creates an organization with a certificate that expires at the beginning of 2030. */
async function withCertificate(request: TestCertificateRequest = {}) {
  const context = await organizationWithProfile(service);
  const files = await service.authority.mint(request);
  const { certificateId } = (await service.answer(uploadCertificate, context, files)) as {
    certificateId: string;
  };
  return { context, certificateId };
}

/** Runs the job announce-renewals once at the given time. */
async function passAt(time: string): Promise<void> {
  service.setClock(time);
  const systemPool = testPool(service.database.systemUrl, 1);
  const job = createRenewalJob({ runtime: service.runtime, systemPool });
  await job.stop();
  await job.pass();
  await systemPool.end();
}

async function announced({ organizationId }: CallContext) {
  const rows = await service.rows<{ payload: Buffer; version: number }>(
    `select payload, aggregate_version as version from outbox
     where org_id = $1 and subject = 'fiscal_cfdi.certificate.expiring' order by id`,
    [organizationId],
  );
  return rows.map(({ payload, version }) => {
    const message = fiscalCfdi.Certificate.decode(payload);
    expect(message.version).toBe(version);
    return message;
  });
}

describe('the expiry of an active certificate', () => {
  it('the expiry of an active certificate is announced three times: 30, 7 and 1 days before the expiry', async () => {
    const { context, certificateId } = await withCertificate();
    const counts = [];
    for (const day of ['2029-12-01', '2029-12-02', '2029-12-24', '2029-12-25', '2029-12-31']) {
      await passAt(`${day}T12:00:00.000Z`);
      await passAt(`${day}T13:00:00.000Z`);
      counts.push((await announced(context)).length);
    }
    await passAt('2030-01-02T00:00:00.000Z');
    expect(counts).toEqual([0, 1, 1, 2, 3]);
    const events = await announced(context);
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({
      certificateId,
      kind: 'csd',
      rfc: 'EKU9003173C9',
      validTo: '2030-01-01T00:00:00.000Z',
    });
    expect(events[0]!.version).toBeLessThan(events[1]!.version);
  });

  it("the expiry of an active certificate is announced by the organization's own clock if that clock is ahead", async () => {
    const { context } = await withCertificate({ kind: 'fiel' });
    const aheadMs = Date.parse('2029-12-20T00:00:00.000Z') - Date.parse('2026-11-21T00:00:00.000Z');
    const own = context.organizationId;
    await service.rows(`insert into organization_clocks values ($1, $2)`, [own, aheadMs]);
    const aheadMsOf = (organizationId: string) => (organizationId === own ? aheadMs : 0);
    Object.assign(service.runtime, { clocks: { aheadMsOf } });
    await passAt('2026-11-21T00:00:00.000Z');
    expect(await announced(context)).toMatchObject([{ kind: 'fiel' }]);
  });

  it('the expiry of a certificate is not announced after it was replaced as the active one or revoked by the SAT', async () => {
    const [replaced, revoked] = [await withCertificate(), await withCertificate()];
    const change = (set: string, { certificateId }: { certificateId: string }) =>
      service.rows(`update certificates set ${set} where id = '${certificateId}'`);
    await change('active = false', replaced);
    await change('revoked_at = now()', revoked);
    await passAt('2029-12-30T00:00:00.000Z');
    expect(await announced(replaced.context)).toEqual([]);
    expect(await announced(revoked.context)).toEqual([]);
  });
});
