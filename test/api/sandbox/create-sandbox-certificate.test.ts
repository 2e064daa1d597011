import { randomUUID, X509Certificate } from 'node:crypto';
import { issuerProfile, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const { rfc, legalName } = issuerProfile;
const mint = (changes: object = {}, key: string = randomUUID()) =>
  api.request('POST', '/v1/sandbox/certificates', {
    body: { kind: 'csd', rfc, legalName, ...changes },
    headers: { 'idempotency-key': key },
  });

describe('201', () => {
  it.each([
    ['csd', /OU=/],
    ['fiel', /^(?!.*OU=)/s],
  ])("createSandboxCertificate creates a %s in the SAT's format", async (kind, subject) => {
    const { status, json } = await mint({ kind });
    expect(status).toBe(201);
    const x509 = new X509Certificate(Buffer.from(json.data.certificate, 'base64'));
    expect(x509.subject).toMatch(subject);
    expect(x509.subject).toContain(rfc);
    const number = Buffer.from(x509.serialNumber, 'hex').toString();
    expect(number).toBe(json.data.certificateNumber);
    expect(number).toMatch(/^\d{20}$/);
  });

  it('createSandboxCertificate uses the requested dates and passphrase', async () => {
    const dates = { validFrom: '2026-01-01T00:00:00.000Z', validTo: '2030-01-01T00:00:00.000Z' };
    const { json } = await mint({ ...dates, passphrase: 'contraseña-1' });
    expect(json.data).toMatchObject({ ...dates, passphrase: 'contraseña-1' });
    const x509 = new X509Certificate(Buffer.from(json.data.certificate, 'base64'));
    expect(new Date(x509.validTo).toISOString()).toBe(dates.validTo);
  });

  it('createSandboxCertificate returns the same files to a retry', async () => {
    const key = randomUUID();
    const first = await mint({}, key);
    expect((await mint({}, key)).bytes.equals(first.bytes)).toBe(true);
  });
});

describe('400', () => {
  it('createSandboxCertificate reports all faults at once', async () => {
    const answer = await mint({ kind: 'ssl', rfc: 'X', legalName: '', passphrase: 'short' });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'kind: invalid_value',
      'legalName: too_small',
      'passphrase: too_small',
      'rfc: rfc_invalid',
    ]);
  });

  it('createSandboxCertificate requires that the validity ends after its start', async () => {
    const dates = { validFrom: '2027-01-01T00:00:00Z', validTo: '2026-01-01T00:00:00Z' };
    expect(issuesOf(await mint(dates))).toEqual(['validTo: validity_reversed']);
  });
});

describe('409', () => {
  it('createSandboxCertificate creates no second certificate for the same idempotency key', async () => {
    const key = randomUUID();
    await mint({}, key);
    expect(refusalOf(await mint({ kind: 'fiel' }, key))).toBe('409 idempotency_conflict');
  });
});
