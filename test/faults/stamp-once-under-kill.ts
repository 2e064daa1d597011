import { setTimeout as sleep } from 'node:timers/promises';
import { bar, type Found, type Report } from './bar';
import { between, inFlight, insist, meanwhile, OutcomeCounts, unfinished } from './clients';
import { newDocuments, notExactlyOnce, reconcile, type Document } from './documents';
import { unknownIsKept } from './guards';
import type { System } from './system';

interface Size {
  documents: number;
  organizations: number;
  inFlight: number;
  /** The minimum and maximum time between two kills. */
  killEveryMs: [number, number];
  /**
   * The minimum number of kills, because fewer kills prove little, and the maximum number, which
   * limits the duration of the run.
   */
  kills: [least: number, most: number];
  natsDownMs: number;
  isWaitSkipped: boolean;
  settleMs: number;
}

const suite: Size = {
  documents: 48,
  organizations: 3,
  inFlight: 12,
  killEveryMs: [50, 500],
  kills: [2, 3],
  natsDownMs: 500,
  isWaitSkipped: true,
  settleMs: 240_000,
};

const weather = {
  latencyMs: 150,
  dropAnswerRate: 0.1,
  previouslyWithoutXmlRate: 0.05,
  hiddenXmlSeconds: 3,
};
const calm = { latencyMs: 0, dropAnswerRate: 0, previouslyWithoutXmlRate: 0 };
const pacs = ['sw', 'finkok'] as const;

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const apis = await inFlight(4, Array.from({ length: size.organizations }), system.issuer);
  const documents = await newDocuments(apis, size.documents, 25);
  tell(`${documents.length} drafts of ${apis.length} organizations`);
  for (const pac of pacs) await system.turn(pac, weather);
  const outcomes = new OutcomeCounts();
  const deadlineMs = Date.now() + size.settleMs;
  const answered = { count: 0 };
  const stamped = inFlight(size.inFlight, documents, async ({ api, documentRef }) => {
    const path = `/v1/cfdi/${documentRef}/stamp`;
    await insist({ api, method: 'POST', path }, outcomes, deadlineMs);
    answered.count += 1;
  });
  let before = 0;
  const { passes } = await meanwhile(stamped, async (pass) => {
    // The next kill happens only after a response, because a kill while all clients wait to retry
    // would prove nothing.
    while (answered.count === before) await sleep(20);
    await sleep(between(...size.killEveryMs));
    before = answered.count;
    if (pass >= size.kills[1]) return;
    await system.kill('fiscal-cfdi');
    if (pass === 0) await system.kill('nats');
    if (size.isWaitSkipped) await system.skipWaits('fiscal-cfdi');
    await system.start('fiscal-cfdi');
    tell(`${answered.count} of ${documents.length} answered, killed ${pass + 1} times`);
    if (pass > 0) return;
    await sleep(size.natsDownMs);
    await system.start('nats');
  });
  for (const pac of pacs) await system.turn(pac, calm);
  const kills = Math.min(passes, size.kills[1]);
  const violations = [
    ...notExactlyOnce(await reconcile(system, documents)),
    ...(await wrongEvents(system, documents)),
    ...outcomes.beyond([...unfinished, '200', '409 conflict stamp_rejected']),
    ...(kills < size.kills[0] ? [`fiscal-cfdi was killed only ${kills} times`] : []),
  ];
  return { violations, figures: `${documents.length} documents, ${kills} kills; ${outcomes}` };
}

/**
 * Returns violations of two rules: each stamp has exactly one event, and every event is published
 * even if NATS was down.
 */
async function wrongEvents(system: System, documents: Document[]): Promise<string[]> {
  const waiting = 'select count(*)::int as count from outbox where published_at is null';
  const untilMs = Date.now() + 30_000;
  let left = NaN;
  while (left !== 0 && Date.now() < untilMs) {
    left = (await system.sql<{ count: number }>('fiscal-cfdi', waiting))[0]!.count;
    if (left > 0) await sleep(200);
  }
  const ids = documents.filter((one) => !one.isRefused).map((one) => one.documentRef.slice(5));
  const [events] = await system.sql<{ stamped: number; documents: number }>(
    'fiscal-cfdi',
    `select count(*)::int as stamped, count(distinct aggregate_id)::int as documents from outbox
     where subject = 'fiscal_cfdi.cfdi.stamped' and aggregate_id = any($1)`,
    [ids],
  );
  const isOnce = events!.stamped === ids.length && events!.documents === ids.length;
  return [
    ...(left === 0 ? [] : [`${left} events have not left`]),
    ...(isOnce ? [] : [`${events!.stamped} stamps announced of ${ids.length} documents`]),
  ];
}

export const stampOnceUnderKill = bar<Size>({
  name: 'stamp-once-under-kill',
  holds: 'a document has one UUID however often its stamping is killed and its answer lost',
  sizes: {
    suite,
    full: {
      documents: 1_000,
      organizations: 20,
      inFlight: 32,
      killEveryMs: [2_000, 5_000],
      kills: [10, Infinity],
      natsDownMs: 10_000,
      isWaitSkipped: false,
      settleMs: 600_000,
    },
    control: { ...suite, documents: 24 },
  },
  guard: unknownIsKept,
  red: /with [2-9]\d* stamps/,
  run,
});
