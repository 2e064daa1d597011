import { createLogger, migrate } from '@timbre/kit';
import { freePort, startDatabase, type TestDatabase, testPool } from '@timbre/testkit';
import { Pool } from 'pg';
import { migrations } from '../store/migrations';
import { defaultQuotas } from '../domain/quotas';
import { createRateLimiter, type RateLimiter } from './rate-limiter';

const quotas = { ...defaultQuotas, write: { perSecond: 5, burst: 20 } };
const startMs = Date.UTC(2026, 10, 21, 12);

const lines: string[] = [];
const logger = createLogger('test', 'info', {
  write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
});

let database: TestDatabase;
let pool: Pool;
let nowMs: number;
let credential: string;
let count = 0;

beforeAll(async () => {
  database = await startDatabase('gateway', (url) => migrate(url, [], migrations));
  pool = testPool(database.systemUrl, 4);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  nowMs = startMs;
  credential = `credential-${(count += 1)}`;
});

const gateway = () => createRateLimiter(pool, quotas, logger, () => nowMs);
const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Returns the number of requests that the database has counted. The clock must be stopped. */
async function charged(): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    'select extract(epoch from tat - $2::timestamptz)::float8 as seconds from rate_limits where key = $1',
    [`${credential}:write`, new Date(nowMs)],
  );
  return Math.round((rows[0]?.seconds ?? 0) * quotas.write.perSecond);
}

/** Sends requests concurrently and returns the number of granted requests. */
async function together(limiter: RateLimiter, requests: number): Promise<number> {
  const sent = Array.from({ length: requests }, () => limiter(credential, 'write'));
  return (await Promise.all(sent)).filter(({ isAllowed }) => isAllowed).length;
}
async function inTurn(limiter: RateLimiter, requests: number): Promise<number> {
  let granted = 0;
  for (let i = 0; i < requests; i += 1) {
    if ((await limiter(credential, 'write')).isAllowed) granted += 1;
  }
  return granted;
}

describe.each([
  ['together', together],
  ['in turn', inTurn],
])('requests that come %s', (_, send) => {
  test('a rate-limit key can send the full burst, and then requests at the steady rate', async () => {
    const limiter = gateway();
    expect(await send(limiter, 30)).toBe(20);
    for (const seconds of [1, 2, 0.4]) {
      nowMs += seconds * 1_000;
      expect(await send(limiter, 30)).toBe(5 * seconds);
    }
  });

  test('after a pause, a rate-limit key can send exactly the full burst again', async () => {
    const limiter = gateway();
    await send(limiter, 30);
    nowMs += 3_600_000;
    expect(await send(limiter, 30)).toBe(20);
  });

  test('requests are counted while a database update is in flight', async () => {
    const limiter = gateway();
    let granted = await send(limiter, 3);
    for (let i = 0; i < 6; i += 1) {
      granted += await send(limiter, 4);
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
    expect(granted).toBe(20);
  });
});

test('a verdict contains the remaining requests, the time until the full burst is available, and the time to retry', async () => {
  const limiter = gateway();
  const first = await limiter(credential, 'write');
  expect(first).toMatchObject({ isAllowed: true, limit: 20, remaining: 19, resetSeconds: 1 });
  const second = await limiter(credential, 'write');
  expect(second).toMatchObject({ isAllowed: true, remaining: 18 });
  await together(limiter, 30);
  const refused = await limiter(credential, 'write');
  expect(refused).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 4 });
  nowMs += refused.retryAfterSeconds * 1_000;
  expect((await limiter(credential, 'write')).isAllowed).toBe(true);
});

test('two gateways share one quota', async () => {
  const [one, other] = [gateway(), gateway()];
  const granted = await Promise.all([together(one, 30), together(other, 30)]);
  expect(granted[0] + granted[1]).toBe(20);
});

test('requests that two gateways admitted independently are all counted', async () => {
  const gateways = [gateway(), gateway(), gateway()];
  let granted = 0;
  for (const limiter of gateways) granted += await inTurn(limiter, 1);
  granted += (await Promise.all(gateways.map((limiter) => inTurn(limiter, 30)))).reduce(
    (sum, each) => sum + each,
  );
  // Each gateway may admit at most half a burst that the other gateways have not yet counted.
  expect(granted).toBeGreaterThanOrEqual(20);
  expect(granted).toBeLessThanOrEqual(3 * 10 + 10);
  while ((await charged()) < granted) await soon();
  nowMs += 4_000;
  granted += await together(gateways[0]!, 100);
  expect(granted).toBe(20 + 5 * 4);
});

