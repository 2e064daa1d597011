import { created, dataOf, issuerProfile, mintedFiles, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

async function missing(): Promise<string[]> {
  const { ready, checks } = await dataOf(api.request('GET', '/v1/fiscal/readiness'));
  const failing = checks.filter((check: { ready: boolean }) => !check.ready);
  const codes = failing.map(({ code }: { code: string }) => code);
  expect(ready).toBe(!codes.some((code: string) => required.includes(code)));
  return codes;
}

const required = ['fiscal_profile', 'certificate', 'pac'];

describe('200', () => {
  it('getFiscalReadiness lists the missing setup until a document can be stamped', async () => {
    expect(await missing()).toEqual(['fiscal_profile', 'certificate']);
    const body = { ...issuerProfile, legalName: 'ESCUELA KEMPER URGATE SA DE CV' };
    await dataOf(api.request('PUT', '/v1/fiscal/profile', { body }));
    expect(await missing()).toEqual(['certificate', 'legal_name']);
    await created(api, '/v1/fiscal/certificates', await mintedFiles(api));
    expect(await missing()).toEqual(['legal_name']);
    await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
    expect(await missing()).toEqual([]);
  });

  it('getFiscalReadiness lists the required setup for each kind of document, in the language of the request', async () => {
    const headers = { 'accept-language': 'es' };
    const { kinds } = await dataOf(api.request('GET', '/v1/fiscal/readiness', { headers }));
    const ready = kinds.map(({ kind, ready }: { kind: string; ready: boolean }) => [kind, ready]);
    expect(Object.fromEntries(ready)).toEqual({
      income: true,
      credit_note: true,
      transfer: true,
      payroll: false,
      payment_complement: true,
      withholding: true,
    });
    expect(kinds[3].checks).toContainEqual({
      code: 'employer',
      ready: false,
      message: expect.stringContaining('El patrón no tiene registro patronal'),
    });
  });

  it('getFiscalReadiness recommends the renewal of a certificate that expires soon', async () => {
    const other = await startDocumented();
    await dataOf(other.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
    const validTo = new Date(Date.now() + 10 * 86_400_000).toISOString();
    await created(other, '/v1/fiscal/certificates', await mintedFiles(other, { validTo }));
    const { checks } = await dataOf(other.request('GET', '/v1/fiscal/readiness'));
    expect(checks).toContainEqual(
      expect.objectContaining({ code: 'certificate_renewal', ready: false }),
    );
    expect(checks).toContainEqual(expect.objectContaining({ code: 'certificate', ready: true }));
  });
});
