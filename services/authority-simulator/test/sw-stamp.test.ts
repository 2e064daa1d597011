import { X509Certificate, verify } from 'node:crypto';
import { parseComprobante, parseTimbre, timbreCadena } from '@timbre/cfdi';
import { sealedIncome, sealedRetention } from './documents';
import { disposeSimulators, runSimulator, stampsOf, turn, type Running } from './simulator';
import { swClient } from './sw-client';

let simulator: Running;
let sw: ReturnType<typeof swClient>;

beforeAll(async () => {
  simulator = await runSimulator();
  sw = swClient(simulator.url);
});
afterAll(disposeSimulators);

test('a sealed CFDI gets a stamp that the published certificate verifies', async () => {
  const answer = await sw.stamp(sealedIncome(simulator.signer));
  expect(answer).toMatchObject({ http: 200, status: 'success' });
  const timbre = parseTimbre(answer.data?.['tfd']);
  expect(timbre.rfcProvCertif).toBe('SPR190613I52');
  expect(timbre.uuid).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  const number = timbre.noCertificadoSat;
  const cer = await fetch(`${simulator.url}/authority/certificates/${number}.cer`);
  const certificate = new X509Certificate(Buffer.from(await cer.arrayBuffer()));
  const cadena = Buffer.from(timbreCadena(timbre));
  const signature = Buffer.from(timbre.selloSat, 'base64');
  expect(verify('sha256', cadena, certificate.publicKey, signature)).toBe(true);
  expect(answer.data?.['cfdi']).toContain(timbre.selloSat);
});

test('the four response versions, and the b64 path, return the content that SW documents', async () => {
  const { signer } = simulator;
  const v1 = await sw.stamp(sealedIncome(signer), undefined, 'v1');
  expect(Object.keys(v1.data ?? {})).toEqual(['tfd']);
  const v3 = await sw.stamp(sealedIncome(signer), undefined, 'v3');
  expect(Object.keys(v3.data ?? {})).toEqual(['cfdi']);
  const xml = sealedIncome(signer);
  const base64 = Buffer.from(xml).toString('base64');
  const v4 = await sw.stamp(base64, undefined, 'v4/b64');
  expect(Buffer.from(v4.data?.['cfdi'], 'base64').toString('utf8')).toContain(
    v4.data?.['selloSAT'],
  );
  expect(v4.data?.['noCertificadoCFDI']).toBe(signer.certificateNumber);
  expect(v4.data?.['cadenaOriginalSAT']).toContain(`|${v4.data?.['uuid']}|`);
});

test('a repeated request is answered 307 with the first stamp and creates no second stamp', async () => {
  const xml = sealedIncome(simulator.signer);
  const first = await sw.stamp(xml, 'attempt-307');
  const again = await sw.stamp(xml, 'another-id');
  expect(again).toMatchObject({
    http: 400,
    status: 'error',
    message: '307. El comprobante contiene un timbre previo.',
    data: first.data,
  });
  const { uuid } = parseTimbre(first.data?.['tfd']);
  const lines = (await stampsOf(simulator.url)).filter((line) => line.uuid === uuid);
  expect(lines).toEqual([expect.objectContaining({ pac: 'sw', sends: 2 })]);
});

test('a customid that is used for another XML is answered CFDI3307 with the first stamp, for 72 hours', async () => {
  const first = await sw.stamp(sealedIncome(simulator.signer), 'order-1');
  const other = await sw.stamp(sealedIncome(simulator.signer), 'order-1');
  expect(other.message).toMatch(/^CFDI3307 - Timbre duplicado/);
  expect(other.data).toEqual({ tfd: first.data?.['tfd'] });
  const anotherAccount = await swClient(simulator.url, 'other').stamp(
    sealedIncome(simulator.signer),
    'order-1',
  );
  expect(anotherAccount.status).toBe('success');
});

test.each([
  ['empty', ' '],
  ['over 100 characters', 'x'.repeat(101)],
])('a customid that is %s is refused', async (_case, customId) => {
  const answer = await sw.stamp(sealedIncome(simulator.signer), customId);
  expect(answer).toMatchObject({ http: 400, status: 'error', data: null });
});

test('the data warehouse returns the stamped file by UUID', async () => {
  const stamped = await sw.stamp(sealedIncome(simulator.signer));
  const { uuid } = parseTimbre(stamped.data?.['tfd']);
  const found = await sw.get(`/datawarehouse/v1/live/${uuid}`);
  const [record] = found.data?.['records'];
  expect(record).toMatchObject({ statusSAT: 'Vigente', urlAckCancellation: '' });
  expect(await (await fetch(record.urlXml)).text()).toBe(stamped.data?.['cfdi']);
  expect((await fetch(record.urlXml.replace(/sig=.*/, 'sig=x'))).status).toBe(403);
  const unknown = await sw.get('/datawarehouse/v1/live/11111111-1111-5111-8111-111111111111');
  expect(unknown.data).toEqual({ records: [] });
});

test('a request without a valid token has no effect', async () => {
  const answer = await fetch(`${simulator.url}/sw/v4/cfdi33/stamp/v2`, { method: 'POST' });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({
    status: 'error',
    message: 'El token debe contener 3 partes',
  });
  expect(await sw.login('demo', 'incorrecta')).toMatchObject({
    http: 401,
    message: expect.stringMatching(/^AU2000 - /),
  });
});

test('a withholding document is stamped at a separate path', async () => {
  const xml = sealedRetention(simulator.signer);
  const misplaced = await sw.stamp(xml);
  expect(misplaced.message).toMatch(/^301 - /);
  const wrongSum = sealedRetention(simulator.signer, { withheld: '11.00' });
  expect((await sw.sendXml('/retencion/stamp/v2', wrongSum)).message).toMatch(/^Reten20131 - /);
  const answer = await sw.sendXml('/retencion/stamp/v2', xml);
  expect(answer.status).toBe('success');
  expect(answer.data?.['cfdi']).toMatch(/<tfd:TimbreFiscalDigital[^]*<\/retenciones:Retenciones>$/);
});

test('the balance decreases with each stamp', async () => {
  const before = await sw.get('/management/v2/api/users/balance');
  await sw.stamp(sealedIncome(simulator.signer));
  const after = await sw.get('/management/v2/api/users/balance');
  expect(after.data?.['stampsUsed']).toBe(before.data?.['stampsUsed'] + 1);
  await turn(simulator.url, '/pacs/sw', { account: 'exhausted' });
  expect((await sw.stamp(sealedIncome(simulator.signer))).message).toMatch(/^718 - /);
  await turn(simulator.url, '/pacs/sw', { account: 'active' });
});

test('a stamped document has the same fields as before, plus the stamp in the complement', async () => {
  const xml = sealedIncome(simulator.signer);
  const { document, findings } = parseComprobante((await sw.stamp(xml)).data?.['cfdi']);
  expect(findings).toEqual([]);
  const { complemento, ...rest } = document;
  expect(rest).toEqual(parseComprobante(xml).document);
  expect(complemento?.timbre?.selloCfd).toBe(document.sello);
});
