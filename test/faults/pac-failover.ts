import { setTimeout as sleep } from 'node:timers/promises';
import { bar, type Found, type Report } from './bar';
import { inFlight, insist, OutcomeCounts, unfinished } from './clients';
import { newDocuments, notExactlyOnce, reconcile, type Document } from './documents';
import { unknownStaysWithItsPac } from './guards';
import type { PacName, System } from './system';

interface Size {
  rounds: number;
  /**
   * The number of documents in each third of a round; the maximum is the concurrency limit of a
   * PAC.
   */
  third: number;
  /** The time in milliseconds during which the first PAC hangs or fails. */
  faultMs: number;
  settleMs: number;
}

/** The time in milliseconds after which an open circuit breaker allows the next request. */
const circuitMs = 10_500;

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  const outcomes = new OutcomeCounts();
  const thirds: Record<string, Document[]> = { hanging: [], failing: [], refused: [] };
  for (let round = 0; round < size.rounds; round += 1) {
    await untilFirst(system, outcomes);
    const drafts = await newDocuments([api], size.third * 3);
    const [hanging, failing, refused] = [0, 1, 2].map((n) => drafts.filter((_, i) => i % 3 === n));
    thirds['hanging']!.push(
      ...(await whileHanging(system, size, stampAll(hanging!, outcomes, size))),
    );
    thirds['failing']!.push(
      ...(await whileFailing(system, size, stampAll(failing!, outcomes, size))),
    );
    thirds['refused']!.push(...(await whileRefused(system, stampAll(refused!, outcomes, size))));
    tell(`round ${round + 1} of ${size.rounds}`);
  }
  const found = await Promise.all([
    misplaced(system, thirds['hanging']!, 'sw'),
    misplaced(system, thirds['failing']!, 'sw'),
    misplaced(system, thirds['refused']!, 'finkok'),
  ]);
  const violations = [...found.flat(), ...outcomes.beyond([...unfinished, '200'])];
  return { violations, figures: `3 × ${thirds['refused']!.length} documents; ${outcomes}` };
}

function stampAll(
  documents: Document[],
  outcomes: OutcomeCounts,
  { settleMs }: Size,
): Promise<Document[]> {
  const deadlineMs = Date.now() + settleMs;
  return inFlight(documents.length, documents, async (document) => {
    const { api, documentRef } = document;
    await insist(
      { api, method: 'POST', path: `/v1/cfdi/${documentRef}/stamp` },
      outcomes,
      deadlineMs,
    );
    return document;
  });
}

/**
 * The first PAC receives documents but never responds. Later the test closes the waiting
 * connections.
 */
async function whileHanging({ pacs: { sw } }: System, size: Size, stamping: Promise<Document[]>) {
  sw.set({ kind: 'mute' });
  await sleep(size.faultMs);
  sw.set({ kind: 'reset' });
  sw.set({ kind: 'none' });
  return stamping;
}

async function whileFailing(system: System, size: Size, stamping: Promise<Document[]>) {
  await system.turn('sw', { serverErrorRate: 1 });
  await sleep(size.faultMs);
  await system.turn('sw', { serverErrorRate: 0 });
  return stamping;
}

async function whileRefused({ pacs: { sw } }: System, stamping: Promise<Document[]>) {
  await sw.refuse();
  const documents = await stamping;
  await sw.accept();
  return documents;
}

/** Waits until a document is sent to the first PAC again with its authentication token. */
async function untilFirst(system: System, outcomes: OutcomeCounts): Promise<void> {
  const api = await system.issuer();
  for (;;) {
    const documents = await newDocuments([api], 1);
    await stampAll(documents, outcomes, { settleMs: 30_000 } as Size);
    const [probe] = await reconcile(system, documents);
    if (probe!.stamps.some(({ pac }) => pac === 'sw')) return;
    await sleep(circuitMs);
  }
}

/**
 * Returns the documents that do not have exactly one stamp, or whose stamp is from the wrong PAC.
 */
async function misplaced(system: System, documents: Document[], wanted: PacName) {
  const reconciled = await reconcile(system, documents);
  const elsewhere = reconciled.filter(({ stamps }) => stamps.some(({ pac }) => pac !== wanted));
  return [
    ...notExactlyOnce(reconciled),
    ...elsewhere.map(({ documentRef }) => `${documentRef} was stamped by another than ${wanted}`),
  ];
}

export const pacFailover = bar<Size>({
  name: 'pac-failover',
  holds: 'a document goes to the second PAC only if the first PAC did not receive it',
  sizes: {
    suite: { rounds: 1, third: 4, faultMs: 1_500, settleMs: 60_000 },
    full: { rounds: 5, third: 30, faultMs: 32_000, settleMs: 180_000 },
    control: { rounds: 1, third: 4, faultMs: 2_500, settleMs: 15_000 },
  },
  guard: unknownStaysWithItsPac,
  red: /was stamped by another than sw/,
  run,
});
