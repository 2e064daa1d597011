import { join } from 'node:path';
import pino from 'pino';
import { createSimulator } from '../src/simulator';
import { ISSUER, mintOver, sealedIncome, signerOf } from './documents';
import { disposeSimulators, runSimulator, stampsOf, turn, type Running } from './simulator';
import { swClient } from './sw-client';

let simulator: Running;
let sw: ReturnType<typeof swClient>;
let chance = 0.5;

const COMPANY = { rfc: ISSUER.rfc, legalName: ISSUER.legalName };

beforeEach(async () => {
  chance = 0.5;
  simulator = await runSimulator(() => chance);
  sw = swClient(simulator.url);
  await sw.login('demo', 'secreto');
  await sw.get('/management/v2/api/users/balance');
});
afterEach(disposeSimulators);

test('a document is stamped even if its answer is dropped', async () => {
  await turn(simulator.url, '/pacs/sw', { dropAnswerRate: 0.6 });
  const xml = sealedIncome(simulator.signer);
  await expect(sw.stamp(xml)).rejects.toThrow();
  chance = 0.7;
  expect((await sw.stamp(xml)).message).toMatch(/^307/);
  expect(await stampsOf(simulator.url)).toHaveLength(1);
});

test('a share of new stamps is answered with 307 and without XML for the given seconds', async () => {
  await turn(simulator.url, '/pacs/sw', { previouslyWithoutXmlRate: 0.6, hiddenXmlSeconds: 3 });
  const xml = sealedIncome(simulator.signer);
  expect((await sw.stamp(xml)).data).toBeNull();
  simulator.clock.advance(3);
  expect((await sw.stamp(xml)).data).not.toBeNull();
});

test.each([
  ['unavailable', 503],
  ['reset', undefined],
] as const)('a PAC in the outage %s stamps nothing', async (down, status) => {
  await turn(simulator.url, '/pacs/sw', { down });
  const attempt = fetch(`${simulator.url}/sw/v4/cfdi33/stamp/v2`, { method: 'POST' });
  if (status) expect((await attempt).status).toBe(status);
  else await expect(attempt).rejects.toThrow();
  expect(await stampsOf(simulator.url)).toEqual([]);
});

test('a PAC with its own port can refuse connections at this port and later accept them again', async () => {
  const { url } = await simulator.listen(0, '127.0.0.1', 'sw');
  const own = swClient(url);
  expect((await own.stamp(sealedIncome(simulator.signer))).status).toBe('success');
  await turn(simulator.url, '/pacs/sw', { down: 'refused' });
  const refusal = await fetch(`${url}/sw/anything`).catch((error: Error) => error.cause);
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
  expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200);
  await turn(simulator.url, '/pacs/sw', { down: 'no' });
  expect((await own.stamp(sealedIncome(simulator.signer))).status).toBe('success');
});

test('the status service can be down while the PACs are up', async () => {
  await turn(simulator.url, '/sat', { down: 'unavailable' });
  const consulted = fetch(`${simulator.url}/sat/ConsultaCFDIService.svc`, { method: 'POST' });
  expect((await consulted).status).toBe(503);
  expect((await sw.stamp(sealedIncome(simulator.signer))).status).toBe('success');
});

test('logs contain method, path and status, and never contain documents, keys, passphrases or tokens', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const dataDir = join(simulator.dataDir, 'logged');
  const logged = await createSimulator({ dataDir, logger });
  const { url } = await logged.listen(0);
  const passphrase = 'clave-secreta-1';
  const minted = await mintOver(url, { kind: 'csd', ...COMPANY, passphrase });
  const xml = sealedIncome(signerOf(minted));
  const stamped = await swClient(url).stamp(xml);
  await swClient(url).stamp('<Comprobante >' + xml);
  await logged.close();
  const text = lines.join('');
  expect(text).toContain('"path":"/sw/v4/cfdi33/stamp/v2","status":200');
  const sello = / Sello="([^"]{40})/.exec(xml)?.[1];
  const secrets = [
    passphrase,
    minted.privateKey.slice(0, 40),
    sello,
    stamped.data?.['cfdi'],
    'Bearer',
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('an invalid knob is refused with all faults and changes nothing', async () => {
  const response = await fetch(`${simulator.url}/__sim/pacs/sw`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dropAnswerRate: 2, down: 'maybe', speed: 1 }),
  });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { issues: unknown[] } };
  expect(error.issues).toHaveLength(3);
  expect(simulator.knobs.pac('sw')).toMatchObject({ dropAnswerRate: 0, down: 'no' });
});

test('the clock can be advanced by ten years at most, in one or several steps', async () => {
  const seconds = 10 * 366 * 86_400;
  await turn(simulator.url, '/clock/advance', { seconds });
  await expect(turn(simulator.url, '/clock/advance', { seconds: 1 })).rejects.toThrow('too_big');
  expect(simulator.clock.offsetSeconds).toBe(seconds);
});

test('stamps, knobs, clock and authority survive a restart', async () => {
  const xml = sealedIncome(simulator.signer);
  const first = await sw.stamp(xml);
  await turn(simulator.url, '/pacs/sw', { hiddenXmlSeconds: 7 });
  await turn(simulator.url, '/clock/advance', { seconds: 3600 });
  await simulator.close();
  const again = await createSimulator({ dataDir: simulator.dataDir });
  const { url } = await again.listen(0);
  const resent = await swClient(url).stamp(xml);
  expect(resent.message).toMatch(/^307/);
  expect(resent.data).toEqual(first.data);
  expect(again.knobs.pac('sw').hiddenXmlSeconds).toBe(7);
  expect(again.clock.offsetSeconds).toBe(3600);
  await again.close();
});

test('a reset deletes documents and knobs but not certificates', async () => {
  const xml = sealedIncome(simulator.signer);
  await sw.stamp(xml);
  await turn(simulator.url, '/pacs/sw', { hiddenXmlSeconds: 7 });
  await turn(simulator.url, '/reset', {});
  expect(await stampsOf(simulator.url)).toEqual([]);
  expect(simulator.knobs.pac('sw').hiddenXmlSeconds).toBe(3);
  expect((await sw.stamp(xml)).status).toBe('success');
});