describe('an organization', () => {
  /**
   * Sends requests of several credentials concurrently and returns the number of granted requests.
   */
  const ofKeys = async (limiters: RateLimiter[], keys: number, requests: number) => {
    const sent = Array.from({ length: keys * requests }, (_, n) =>
      limiters[n % limiters.length]!(`${credential}-${n % keys}`, 'write', credential),
    );
    return (await Promise.all(sent)).filter(({ isAllowed }) => isAllowed).length;
  };
  // Two credentials, each with a burst of 40 and 10 requests per second.
  const shared = () =>
    createRateLimiter(pool, { ...quotas, organizationFactor: 2 }, logger, () => nowMs);

  it('an organization with many credentials has only the quota of a few credentials', async () => {
    const limiter = shared();
    expect(await ofKeys([limiter], 7, 10)).toBe(40);
    nowMs += 1_000;
    expect(await ofKeys([limiter], 7, 10)).toBe(10);
    expect((await limiter(`${credential}-7`, 'read', credential)).isAllowed).toBe(true);
    expect((await limiter(`${credential}-8`, 'write', `${credential}-other`)).isAllowed).toBe(true);
  });

  it('several gateways share the quota of an organization', async () => {
    const limiters = [shared(), shared(), shared()];
    for (const limiter of limiters) await limiter(`${credential}-0`, 'write', credential);
    await ofKeys(limiters, 7, 10);
    nowMs += 2_000;
    expect(await ofKeys(limiters, 7, 20)).toBeLessThanOrEqual(20);
  });

  it("requests that a credential's own quota rejects do not count against the organization", async () => {
    const limiter = shared();
    expect(await ofKeys([limiter], 1, 100)).toBe(20);
    expect(await ofKeys([limiter], 2, 100)).toBe(20);
  });

  it("the organization's quota also limits a credential that has quota left, and the verdict contains the organization's remaining quota", async () => {
    const limiter = shared();
    await ofKeys([limiter], 2, 20);
    const refused = await limiter(`${credential}-2`, 'write', credential);
    expect(refused).toMatchObject({
      isAllowed: false,
      limit: 40,
      remaining: 0,
      retryAfterSeconds: 1,
    });
    expect(await limiter(`${credential}-2`, 'read', credential)).toMatchObject({ limit: 400 });
  });
});

test('each credential and each class has its own quota', async () => {
  const limiter = gateway();
  await together(limiter, 30);
  expect((await limiter(credential, 'read')).isAllowed).toBe(true);
  expect((await limiter(`${credential}-other`, 'write')).isAllowed).toBe(true);
});

test('the limiter rejects while the database is unavailable, even for a cached rate-limit key', async () => {
  const down = new Pool({ connectionString: `postgres://127.0.0.1:${await freePort()}/x` });
  const limiter = createRateLimiter(down, quotas, logger);
  await expect(limiter(credential, 'write')).rejects.toThrow('ECONNREFUSED');
  const dying = testPool(database.systemUrl);
  const other = createRateLimiter(dying, quotas, logger, () => nowMs);
  await other(credential, 'write');
  await dying.end();
  await other(credential, 'write');
  // The rate-limit key is far below its limit, so no request waits for the database. After the
  // failed update, the limiter no longer caches any state for the rate-limit key.
  const again = async () => {
    for (let n = 0; n < 7; n += 1) await soon().then(() => other(credential, 'write'));
  };
  await expect(again()).rejects.toThrow('after calling end');
  await down.end();
});

test('a database outage is logged once for read requests, which are answered without a quota', async () => {
  const down = new Pool({ connectionString: `postgres://127.0.0.1:${await freePort()}/x` });
  const limiter = createRateLimiter(down, quotas, logger);
  lines.length = 0;
  for (let n = 0; n < 3; n += 1)
    await expect(limiter(credential, 'read')).rejects.toThrow('ECONNREFUSED');
  expect(lines).toEqual(['the count of requests is failing; retrying']);
  await down.end();
});

test("PostgreSQL's time is used if the test passes no clock", async () => {
  const limiter = createRateLimiter(pool, quotas, logger);
  expect(await together(limiter, 30)).toBe(20);
});
