import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '@timbre/testkit/client';
import { bar, type Found, type Tell } from './bar';
import { insist, Told, unfinished, type Client } from './clients';
import { count, courses, Model, take, type Final, type Send } from './crash-courses';
import { keysAreRemembered } from './guards';
import type { System } from './system';

interface Point {
  name: string;
  /** The course that always passes it. */
  course: string;
  /** How often that course passes it; a seed chooses the pass at which the process is killed. */
  passes: number;
}

/** Every recovery point of fiscal-cfdi. */
const points: Point[] = [
  { name: 'command.before_commit', course: 'changed', passes: 2 },
  { name: 'command.after_commit', course: 'deleted', passes: 2 },
  { name: 'step.before_commit', course: 'corrected', passes: 6 },
  { name: 'step.after_commit', course: 'corrected', passes: 6 },
  { name: 'stamp.sending', course: 'corrected', passes: 2 },
  { name: 'stamp.answered', course: 'corrected', passes: 2 },
  { name: 'stamp.settled', course: 'given_up', passes: 1 },
  { name: 'stamp.looked_up', course: 'lost', passes: 1 },
  { name: 'cancellation.sending', course: 'canceled', passes: 1 },
  { name: 'cancellation.answered', course: 'canceled', passes: 1 },
  { name: 'cancellation.asked', course: 'canceled', passes: 1 },
  { name: 'delivery.claimed', course: 'sent', passes: 1 },
  { name: 'delivery.handed_over', course: 'sent', passes: 1 },
  { name: 'outbox.published', course: 'changed', passes: 2 },
  { name: 'consumer.committed', course: 'stamped', passes: 1 },
];

interface Size {
  points: Point[];
  /** The number of crashes at each point; a seed passes all points once, in its own order. */
  seeds: number;
  settleMs: number;
}

const mayBeTold = [...unfinished, '200', '201', '202', '409 conflict stamp_rejected'];

async function run(system: System, size: Size, tell: Tell): Promise<Found> {
  const told = new Told();
  const violations: string[] = [];
  for (let seed = 1; seed <= size.seeds; seed += 1) {
    violations.push(...(await crashEverywhere(system, seed, size, told, tell)));
    tell(`${seed} of ${size.seeds} seeds, ${violations.length} found`);
  }
  violations.push(...told.beyond(mayBeTold));
  const crashes = size.points.length * size.seeds;
  return { violations, figures: `${size.points.length} points, ${crashes} crashes; ${told}` };
}

/**
 * One row of the matrix: an organization whose documents follow their courses while fiscal-cfdi
 * dies at one point after the other; its final state equals the model.
 */
async function crashEverywhere(
  system: System,
  seed: number,
  size: Size,
  told: Told,
  tell: Tell,
): Promise<string[]> {
  const random = randomOf(seed);
  const [api, model] = [await system.issuer(), new Model()];
  const send = sender(api, told, size.settleMs);
  const found: string[] = [];
  // Interrupted operations continue with their keys while the next crash is prepared.
  let work: Promise<void> = Promise.resolve();
  for (const point of shuffled(size.points, random)) {
    const course = courses[point.course]!;
    const armed = `${point.name}@${1 + Math.floor(random() * point.passes)}`;
    await system.kill('fiscal-cfdi');
    await system.skipWaits('fiscal-cfdi');
    await system.start('fiscal-cfdi', { FAILPOINTS: armed });
    const before = work;
    work = (async () => {
      await before;
      model.follow(course, await take(api, send, course));
    })().catch((error: unknown) => void found.push(`seed ${seed}, ${armed}: ${String(error)}`));
    tell(`seed ${seed}: ${armed}`);
    if (!(await diesDuring(system, work))) found.push(`seed ${seed}: ${armed} was never reached`);
  }
  await system.skipWaits('fiscal-cfdi');
  await system.start('fiscal-cfdi');
  await work;
  const left = await settled(system, api, model.final, Date.now() + size.settleMs);
  if (!isDeepStrictEqual(left, model.final))
    found.push(
      `seed ${seed} left ${JSON.stringify(left)} instead of ${JSON.stringify(model.final)}`,
    );
  return found;
}

