import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFromDer } from '@timbre/cfdi';
import { mintOver } from './documents';
import { disposeSimulators, runSimulator, type Running } from './simulator';

let simulator: Running;

beforeAll(async () => {
  simulator = await runSimulator();
});
afterAll(disposeSimulators);

/** The program openssl checks the results independently, if it is installed. */
const OPENSSL = 'openssl';
const ifOpenssl = spawnSync(OPENSSL, ['version']).status === 0 ? test : test.skip;

function openssl(...parameters: string[]): string {
  return execFileSync(OPENSSL, parameters, { encoding: 'utf8' });
}

async function minted(body: object) {
  const json = await mintOver(simulator.url, body);
  const certificate = Buffer.from(json.certificate, 'base64');
  const cer = join(simulator.dataDir, 'minted.cer');
  const key = join(simulator.dataDir, 'minted.key');
  writeFileSync(cer, certificate);
  writeFileSync(key, Buffer.from(json.privateKey, 'base64'));
  return { json, x509: new X509Certificate(certificate), cer, key };
}

const COMPANY = {
  kind: 'csd',
  rfc: 'H&E951128469',
  legalName: 'HERRERIA & ELECTRICOS SA DE CV',
  representativeRfc: 'VADA800927DJ3',
  curp: 'VADA800927HSRSRL05',
};

ifOpenssl("Node and openssl read the SAT's subject from a CSD", async () => {
  const { json, x509, cer } = await minted(COMPANY);
  expect(certificateFromDer(x509.raw)).toMatchObject({
    number: json.certificateNumber,
    isCsd: true,
    rfc: 'H&E951128469',
  });
  expect(json.certificateNumber).toMatch(/^\d{20}$/);
  const subject = openssl('x509', '-inform', 'DER', '-in', cer, '-noout', '-subject');
  expect(subject.replaceAll(' = ', '=')).toContain(
    'CN=HERRERIA & ELECTRICOS SA DE CV, name=HERRERIA & ELECTRICOS SA DE CV, ' +
      'O=HERRERIA & ELECTRICOS SA DE CV, x500UniqueIdentifier=H&E951128469 / VADA800927DJ3, ' +
      'serialNumber=" / VADA800927HSRSRL05", OU=Sucursal 1',
  );
  const usage = openssl('x509', '-inform', 'DER', '-in', cer, '-noout', '-ext', 'keyUsage');
  expect(usage).toContain('Digital Signature, Non Repudiation\n');
});

ifOpenssl('a FIEL has the extended key usages instead of a branch', async () => {
  const { x509, cer } = await minted({
    kind: 'fiel',
    rfc: 'CACX7605101P8',
    legalName: 'XOCHILT CASAS CHAVEZ',
    curp: 'CACX760510MGTSHC04',
  });
  expect(certificateFromDer(x509.raw)).toMatchObject({ isCsd: false, rfc: 'CACX7605101P8' });
  const extensions = 'extendedKeyUsage,nsCertType,keyUsage';
  const text = openssl('x509', '-inform', 'DER', '-in', cer, '-noout', '-ext', extensions);
  expect(text).toContain('E-mail Protection, TLS Web Client Authentication');
  expect(text).toContain('SSL Client, S/MIME');
  expect(text).toContain('Data Encipherment, Key Agreement');
});

ifOpenssl(
  'the key is PKCS#8 under PBES2 with 3DES and 2048 rounds, and matches the certificate',
  async () => {
    const { json, x509, key } = await minted({ ...COMPANY, passphrase: 'otra clave' });
    const structure = openssl('asn1parse', '-inform', 'DER', '-in', key);
    expect(structure).toMatch(/PBES2[^]*PBKDF2[^]*INTEGER\s+:0800[^]*des-ede3-cbc/);
    const pem = openssl('pkcs8', '-inform', 'DER', '-in', key, '-passin', 'pass:otra clave');
    expect(x509.checkPrivateKey(createPrivateKey(pem))).toBe(true);
    expect(json.passphrase).toBe('otra clave');
  },
);

ifOpenssl('the chain verifies with the published authorities', async () => {
  const { cer } = await minted(COMPANY);
  const ca = join(simulator.dataDir, 'ca.pem');
  const pem = join(simulator.dataDir, 'minted.pem');
  writeFileSync(ca, await (await fetch(`${simulator.url}/authority/ca.pem`)).text());
  openssl('x509', '-inform', 'DER', '-in', cer, '-out', pem);
  expect(openssl('verify', '-CAfile', ca, pem)).toContain('OK');
});

test('the default validity is four years, and a certificate with an end in the past is expired', async () => {
  const { json } = await minted(COMPANY);
  const years = new Date(json.validTo).getFullYear() - new Date(json.validFrom).getFullYear();
  expect(years).toBe(4);
  const { x509 } = await minted({ ...COMPANY, validTo: '2023-06-17T00:00:00Z' });
  expect(x509.validToDate.toISOString()).toBe('2023-06-17T00:00:00.000Z');
  expect(x509.validFromDate.toISOString()).toBe('2019-06-17T00:00:00.000Z');
});

test('an invalid request reports all faults at once', async () => {
  const response = await fetch(`${simulator.url}/authority/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'ssl', rfc: 'nobody', legalName: '', colour: 'red' }),
  });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { issues: { path: string }[] } };
  const paths = error.issues.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['kind', 'rfc', 'legalName', '']));
});

test.each(['\ud800', 'X\u0000'])('a name with %j is refused', async (legalName) => {
  const minted = mintOver(simulator.url, { kind: 'csd', rfc: 'EKU9003173C9', legalName });
  await expect(minted).rejects.toThrow('legalName');
});

test("certificates are published by number, also at the paths of the SAT's store", async () => {
  const { json } = await minted(COMPANY);
  const number = json.certificateNumber;
  const cuts = [number.slice(0, 6), number.slice(6, 12), ...number.slice(12, 18).match(/../g)!];
  const stored = await fetch(`${simulator.url}/sat/rccf/${cuts.join('/')}/${number}.cer`);
  expect(Buffer.from(await stored.arrayBuffer()).toString('base64')).toBe(json.certificate);
  const own = await fetch(`${simulator.url}/authority/certificates/${number}.cer`);
  expect(Buffer.from(await own.arrayBuffer()).toString('base64')).toBe(json.certificate);
  const misplaced = await fetch(`${simulator.url}/sat/rccf/1/2/3/4/5/${number}.cer`);
  expect(misplaced.status).toBe(404);
});

test('a revocation is idempotent and permanent, and an unknown number is answered 404', async () => {
  const { json } = await minted(COMPANY);
  const revoke = (number: string) =>
    fetch(`${simulator.url}/authority/certificates/${number}/revoke`, { method: 'POST' });
  expect((await revoke(json.certificateNumber)).status).toBe(200);
  expect((await revoke('00000000000000000000')).status).toBe(404);
});
