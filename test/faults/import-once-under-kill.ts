import { setTimeout as sleep } from 'node:timers/promises';
import { uploaded } from '../api/imports/spreadsheet';
import { bar, type Found, type Report } from './bar';
import { insist, OutcomeCounts, unfinished } from './clients';
import { rowsAreMarked } from './guards';
import type { System } from './system';

interface Size {
  rows: number;
  /**
   * The points at which the test kills commerce while it reads the file. There are at most two
   * points, because an import has at most three attempts.
   */
  reading: string[];
  /** The points at which the test kills commerce while it writes the rows in chunks. */
  writing: string[];
  settleMs: number;
}

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  const outcomes = new OutcomeCounts();
  const violations: string[] = [];
  const deadlineMs = Date.now() + size.settleMs;
  const arm = (point?: string) => system.start('commerce', point ? { FAILPOINTS: point } : {});
  const die = async (points: string[]) => {
    for (const [index, point] of points.entries()) {
      const isDead = await Promise.race([
        system.ended('commerce').then(() => true),
        sleep(20_000, false, { ref: false }),
      ]);
      if (!isDead) violations.push(`${point} was never reached`);
      tell(point);
      await system.kill('commerce');
      await system.skipWaits('commerce');
      await arm(points[index + 1]);
    }
  };
  const names = Array.from({ length: size.rows }, (_, n) => `PROVEEDOR ${n}`);
  const content = ['nombre', ...names, ''].join('\n');
  const fileId = await uploaded(api, content);
  await arm(size.reading[0]);
  const body = { kind: 'suppliers', fileId };
  const reading = die(size.reading);
  const answer = await insist({ api, method: 'POST', path: '/v1/imports', body }, outcomes, deadlineMs);
  await reading;
  const { importId } = answer?.json.data as { importId: string };
  const stateOf = async () =>
    (await system.sql<{ state: string }>('commerce', 'select state from imports where id = $1', [importId]))[0]!.state; // prettier-ignore
  const leave = async (state: string) => {
    while ((await stateOf()) === state && Date.now() < deadlineMs) await sleep(100);
  };
  await leave('parsing');
  await system.kill('commerce');
  await arm(size.writing[0]);
  const writing = die(size.writing);
  const path = `/v1/imports/${importId}/commit`;
  await insist({ api, method: 'POST', path }, outcomes, deadlineMs);
  await writing;
  await leave('committing');
  const [left] = await system.sql<{ suppliers: number; events: number; finished: number }>(
    'commerce',
    `select (select count(*)::int from contacts where org_id = $1) as suppliers,
       (select count(*)::int from outbox where org_id = $1
         and subject = 'commerce.contact.changed') as events,
       (select count(*)::int from outbox where org_id = $1
         and subject = 'commerce.import.finished') as finished`,
    [api.organizationId],
  );
  const found = { state: await stateOf(), ...left! };
  const isWhole = found.suppliers === size.rows && found.events === size.rows && found.finished === 1;
  if (found.state !== 'done' || !isWhole) {
    violations.push(`${size.rows} rows left ${JSON.stringify(found)}`);
  }
  violations.push(...outcomes.beyond([...unfinished, '202']));
  const kills = size.reading.length + size.writing.length;
  return { violations, figures: `${size.rows} rows, ${kills} kills; ${outcomes}` };
} // prettier-ignore

const suite: Size = {
  rows: 1_200,
  reading: ['step.after_commit@4'],
  writing: ['step.before_commit@1', 'step.after_commit@1'],
  settleMs: 240_000,
};

export const importOnceUnderKill = bar<Size>({
  name: 'import-once-under-kill',
  holds: 'an import ends complete and writes nothing twice, at whatever chunk commerce is killed',
  sizes: {
    suite,
    full: {
      rows: 10_000,
      reading: ['step.after_commit@12', 'step.before_commit@17'],
      writing: ['before', 'after'].flatMap((when) =>
        [1, 2, 3, 1, 2, 3].map((pass) => `step.${when}_commit@${pass}`),
      ),
      settleMs: 600_000,
    },
    control: { ...suite, reading: [], writing: ['step.after_commit@1'] },
  },
  guard: rowsAreMarked,
  red: /1200 rows left/,
  run,
});
