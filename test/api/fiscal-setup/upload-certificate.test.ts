import { randomUUID } from 'node:crypto';
import { created, dataOf, issuerProfile, mintedFiles, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

type Files = Awaited<ReturnType<typeof mintedFiles>>;

let api: Api;
let files: Files;
let others: Files;
beforeAll(async () => {
  api = await startDocumented();
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
  files = await mintedFiles(api, { passphrase: 'frase-secreta-9' });
  others = await mintedFiles(api);
});

const upload = (body: object, by: Api = api) =>
  by.request('POST', '/v1/fiscal/certificates', { body });

describe('201', () => {
  it('uploadCertificate returns the certificate and never the private key', async () => {
    const { status, json, bytes } = await upload(files);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      kind: 'csd',
      rfc: issuerProfile.rfc,
      legalName: issuerProfile.legalName,
      status: 'active',
    });
    expect(json.data.certificateNumber).toMatch(/^\d{20}$/);
    const text = bytes.toString();
    for (const secret of [files.privateKey.slice(0, 40), files.passphrase])
      expect(text).not.toContain(secret);
  });

  it('uploadCertificate stores a certificate as inactive if there is an active certificate of the same kind (CSD or FIEL)', async () => {
    const body = await mintedFiles(api);
    expect((await dataOf(upload(body))).status).toBe('inactive');
    const fiel = await dataOf(upload(await mintedFiles(api, { kind: 'fiel' })));
    expect(fiel).toMatchObject({ kind: 'fiel', status: 'active' });
  });
});

const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

describe('400', () => {
  const cases: [what: string, body: () => object | Promise<object>, issues: string[]][] = [
    [
      'no files',
      () => ({}),
      ['certificate: required', 'passphrase: required', 'privateKey: required'],
    ],
    [
      'files that are not base64',
      () => ({ certificate: '***', privateKey: '***', passphrase: 'x' }),
      ['certificate: invalid_format', 'privateKey: invalid_format'],
    ],
    [
      'files that are neither certificate nor key',
      () => ({ certificate: 'AAAA', privateKey: 'AAAA', passphrase: 'x' }),
      ['certificate: certificate_unreadable', 'privateKey: private_key_unreadable'],
    ],
    [
      'a wrong passphrase',
      () => ({ ...files, passphrase: 'no' }),
      ['passphrase: passphrase_wrong'],
    ],
    [
      "another certificate's key",
      () => ({ ...files, privateKey: others.privateKey, passphrase: others.passphrase }),
      ['privateKey: key_mismatch'],
    ],
    [
      'the certificate of another taxpayer',
      () => mintedFiles(api, { rfc: 'URE180429TM6', legalName: 'UNIVERSIDAD' }),
      ['certificate: rfc_mismatch'],
    ],
    [
      'a certificate that has expired',
      () => mintedFiles(api, { validTo: '2025-01-01T00:00:00Z' }),
      ['certificate: certificate_expired'],
    ],
    [
      'a certificate that is not yet in force',
      () => mintedFiles(api, { validFrom: nextWeek }),
      ['certificate: certificate_not_yet_valid'],
    ],
  ];

  it.each(cases)('uploadCertificate refuses %s', async (_, body, expected) => {
    const answer = await upload(await body());
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual(expected);
  });

  it('uploadCertificate does not repeat the files in its responses', async () => {
    const { bytes } = await upload({ ...files, passphrase: 'otra-frase-secreta' });
    expect(bytes.toString()).not.toContain('otra-frase-secreta');
    expect(bytes.toString()).not.toContain(files.privateKey.slice(0, 40));
  });
});

describe('409 conflict', () => {
  it('uploadCertificate refuses a certificate that already exists', async () => {
    await created(api, '/v1/fiscal/certificates', others);
    expect(refusalOf(await upload(others))).toBe('409 conflict certificate_exists');
  });

  it('uploadCertificate is refused without a fiscal profile', async () => {
    const fresh = await startDocumented(randomUUID());
    expect(refusalOf(await upload(files, fresh))).toBe('409 conflict fiscal_profile_missing');
  });
});
