import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localKms, newId, rewrapSecrets, secretBox, type SecretBox } from '@timbre/kit';
import { serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { entities } from '../store/entities';
import { expiringTables } from '../store/expired-logins';
import { migrations } from '../store/migrations';
import { memberOfOwner, secretsOfUsers } from '../store/second-factors';
import { createUsers } from '../store/users';
import { endSecondFactor } from '../workflows/change-second-factor';
import { createSecondFactors, type SecondFactors } from './second-factors';
import { digestOf } from './secrets';

let gateway: ServiceRuntime;
let systemPool: Pool;
let factors: SecondFactors;
let nowMs = Date.parse('2026-11-30T12:00:00Z');

const keys: Record<string, string> = {
  one: randomBytes(32).toString('base64'),
  two: randomBytes(32).toString('base64'),
};
const boxWith = (...ids: string[]): SecretBox => {
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-member-keys-')), 'keys.json');
  const held = Object.fromEntries(ids.map((id) => [id, keys[id]]));
  writeFileSync(file, JSON.stringify({ activeKeyId: ids.at(-1), keys: held }));
  return secretBox(localKms(file));
};
const factorsWith = (secrets: SecretBox) =>
  createSecondFactors({
    runtime: gateway.runtime,
    systemPool,
    users: createUsers(systemPool),
    secrets,
    now: () => nowMs,
  });

beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
  systemPool = testPool(gateway.database.systemUrl, 8);
  factors = factorsWith(boxWith('one'));
});
afterAll(async () => {
  await systemPool.end();
  await gateway.close();
});

const organization = async (): Promise<string> => {
  const id = newId();
  await gateway.rows(
    `insert into organizations (id, org_id, version, name, created_at, updated_at)
     values ($1, $1, 1, 'A', now(), now())`,
    [id],
  );
  return id;
};

const user = async (...of: [organizationId: string, role: string][]): Promise<string> => {
  const id = newId();
  const address = `${id}@example.com`;
  await gateway.rows('insert into users values ($1, $2, now())', [id, address]);
  for (const [organizationId, role] of of) {
    await gateway.rows(
      `insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
       values ($1, $2, 1, $3, $4, $1, 'operator', now(), now(), now())`,
      [id, organizationId, address, role],
    );
  }
  return id;
};

/**
 * Connects applications, each with a token, and returns a function that lists the applications that
 * still have a token.
 */
async function connected(userId: string, organizationId: string): Promise<() => Promise<string[]>> {
  for (const clientId of ['timbre-console', 'assistant']) {
    const grantId = newId();
    await gateway.rows(
      `insert into connected_applications values ($1, $2, $3, $4, $4, 'h', 's', now(), now() + interval '1 day')`,
      [grantId, organizationId, userId, clientId],
    );
    await gateway.rows(
      `insert into oauth_records (model, digest, grant_id, payload) values ('RefreshToken', $1, $2, '')`,
      [randomBytes(8), grantId],
    );
  }
  return async () => {
    const rows = await gateway.rows<{ name: string }>(
      `select client_name as name from connected_applications a
         join oauth_records r on r.grant_id = a.id where a.user_id = $1 order by 1`,
      [userId],
    );
    return rows.map(({ name }) => name);
  };
}

const change = (userId: string) => ({ userId, actor: `user:${userId}`, requestId: 'request_1' });

interface Enrolled {
  userId: string;
  organizationId: string;
  secret: string;
  codes: string[];
  /** Returns the code for the time step that is `steps` steps after the current one. */
  code: (steps?: number) => string;
}

/**
 * Adds a member with a confirmed second factor. The confirmation used the code of the preceding
 * time step.
 */
async function enrolled(): Promise<Enrolled> {
  const organizationId = await organization();
  const userId = await user([organizationId, 'owner']);
  const id = await factors.begin(userId);
  const { secret } = (await factors.pending(userId, id))!;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (steps = 0) => totp.generate({ timestamp: nowMs + steps * 30_000 });
  const codes = await factors.confirm(change(userId), { id, code: code(-1) });
  return { userId, organizationId, secret, codes: codes!, code };
}

