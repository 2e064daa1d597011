import { newId, type Refusal } from '@timbre/kit';
import { serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { defaultQuotas } from '../domain/quotas';
import { createRateLimiter } from '../workflows/rate-limiter';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { createCodeOf, createLoginCodes, type LoginCodes } from './login-codes';
import type { Users } from '../store/users';

let gateway: ServiceRuntime;
let systemPool: Pool;
let codes: LoginCodes;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
  systemPool = testPool(gateway.database.systemUrl, 4);
  const users = {
    byEmail: (email: string) => Promise.resolve(email === known ? 'eva' : undefined),
    membershipsOf: () => Promise.resolve([{ organizationId: newId() }]),
  } as unknown as Users;
  const limit = createRateLimiter(
    systemPool,
    defaultQuotas,
    gateway.runtime.logger,
    () => 1_000_000,
  );
  codes = createLoginCodes({ runtime: gateway.runtime, systemPool, users, codeOf, limit });
});
afterAll(async () => {
  await systemPool.end();
  await gateway.close();
});

const codeOf = createCodeOf(randomBytes(32));
const known = 'eva@example.com';

const asked = (network: string, email = 'ana@example.com', interaction = newId()) =>
  codes.request(interaction, email, network).then(
    () => 'sent',
    ({ code }: Refusal) => code,
  );

it('a stranger who requests codes for an address does not lock the person out', async () => {
  const stranger = [];
  for (let times = 0; times < 4; times += 1) stranger.push(await asked('203.0.113.9'));
  expect(stranger).toEqual(['sent', 'sent', 'sent', 'rate_limited']);
  expect(await asked('198.51.100.7')).toBe('sent');
});

it('people in the same network have separate login codes', async () => {
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => asked('192.0.2.1', `${name}@example.com`)),
  );
  expect(new Set(answers)).toEqual(new Set(['sent']));
});

describe('code floods', () => {
  const networks = Array.from({ length: 14 }, (_, index) => `198.51.${index}.1`);
  const mailed = () =>
    gateway.rows<{ codeId: string }>(
      `select facts->>'codeId' as "codeId" from letters where recipient = $1 order by id desc`,
      [known],
    );

  it('the address receives ten mails, and the code of the newest mail still works once for the right person', async () => {
    for (const network of networks) {
      const interaction = newId();
      expect(await asked(network, known, interaction)).toBe('sent');
      // The interaction is abandoned, but the person must still be able to log in.
      await codes.forget(interaction);
    }
    const mails = await mailed();
    expect(mails).toHaveLength(10);
    const [hers, another] = [newId(), newId()];
    expect(await asked('203.0.113.1', known, hers)).toBe('sent');
    expect(await asked('203.0.113.2', known, another)).toBe('sent');
    const code = codeOf(mails[0]!.codeId);
    expect(await codes.check(hers, codeOf(mails[1]!.codeId))).toEqual({
      fault: 'login_code_wrong',
    });
    expect(await codes.check(hers, code)).toEqual({ userId: 'eva', email: known });
    expect(await codes.check(another, code)).toEqual({ fault: 'login_code_ended' });
    const late = newId();
    await asked('203.0.113.3', known, late);
    expect(await codes.check(late, code)).toEqual({ fault: 'login_code_wrong' });
  });

  it('the response is the same for an address without a user', async () => {
    const answers = [];
    for (const network of networks) answers.push(await asked(network, 'nobody@example.com'));
    expect(new Set(answers)).toEqual(new Set(['sent']));
  });
});
