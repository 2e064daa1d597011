import { createClockSkew } from './clock-skew';

const startMs = Date.parse('2026-11-21T12:00:00Z');

/**
 * Creates a clock watch with simulated clocks for the host and the PACs. `tick` advances the simulated
 * time.
 */
function watch(answers: (number | undefined)[] = []) {
  const time = { steadyMs: 0, hostAheadMs: 0, asked: 0 };
  const clock = createClockSkew(
    () => {
      time.asked += 1;
      const aheadMs = answers.shift();
      if (aheadMs !== undefined) tells('pac', aheadMs);
      return Promise.resolve();
    },
    () => startMs + time.steadyMs + time.hostAheadMs,
    () => time.steadyMs,
  );
  const tells = (host: string, aheadMs = 0, tookMs = 0) => {
    const observe = clock.observe(`https://${host}/stamp`);
    time.steadyMs += tookMs;
    const atMs = startMs + time.steadyMs + aheadMs;
    observe(new Date(Math.floor(atMs / 1_000) * 1_000).toUTCString());
  };
  return { time, clock, tells, tick: (ms: number) => void (time.steadyMs += ms) };
}

test('a host whose clock agrees with its PAC has no skew, even after an old reading', async () => {
  const { clock, tells, tick } = watch();
  tells('pac');
  tick(599_000);
  expect(await clock.skewMs()).toBe(0);
});

test('the skew of a host is measured if its clock is ahead or behind by more than a PAC accepts', async () => {
  const { clock, time, tells } = watch();
  time.hostAheadMs = 90_000;
  tells('pac');
  expect(await clock.skewMs()).toBe(89_000);
  time.hostAheadMs = -90_000;
  expect(await clock.skewMs()).toBe(-90_000);
});

test("a change of the host's clock after the answer changes the skew at once", async () => {
  const { clock, time, tells, tick } = watch();
  tells('pac');
  tick(10_000);
  time.hostAheadMs = 3_600_000;
  expect(await clock.skewMs()).toBeGreaterThan(3_590_000);
  time.hostAheadMs = 0;
  expect(await clock.skewMs()).toBe(0);
});

test('the time in which an answer is transferred never counts as skew', async () => {
  const { clock, tells } = watch();
  tells('pac', 0, 29_000);
  expect(await clock.skewMs()).toBe(0);
  tells('pac', -25_000, 29_000);
  expect(await clock.skewMs()).toBe(0);
});

test('a host has no skew if one PAC agrees with its clock, because the other PAC must be wrong', async () => {
  const { clock, tells } = watch();
  tells('wrong', 3_600_000);
  tells('right');
  expect(await clock.skewMs()).toBe(0);
});

test('the PAC is asked for the time if no time is known, and again only after a while', async () => {
  const { clock, time, tick } = watch([undefined, 0]);
  expect(await clock.skewMs()).toBeUndefined();
  expect(await clock.skewMs()).toBeUndefined();
  expect(time.asked).toBe(1);
  tick(10_000);
  expect(await clock.skewMs()).toBe(0);
  expect(time.asked).toBe(2);
});

test("the PAC is asked for the time again before the host's clock counts as wrong", async () => {
  const { clock, time, tells } = watch([0]);
  tells('pac', -300_000);
  expect(await clock.skewMs()).toBe(0);
  expect(time.asked).toBe(1);
});

test('the clock watch ignores an old reading and an answer without a time', async () => {
  const { clock, tells, tick } = watch();
  tells('pac');
  tick(600_001);
  clock.observe('https://other/')(undefined);
  expect(clock.known()).toBeUndefined();
});
