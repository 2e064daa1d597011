import { setImmediate as settled } from 'node:timers/promises';
import { pino } from 'pino';
import type { Claims, Without } from './due-claims';
import type { DueRow } from './due-leases';
import { createDuePass } from './due-pass';

const logger = pino({ level: 'silent' });

/** A job's due rows in memory, oldest first, with the claims on them. */
function queue(ids: readonly string[], orgOf = (id: string) => id) {
  const due = new Set(ids);
  const claimed = new Set<string>();
  const asked: Without[] = [];
  const claims: Claims<DueRow> = {
    claim(max, without) {
      asked.push(without);
      const rows = [...due]
        .filter((id) => !claimed.has(id) && !without.ids.includes(id))
        .map((id) => ({ id, org_id: orgOf(id) }))
        .filter(({ org_id }) => !without.organizations.includes(org_id))
        .slice(0, max);
      for (const { id } of rows) claimed.add(id);
      return Promise.resolve(rows);
    },
    release(rows) {
      for (const { id } of rows) claimed.delete(id);
      return Promise.resolve();
    },
    renew: () => Promise.resolve(),
  };
  return { due, asked, claims };
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${name}-${number}`);
const never = () => false;

describe('a pass', () => {
  it('if only one organization has due rows, a pass excludes it from a single claim instead of every second claim', async () => {
    const { due, asked, claims } = queue(numbered('row', 600), () => 'busy');
    const attempt = ({ id }: DueRow) => Promise.resolve(due.delete(id));
    const job = { everyMs: 3_600_000, batchMax: 2 };
    await createDuePass({ job, claims, attempt, logger })(never);
    expect(due.size).toBe(0);
    expect(asked.filter(({ organizations }) => organizations.length > 0)).toHaveLength(1);
  });

  it('a pass starts behind the rows of one organization whose failures ended the previous pass', async () => {
    const bad = numbered('bad', 20);
    const { due, claims } = queue([...bad, 'good'], () => 'only');
    const attempt = ({ id }: DueRow) => Promise.resolve(id === 'good' && due.delete(id));
    const pass = createDuePass({
      job: { everyMs: 3_600_000, batchMax: 2 },
      claims,
      attempt,
      logger,
    });
    for (let count = 0; count < 3; count += 1) await pass(never);
    expect([...due]).toEqual(bad);
  });

  it('a pass processes rows without progress again if they did not end the previous pass', async () => {
    const { claims } = queue(['bad']);
    const attempt = jest.fn(() => Promise.resolve(false));
    const pass = createDuePass({
      job: { everyMs: 3_600_000, batchMax: 2 },
      claims,
      attempt,
      logger,
    });
    await pass(never);
    await pass(never);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('a pass claims a row again that was finished during a claim and is due again', async () => {
    const { due, asked, claims } = queue(['row', 'other']);
    const firstPart = Promise.withResolvers<boolean>();
    const claim: typeof claims.claim = async (max, without) => {
      const rows = await claims.claim(max, without);
      if (asked.length === 3) {
        firstPart.resolve(true);
        await settled();
      }
      return rows;
    };
    let parts = 0;
    const attempt = ({ id }: DueRow) =>
      id === 'row' && (parts += 1) === 1 ? firstPart.promise : Promise.resolve(due.delete(id));
    const job = { everyMs: 3_600_000, batchMax: 2 };
    await createDuePass({ job, claims: { ...claims, claim }, attempt, logger })(never);
    expect([parts, due.size]).toEqual([2, 0]);
  });
});
