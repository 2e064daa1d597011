import { createSimulator } from '../src/simulator';
import { sealedIncome } from './documents';
import { runSimulator, stampsOf, turn, type Running } from './simulator';
import { swClient } from './sw-client';

let simulator: Running;
let sw: ReturnType<typeof swClient>;
let chance = 0.5;

beforeEach(async () => {
  chance = 0.5;
  simulator = await runSimulator(() => chance);
  sw = swClient(simulator.url);
  await sw.login('demo', 'secreto');
  await sw.get('/management/v2/api/users/balance');
});
afterEach(() => simulator.dispose());

test('a dropped answer was stamped all the same', async () => {
  await turn(simulator.url, '/pacs/sw', { dropAnswerRate: 0.6 });
  const xml = sealedIncome(simulator.signer);
  await expect(sw.stamp(xml)).rejects.toThrow();
  chance = 0.7;
  expect((await sw.stamp(xml)).message).toMatch(/^307/);
  expect(await stampsOf(simulator.url)).toHaveLength(1);
});

test('a share of new stamps is hidden behind 307 without XML for the given seconds', async () => {
  await turn(simulator.url, '/pacs/sw', { previouslyWithoutXmlRate: 0.6, hiddenXmlSeconds: 3 });
  const xml = sealedIncome(simulator.signer);
  expect((await sw.stamp(xml)).data).toBeNull();
  simulator.clock.advance(3);
  expect((await sw.stamp(xml)).data).not.toBeNull();
});

test.each([
  ['unavailable', 503],
  ['reset', undefined],
] as const)('a PAC that is down by %s stamps nothing', async (down, status) => {
  await turn(simulator.url, '/pacs/sw', { down });
  const attempt = fetch(`${simulator.url}/sw/v4/cfdi33/stamp/v2`, { method: 'POST' });
  if (status) expect((await attempt).status).toBe(status);
  else await expect(attempt).rejects.toThrow();
  expect(await stampsOf(simulator.url)).toEqual([]);
});

test('a bad knob is refused with every fault, and nothing turns', async () => {
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
  await simulator.dispose();
  simulator = await runSimulator();
});

test('a reset forgets documents and knobs but not the certificates handed out', async () => {
  const xml = sealedIncome(simulator.signer);
  await sw.stamp(xml);
  await turn(simulator.url, '/pacs/sw', { hiddenXmlSeconds: 7 });
  await turn(simulator.url, '/reset', {});
  expect(await stampsOf(simulator.url)).toEqual([]);
  expect(simulator.knobs.pac('sw').hiddenXmlSeconds).toBe(3);
  expect((await sw.stamp(xml)).status).toBe('success');
});
