import { newId, type Refusal } from '@timbre/kit';
import { serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createRateLimiter, defaultQuotas } from '../workflows/rate-limiter';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { createCodeOf, createLoginCodes, type LoginCodes } from './login-codes';
import type { Users } from './users';

let gateway: ServiceRuntime;
let systemPool: Pool;
let codes: LoginCodes;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
  systemPool = testPool(gateway.database.systemUrl, 4);
  const users = { byEmail: () => Promise.resolve(undefined) } as unknown as Users;
  const limit = createRateLimiter(systemPool, defaultQuotas, () => 1_000_000);
  const codeOf = createCodeOf(randomBytes(32));
  codes = createLoginCodes({ runtime: gateway.runtime, systemPool, users, codeOf, limit });
});
afterAll(async () => {
  await systemPool.end();
  await gateway.close();
});

const asked = (network: string, email = 'ana@example.com') =>
  codes.request(newId(), email, network).then(
    () => 'sent',
    ({ code }: Refusal) => code,
  );

it('a stranger who asks for codes of an address does not keep the person out', async () => {
  const stranger = [];
  for (let times = 0; times < 4; times += 1) stranger.push(await asked('203.0.113.9'));
  expect(stranger).toEqual(['sent', 'sent', 'sent', 'rate_limited']);
  expect(await asked('198.51.100.7')).toBe('sent');
});

it('the people of one network have codes of their own', async () => {
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => asked('192.0.2.1', `${name}@example.com`)),
  );
  expect(new Set(answers)).toEqual(new Set(['sent']));
});
