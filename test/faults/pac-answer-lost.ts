import { setTimeout as sleep } from 'node:timers/promises';
import { bar, p95, type Found, type Report } from './bar';
import { inFlight, insist, OutcomeCounts, unfinished } from './clients';
import { newDocuments, notExactlyOnce, reconcile, type Document } from './documents';
import { unknownIsKept } from './guards';
import type { PacName, System } from './system';

interface Size {
  documents: number;
  /** The time in milliseconds during which all PAC responses are lost. */
  lostMs: number;
  settleMs: number;
}

/**
 * The time limit in milliseconds, after the fault has ended, for 95 of 100 documents to become
 * valid.
 */
const healedWithinMs = 25_000;
const other = { sw: 'finkok', finkok: 'sw' } as const;

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const halves: Found[] = [];
  for (const first of ['finkok', 'sw'] as const) {
    halves.push(await loseAnswersOf(first, system, size, tell));
  }
  return {
    violations: halves.flatMap(({ violations }) => violations),
    figures: halves.map(({ figures }) => figures).join('; '),
  };
}

/**
 * Drops the responses of both PACs. Timbre can look up a stamp at one of the PACs; at the other
 * PAC, Timbre can only repeat the request.
 */
async function loseAnswersOf(first: PacName, system: System, size: Size, tell: Report) {
  await system.orderPacs(first, other[first]);
  const api = await system.issuer();
  const documents = await newDocuments([api], size.documents);
  const outcomes = new OutcomeCounts();
  await stampAll(await newDocuments([api], 1), outcomes, size.settleMs);
  const sentElsewhere = await system.sends(other[first]);
  system.pacs[first].set({ kind: 'cut', afterBytes: 0 });
  const stamped = stampAll(documents, outcomes, size.lostMs + size.settleMs);
  tell(`${documents.length} documents while ${first} answers nothing for ${size.lostMs} ms`);
  await sleep(size.lostMs);
  system.pacs[first].set({ kind: 'none' });
  const healedMs = Date.now();
  await stamped;
  await system.orderPacs('sw', 'finkok');
  const waits = (await stampedAtMs(system, documents)).map((at) => at - healedMs);
  const early = waits.filter((ms) => ms < 0).length;
  const late = p95(waits);
  const elsewhere = (await system.sends(other[first])) - sentElsewhere;
  return {
    violations: [
      ...notExactlyOnce(await reconcile(system, documents)),
      ...outcomes.beyond([...unfinished, '200']),
      ...(early === 0 ? [] : [`${early} documents were stamped while nothing was answered`]),
      ...(elsewhere === 0 ? [] : [`${elsewhere} documents were sent to ${other[first]}`]),
      ...(late <= healedWithinMs ? [] : [`95 of 100 were valid only ${late} ms after healing`]),
    ],
    figures: `${first}: ${documents.length} documents, p95 ${Math.round(late)} ms after healing`,
  };
}

const stampAll = (documents: Document[], outcomes: OutcomeCounts, withinMs: number) =>
  inFlight(documents.length, documents, ({ api, documentRef }) =>
    insist(
      { api, method: 'POST', path: `/v1/cfdi/${documentRef}/stamp` },
      outcomes,
      Date.now() + withinMs,
    ),
  );

/** Returns the time at which each document became valid. */
async function stampedAtMs(system: System, documents: Document[]): Promise<number[]> {
  const rows = await system.sql<{ at: Date }>(
    'fiscal-cfdi',
    `select finished_at as at from stamp_attempts where state = 'stamped' and cfdi_id = any($1)`,
    [documents.map(({ documentRef }) => documentRef.slice(5))],
  );
  return rows.map(({ at }) => at.getTime());
}

export const pacAnswerLost = bar<Size>({
  name: 'pac-answer-lost',
  holds:
    'documents whose answers are lost stay with their PAC and are valid soon after the fault ends',
  sizes: {
    suite: { documents: 12, lostMs: 2_500, settleMs: 40_000 },
    full: { documents: 300, lostMs: 60_000, settleMs: 180_000 },
    control: { documents: 4, lostMs: 3_000, settleMs: 10_000 },
  },
  guard: unknownIsKept,
  red: /with [2-9]\d* stamps/,
  run,
});