describe('a new second factor', () => {
  it('a second factor is active only after its first code was entered', async () => {
    const userId = await user([await organization(), 'sales']);
    const id = await factors.begin(userId);
    const { uri, secret } = (await factors.pending(userId, id))!;
    expect(uri).toBe(
      `otpauth://totp/Timbre:${userId}%40example.com?issuer=Timbre&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await factors.of(userId)).toBeUndefined();
    expect(await factors.check(userId, '000000')).toBe('second_factor_locked');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const far = totp.generate({ timestamp: nowMs + 60_000 });
    expect(await factors.confirm(change(userId), { id, code: far })).toBeUndefined();
    expect(await factors.of(userId)).toBeUndefined();
    const near = totp.generate({ timestamp: nowMs });
    const codes = await factors.confirm(change(userId), { id, code: near });
    expect(codes).toHaveLength(10);
    expect(await factors.of(userId)).toEqual({ confirmedAt: expect.any(Date), codesLeft: 10 });
    expect(await factors.pending(userId, id)).toBeUndefined();
  });

  it('only the browser that requested a new secret can read or confirm the secret', async () => {
    const userId = await user([await organization(), 'sales']);
    const first = await factors.begin(userId);
    const stranger = (await factors.pending(userId, first))!;
    const second = await factors.begin(userId);
    const { secret } = (await factors.pending(userId, second))!;
    expect(secret).not.toBe(stranger.secret);
    expect(await factors.pending(userId, first)).toBeUndefined();
    const codeOf = (base32: string) =>
      new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: nowMs });
    for (const code of [codeOf(stranger.secret), codeOf(secret)]) {
      expect(await factors.confirm(change(userId), { id: first, code })).toBeUndefined();
    }
    const code = codeOf(secret);
    expect(await factors.confirm(change(userId), { id: second, code })).toHaveLength(10);
  });

  it('a new secret does not replace a confirmed second factor', async () => {
    const { userId, code } = await enrolled();
    const id = await factors.begin(userId);
    expect(await factors.pending(userId, id)).toBeUndefined();
    expect(await factors.check(userId, code())).toBeUndefined();
  });

  it('confirming a second factor ends all sessions that began without a second factor, except the session that confirms it', async () => {
    const userId = await user([await organization(), 'sales']);
    for (const uid of ['here', 'there']) {
      await gateway.rows(
        `insert into oauth_records (model, digest, uid_digest, user_id, payload)
         values ('Session', $1, $2, $3, '')`,
        [randomBytes(8), digestOf(uid), userId],
      );
    }
    const id = await factors.begin(userId);
    const { secret } = (await factors.pending(userId, id))!;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
    await factors.confirm(change(userId), { id, code, sessionUid: 'here' });
    const left = await gateway.rows('select uid_digest from oauth_records where user_id = $1', [
      userId,
    ]);
    expect(left).toEqual([{ uid_digest: digestOf('here') }]);
  });

  it("confirming or resetting a second factor ends the console's tokens, and a member who removes the second factor keeps the tokens", async () => {
    const organizationId = await organization();
    const userId = await user([organizationId, 'sales']);
    const [named, others] = [
      await connected(userId, organizationId),
      await connected(await user([organizationId, 'sales']), organizationId),
    ];
    const confirm = async () => {
      const id = await factors.begin(userId);
      const { secret } = (await factors.pending(userId, id))!;
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
      expect(await factors.confirm(change(userId), { id, code })).toHaveLength(10);
    };
    await confirm();
    expect(await named()).toEqual(['assistant']);
    await connected(userId, organizationId);
    await factors.end(change(userId));
    expect(await named()).toEqual(['assistant', 'assistant', 'timbre-console']);
    await confirm();
    await connected(userId, organizationId);
    const parts = { runtime: gateway.runtime, users: createUsers(systemPool) };
    await endSecondFactor(parts, change(userId), 'owner');
    expect(await named()).toEqual(['assistant', 'assistant', 'assistant']);
    expect(await others()).toEqual(['assistant', 'timbre-console']);
  });

  it('an unconfirmed second factor is deleted with the expired logins', () => {
    expect(expiringTables).toContain('second_factors');
  });
});

describe('external logins', () => {
  const issuer = 'https://issuer.example';

  it('the first login at another issuer does not match a person with a second factor by mail address', async () => {
    const users = createUsers(systemPool);
    const { userId } = await enrolled();
    const address = `${userId}@example.com`;
    expect(await users.bySubject(issuer, userId, address)).toBeUndefined();
    expect(await users.bySubject(issuer, userId, undefined)).toBeUndefined();
    // The operator links the person to the issuer's subject.
    await users.link(issuer, userId, userId);
    expect(await users.bySubject(issuer, userId, address)).toBe(userId);
  });

  it('a person who was linked before enabling the second factor stays linked', async () => {
    const users = createUsers(systemPool);
    const userId = await user([await organization(), 'sales']);
    await factors.begin(userId);
    expect(await users.bySubject(issuer, userId, `${userId}@example.com`)).toBe(userId);
    await gateway.rows(
      'update second_factors set confirmed_at = now(), expires_at = null where user_id = $1',
      [userId],
    );
    expect(await users.bySubject(issuer, userId, undefined)).toBe(userId);
  });
});

describe('TOTP codes', () => {
  it('a code of the preceding or following time step is accepted, and a code two steps away is rejected', async () => {
    const { userId, code } = await enrolled();
    nowMs += 300_000;
    expect(await factors.check(userId, code(-2))).toBe('second_factor_wrong');
    expect(await factors.check(userId, code(2))).toBe('second_factor_wrong');
    for (const steps of [-1, 0, 1])
      expect(await factors.check(userId, code(steps))).toBeUndefined();
  });

  it('the confirmation code, an accepted code and all older codes are rejected when they are repeated', async () => {
    const { userId, code } = await enrolled();
    expect(await factors.check(userId, code(-1))).toBe('second_factor_used');
    expect(await factors.check(userId, code(1))).toBeUndefined();
    expect(await factors.check(userId, code(1))).toBe('second_factor_used');
    expect(await factors.check(userId, code(0))).toBe('second_factor_used');
  });

  it('if many requests send the same code concurrently, exactly one request is accepted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId, code } = await enrolled();
      const answers = await Promise.all([1, 2, 3, 4].map(() => factors.check(userId, code())));
      expect(answers.filter((one) => one === undefined)).toHaveLength(1);
    }
  });

  it('the code of another user is rejected', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    expect(await factors.check(one.userId, other.code())).toBe('second_factor_wrong');
    expect(await factors.check(one.userId, other.codes[0]!)).toBe('second_factor_wrong');
  });
});

describe('wrong codes', () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0');
  const unlock = (userId: string) =>
    gateway.rows('update second_factors set locked_until = now() where user_id = $1', [userId]);
  const lockedMinutes = async (userId: string) => {
    const [row] = await gateway.rows<{ minutes: number }>(
      `select round(extract(epoch from locked_until - now()) / 60)::int as minutes
       from second_factors where user_id = $1`,
      [userId],
    );
    return row!.minutes;
  };

  it('after five wrong codes the right code is rejected too, and each further wait is longer', async () => {
    const { userId, code } = await enrolled();
    for (const minutes of [15, 30, 60]) {
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await factors.check(userId, wrong(code()))).toBe('second_factor_wrong');
      }
      expect(await factors.check(userId, code())).toBe('second_factor_locked');
      expect(await lockedMinutes(userId)).toBe(minutes);
      await unlock(userId);
    }
    expect(await factors.check(userId, code())).toBeUndefined();
    expect(await factors.check(userId, wrong(code()))).toBe('second_factor_wrong');
  });

  it('concurrent wrong codes are limited like consecutive wrong codes', async () => {
    const { userId, code } = await enrolled();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => factors.check(userId, wrong(code()))),
    );
    expect(answers.filter((one) => one === 'second_factor_wrong')).toHaveLength(5);
  });

  it('a recovery code is accepted during the wait and ends the wait', async () => {
    const { userId, code, codes } = await enrolled();
    for (let tries = 0; tries < 5; tries += 1) await factors.check(userId, wrong(code()));
    expect(await factors.check(userId, code())).toBe('second_factor_locked');
    expect(await factors.check(userId, codes[0]!)).toBeUndefined();
    expect(await factors.check(userId, code())).toBeUndefined();
  });

  it('only TOTP codes count as failures', async () => {
    const { userId, code, codes } = await enrolled();
    for (const text of ['', '12', '1234567', 'not a code', codes[0]!.replace(/./, '%')]) {
      expect(await factors.check(userId, text)).toBe('second_factor_wrong');
    }
    const foreign = (await enrolled()).codes;
    for (const text of foreign) {
      expect(await factors.check(userId, text)).toBe('second_factor_wrong');
    }
    expect(await factors.check(userId, code())).toBeUndefined();
  });

  it('the wait has a maximum, however many wrong codes follow', async () => {
    const { userId, code } = await enrolled();
    const sql = 'update second_factors set failures = 2000000004 where user_id = $1';
    await gateway.rows(sql, [userId]);
    expect(await factors.check(userId, wrong(code()))).toBe('second_factor_wrong');
    expect(await lockedMinutes(userId)).toBe(960);
  });
});

describe('recovery codes', () => {
  it('a recovery code works once, however it is spelled', async () => {
    const { userId, codes } = await enrolled();
    expect(await factors.check(userId, codes[3]!.toLowerCase())).toBeUndefined();
    expect(await factors.check(userId, codes[3]!)).toBe('second_factor_wrong');
    expect(await factors.of(userId)).toMatchObject({ codesLeft: 9 });
  });

  it('if many requests send the same recovery code concurrently, exactly one request is accepted', async () => {
    const { userId, codes } = await enrolled();
    const answers = await Promise.all([1, 2, 3, 4].map(() => factors.check(userId, codes[0]!)));
    expect(answers.filter((one) => one === undefined)).toHaveLength(1);
  });

  it('new recovery codes invalidate the earlier recovery codes', async () => {
    const { userId, organizationId, codes } = await enrolled();
    const fresh = await factors.renewCodes(change(userId));
    expect(fresh).toHaveLength(10);
    expect(await factors.check(userId, codes[0]!)).toBe('second_factor_wrong');
    expect(await factors.check(userId, fresh[0]!)).toBeUndefined();
    const entries = 'select action from audit_entries where org_id = $1 order by id desc limit 1';
    expect(await gateway.rows(entries, [organizationId])).toEqual([
      { action: 'member.second_factor_codes_renewed' },
    ]);
    const mails = 'select kind from letters where recipient = $1 order by id desc limit 1';
    expect(await gateway.rows(mails, [`${userId}@example.com`])).toEqual([
      { kind: 'second_factor_codes_renewed' },
    ]);
  });

  it('a user without a second factor gets no recovery codes', async () => {
    const userId = await user([await organization(), 'sales']);
    await factors.renewCodes(change(userId));
    const sql = 'select 1 from recovery_codes where user_id = $1';
    expect(await gateway.rows(sql, [userId])).toEqual([]);
  });
});

describe('the stored secret', () => {
  it('no table contains the secret or a recovery code in plain text', async () => {
    const { secret, codes, code } = await enrolled();
    const tables = await gateway.rows<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const raw = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
    const words = [secret, raw, code(-1), codes[0]!, codes[0]!.replaceAll('-', '')];
    for (const { name } of tables) {
      const rows = await gateway.rows<{ text: string }>(`select t::text as text from ${name} t`);
      const found = words.filter((word) => rows.some(({ text }) => text.includes(word)));
      expect([name, found]).toEqual([name, []]);
    }
  });

  it('a secret that was copied to another user cannot be decrypted', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    await gateway.rows(
      `update second_factors f set key_id = o.key_id, wrapped_key = o.wrapped_key,
         ciphertext = o.ciphertext
       from second_factors o where f.user_id = $1 and o.user_id = $2`,
      [one.userId, other.userId],
    );
    await expect(factors.check(one.userId, other.code())).rejects.toThrow();
    await gateway.rows('delete from second_factors where user_id = $1', [one.userId]);
  });

  it('a request that runs as an organization cannot read or change second factors', async () => {
    const { organizationId } = await enrolled();
    for (const sql of [
      'select 1 from second_factors',
      'delete from second_factors',
      'select 1 from recovery_codes',
      'delete from recovery_codes',
    ]) {
      const asked = gateway.asOrganization(organizationId, sql);
      await expect(asked).rejects.toThrow('permission denied');
    }
  });

  it('after a rotation of the encryption key, no secret needs the old key', async () => {
    const { userId, code } = await enrolled();
    const both = boxWith('one', 'two');
    expect(await rewrapSecrets(systemPool, both, secretsOfUsers)).toBeGreaterThan(0);
    expect(await rewrapSecrets(systemPool, both, secretsOfUsers)).toBe(0);
    expect(await factorsWith(boxWith('two')).check(userId, code())).toBeUndefined();
    await expect(factors.check(userId, code(1))).rejects.toThrow('no key "two"');
    await rewrapSecrets(systemPool, boxWith('two', 'one'), secretsOfUsers);
  });
});

describe('removal', () => {
  const trail = (organizationId: string) =>
    gateway.rows<{ actor: string; action: string }>(
      `select actor, action from audit_entries where org_id = $1 order by id`,
      [organizationId],
    );
  const mailsTo = (userId: string) =>
    gateway.rows<{ kind: string }>(
      `select kind, facts->>'by' as by from letters where recipient = $1 order by id`,
      [`${userId}@example.com`],
    );

  it('a reset is recorded in each organization of the member, sends the member one mail, and ends the sessions', async () => {
    const { userId, organizationId, codes } = await enrolled();
    const second = await organization();
    await gateway.rows(
      `insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
       values ($1, $2, 1, 'x', 'sales', $1, 'operator', now(), now(), now())`,
      [userId, second],
    );
    await gateway.rows(
      `insert into oauth_records (model, digest, user_id, payload) values ('Session', $1, $2, '')`,
      [randomBytes(8), userId],
    );
    const parts = { runtime: gateway.runtime, users: createUsers(systemPool) };
    const reset = { userId, actor: 'operator', requestId: 'command_1' };
    expect(await endSecondFactor(parts, reset, 'operator')).toBe(true);
    expect(await factors.of(userId)).toBeUndefined();
    expect(await factors.check(userId, codes[0]!)).toBe('second_factor_wrong');
    const entry = { actor: 'operator', action: 'member.second_factor_reset' };
    expect(await trail(organizationId)).toContainEqual(entry);
    expect(await trail(second)).toEqual([entry]);
    expect(await mailsTo(userId)).toEqual([
      { kind: 'second_factor_enabled', by: null },
      { kind: 'second_factor_ended', by: 'operator' },
    ]);
    const sql = `select 1 from oauth_records where user_id = $1`;
    expect(await gateway.rows(sql, [userId])).toEqual([]);
    expect(await endSecondFactor(parts, reset, 'operator')).toBe(false);
    expect(await trail(second)).toEqual([entry]);
  });

  it('when members remove their own second factor, the audit trail names the member as actor', async () => {
    const { userId, organizationId } = await enrolled();
    expect(await factors.end(change(userId))).toBe(true);
    const actor = `user:${userId}`;
    expect(await trail(organizationId)).toEqual([
      { actor, action: 'member.second_factor_enabled' },
      { actor, action: 'member.second_factor_disabled' },
    ]);
  });

  it('memberOfOwner finds members of an owned organization and reports memberships elsewhere', async () => {
    const [own, foreign] = [await organization(), await organization()];
    const owner = await user([own, 'owner']);
    const address = (id: string) => `${id}@example.com`.toUpperCase();
    const inside = await user([own, 'sales']);
    const both = await user([own, 'sales'], [foreign, 'owner']);
    const outside = await user([foreign, 'sales']);
    const administrator = await user([own, 'administrator']);
    const found = (by: string, id: string) => memberOfOwner(systemPool, by, address(id));
    expect(await found(owner, inside)).toEqual({ userId: inside, isElsewhere: false });
    expect(await found(owner, both)).toEqual({ userId: both, isElsewhere: true });
    expect(await found(owner, outside)).toBeUndefined();
    expect(await found(owner, owner)).toBeUndefined();
    expect(await found(administrator, inside)).toBeUndefined();
  });
});