/** Whether fiscal-cfdi dies; the jobs of a course may reach the point only after the course. */
const diesDuring = (system: System, work: Promise<void>): Promise<boolean> =>
  Promise.race([system.ended('fiscal-cfdi').then(() => true), work.then(tenSeconds)]);

/** Waits in small steps: while the machine sleeps, fiscal-cfdi does not run either. */
async function tenSeconds(): Promise<false> {
  for (let parts = 0; parts < 100; parts += 1) await sleep(100, undefined, { ref: false });
  return false;
}

/** Retries a write until it has its outcome. */
const sender =
  (api: Client, told: Told, withinMs: number): Send =>
  async (method, path, body) => {
    const answer = await insist({ api, method, path, body }, told, Date.now() + withinMs);
    if (!answer) throw new Error(`${method} ${path} had no outcome`);
    return answer;
  };

/** The state once the jobs are done, or at the timeout. */
async function settled(system: System, api: Api, wanted: Final, deadlineMs: number) {
  for (;;) {
    const left = await finalOf(system, api.organizationId);
    if (isDeepStrictEqual(left, wanted) || Date.now() > deadlineMs) return left;
    await system.skipWaits('fiscal-cfdi');
    await sleep(200);
  }
}

async function finalOf(system: System, organizationId: string): Promise<Final> {
  const rows = <Row>(sql: string) => system.sql<Row>('fiscal-cfdi', sql, [organizationId]);
  const stamps = Map.groupBy(await system.stamps(), ({ total }) => Number(total).toFixed(2));
  const cfdi = await rows<{ total: string; shown: string }>(
    `select round(total, 2)::text as total,
       stage || ' ' || status || ' folio ' || coalesce(folio, 0) as shown from cfdi where org_id = $1`,
  );
  const voided = await rows<{ folio: string }>(
    'select folio from voided_folios where org_id = $1 order by folio',
  );
  const deliveries = await rows<{ state: string }>(
    'select state from deliveries where org_id = $1',
  );
  // An unpublished event does not count; a state that passed between two polls has no event.
  const outbox = await rows<{ subject: string }>(
    `select subject from outbox where org_id = $1 and aggregate = 'cfdi' and published_at is not null
       and subject <> 'fiscal_cfdi.cfdi.cancellation_changed'`,
  );
  const final: Final = { documents: {}, voidedFolios: [], events: {}, deliveries: {} };
  for (const { total, shown } of cfdi)
    final.documents[total] = `${shown} stamps ${stamps.get(total)?.length ?? 0}`;
  final.voidedFolios = voided.map(({ folio }) => Number(folio));
  for (const { subject } of outbox) count(final.events, subject.split('.').at(-1)!);
  for (const { state } of deliveries) count(final.deliveries, state);
  return final;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const drawn = items.map((item) => ({ item, at: random() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The points next to these leave the same state in the database. */
const likeOthers = ['command.before_commit', 'stamp.settled', 'cancellation.sending', 'delivery.claimed']; // prettier-ignore
const quick = points.filter(({ name }) => !likeOthers.includes(name));

const created: Point = { name: 'command.after_commit', course: 'deleted', passes: 1 };

export const crashMatrix = bar<Size>({
  name: 'crash-matrix',
  holds: 'whatever recovery point a process dies at, what is left is what the model has',
  sizes: {
    suite: { points: quick, seeds: 1, settleMs: 60_000 },
    full: { points, seeds: 25, settleMs: 900_000 },
    control: { points: [created], seeds: 1, settleMs: 10_000 },
  },
  guard: keysAreRemembered('fiscal-cfdi'),
  red: /seed 1 left/,
  run,
});
