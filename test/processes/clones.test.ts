import { createServer } from 'node:net';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { prepare } from '../../scripts/setup.mjs';
import { makeClone, type RunningClone } from './clone';

const clones = [makeClone(), makeClone()];
let running: RunningClone[] = [];

beforeAll(async () => {
  await prepare(createProgress({ quiet: true }));
  running = clones.map((clone) => clone.start());
  await Promise.all(running.map((clone) => clone.says('Stays up until Ctrl-C.')));
}, 300_000);

afterAll(async () => {
  for (const clone of running) clone.signal('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  for (const clone of clones) clone.remove();
});

/** Returns the HTTP status of an API call with the key of a demo organization. */
async function statusOf(baseUrl: string, apiKey: string): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/v1/organization`, { headers })).status;
}

describe('two clones that start in the same second', () => {
  it('two clones that start in the same second both start, each with its own demo invoice', () => {
    for (const clone of running) expect(clone.said()).toMatch(/^CFDI A-1 stamped$/m);
    const [one, other] = running.map((clone) => clone.demo().baseUrl);
    expect(one).not.toBe(other);
  });

  it('two clones that start in the same second each accept only the keys of their own organization', async () => {
    const [one, other] = running.map((clone) => clone.demo());
    expect(await statusOf(one!.baseUrl, one!.apiKey)).toBe(200);
    expect(await statusOf(other!.baseUrl, other!.apiKey)).toBe(200);
    expect(await statusOf(one!.baseUrl, other!.apiKey)).toBe(401);
    expect(await statusOf(other!.baseUrl, one!.apiKey)).toBe(401);
  });

  it.each([
    ['payroll', /ADRIANA GOMEZ LARA +8,000\.00 +754\.66 +197\.63 +7,047\.71$/m],
    ['agency', /Paid +27,840\.00 MXN {2}complement stamped/],
  ])(
    'two clones that start in the same second run the demo %s at the same time, and the demo ends by itself',
    async (demo, words) => {
      const beside = clones[0]!.start({}, ['--demo', demo]);
      expect(await beside.ended).toBe(0);
      expect(beside.said()).toMatch(words);
    },
  );

  it('two clones that start in the same second each start only once', async () => {
    const again = clones[0]!.start();
    expect(await again.ended).toBe(1);
    expect(again.said()).toMatch(
      /^This clone is already running \(process \d+\)\. End that one first, or run a demo/m,
    );
  });

  it.each([
    ['commerce', 'commerce ended (SIGKILL); the end of '],
    ['nats', 'NATS ended (SIGKILL); the end of '],
  ])(
    'two clones that start in the same second end completely, with a status, when %s dies',
    async (name, words) => {
      const clone = running.pop()!;
      process.kill(clone.pidOf(name), 'SIGKILL');
      expect(await clone.ended).toBe(1);
      expect(clone.said()).toContain(words);
      for (const left of running) {
        const { baseUrl, apiKey } = left.demo();
        expect(await statusOf(baseUrl, apiKey)).toBe(200);
      }
    },
  );
});

it('a clone whose chosen port is in use reports this and exits', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const clone = clones[0]!.start({ PORT: `${port}` });
  expect(await clone.ended).toBe(1);
  expect(clone.said().trim()).toBe(
    `Port ${port} is taken by another program; choose one: PORT=8081 npm start`,
  );
  other.close();
});
