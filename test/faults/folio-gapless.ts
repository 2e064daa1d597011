import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '@timbre/testkit/client';
import { bar, type Found, type Report } from './bar';
import { inFlight, insist, meanwhile, OutcomeCounts, unfinished, type Client } from './clients';
import { newDocuments } from './documents';
import { foliosAreTransactional, sealsAreSaved } from './guards';
import type { System } from './system';

interface Size {
  documents: number;
  /** How many times PostgreSQL is stopped immediately during the run. */
  stops: number;
  settleMs: number;
}

const writers = 16;
/** The number of rolled-back transactions among ten transactions that reserve a folio. */
const abortsOfTen = 3;

/** The response to the stamp request of a writer. */
interface Acknowledged {
  documentRef: string;
  folio: number;
  uuid: string;
}

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const api = await system.issuer();
  const [template] = await newDocuments([api], 1);
  const abortedRefs = await copies(system, template!.documentRef, writers);
  const refs = await copies(system, template!.documentRef, size.documents);
  tell(`${refs.length} drafts`);
  const outcomes = new OutcomeCounts();
  const acknowledged: Acknowledged[] = [];
  const state = { aborts: 0, kept: 0, stops: 0 };
  const deadlineMs = Date.now() + size.settleMs;
  const write = async (documentRef: string, index: number): Promise<void> => {
    // Three rollbacks are mixed with every seven documents, in addition to the transactions that
    // the faults abort.
    const aborts =
      Math.floor((index * abortsOfTen) / 7) - Math.floor(((index - 1) * abortsOfTen) / 7);
    for (let n = 0; index > 0 && n < aborts; n += 1) {
      const path = `/v1/cfdi/${abortedRefs[index % writers]!}/stamp`;
      const aborted = await api.once('POST', path).catch(() => undefined);
      if (aborted && aborted.status < 500) state.kept += 1;
      state.aborts += 1;
    }
    const answer = await stamp(api, documentRef, outcomes, deadlineMs);
    if (answer?.status !== 200) return;
    const { folio, uuid } = answer.json.data as { folio: string; uuid: string };
    acknowledged.push({ documentRef, folio: Number(folio), uuid });
  };
  const stopNowAndThen = async (): Promise<void> => {
    // PostgreSQL is stopped each time an equal share of the documents is finished.
    const due = ((state.stops + 1) * size.documents) / (size.stops + 1);
    if (state.stops >= size.stops || acknowledged.length < due) return void (await sleep(20));
    await system.kill('postgres');
    await system.start('postgres');
    state.stops += 1;
    tell(
      `${acknowledged.length} of ${refs.length} stamped, PostgreSQL stopped ${state.stops} times`,
    );
  };
  await system.without(sealsAreSaved(abortedRefs), () =>
    meanwhile(inFlight(writers, refs, write), stopNowAndThen),
  );
  const violations = [
    ...(await misnumbered(system, api, acknowledged)),
    ...(acknowledged.length === refs.length
      ? []
      : [`${acknowledged.length} documents were stamped`]),
    ...(size.stops > 0 && !unfinished.some((what) => outcomes.counts.has(what))
      ? ['no writer noticed that PostgreSQL stopped']
      : []),
    ...(state.stops < size.stops ? [`PostgreSQL was stopped only ${state.stops} times`] : []),
    ...(state.kept === 0 ? [] : [`${state.kept} seals were not rolled back`]),
    ...outcomes.beyond([...unfinished, '200']),
  ];
  const figures = `${refs.length} documents, ${state.aborts} aborts, ${state.stops} stops; ${outcomes}`;
  return { violations, figures };
}

const stamp = (api: Client, documentRef: string, outcomes: OutcomeCounts, deadlineMs: number) =>
  insist({ api, method: 'POST', path: `/v1/cfdi/${documentRef}/stamp` }, outcomes, deadlineMs);

/**
 * Copies a draft directly in the database, which is faster than through the API. Only the stamps
 * are under test here.
 */
async function copies(system: System, documentRef: string, count: number): Promise<string[]> {
  const [columns] = await system.sql<{ names: string }>(
    'fiscal-cfdi',
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'cfdi' and column_name <> 'id' and is_generated = 'NEVER'`,
  );
  const rows = await system.sql<{ id: string }>(
    'fiscal-cfdi',
    `insert into cfdi (id, ${columns!.names}) select gen_random_uuid(), ${columns!.names}
     from cfdi, generate_series(1, $2) where id = $1 returning id`,
    [documentRef.slice(5), count],
  );
  return rows.map(({ id }) => `cfdi:${id}`);
}

/** Returns gaps, duplicate folios, and acknowledged stamps that were lost. */
async function misnumbered(system: System, api: Api, acknowledged: Acknowledged[]) {
  const rows = await system.sql<{ id: string; folio: string; uuid: string | null }>(
    'fiscal-cfdi',
    `select id, folio, uuid from cfdi where org_id = $1 and folio is not null order by folio`,
    [api.organizationId],
  );
  const [series] = await system.sql<{ next_folio: string }>(
    'fiscal-cfdi',
    `select next_folio from series where org_id = $1 and kind = 'income' and is_default`,
    [api.organizationId],
  );
  const folios = rows.map(({ folio }) => Number(folio));
  const gaps = folios.filter((folio, index) => folio !== (folios[index - 1] ?? 0) + 1);
  const byRef = new Map(rows.map((row) => [`cfdi:${row.id}`, row]));
  const lost = acknowledged.filter(({ documentRef, folio, uuid }) => {
    const row = byRef.get(documentRef);
    return Number(row?.folio) !== folio || row?.uuid !== uuid;
  });
  return [
    ...gaps.map((folio) => `folio ${folio} does not follow the one before it`),
    ...lost.map(({ documentRef }) => `${documentRef} is not what was acknowledged`),
    ...(Number(series!.next_folio) === folios.length + 1
      ? []
      : [`the next folio is ${series!.next_folio} after ${folios.length} documents`]),
  ];
}

export const folioGapless = bar<Size>({
  name: 'folio-gapless',
  holds: 'a series has no gap and no folio twice, and no acknowledged stamp is lost',
  sizes: {
    suite: { documents: 80, stops: 1, settleMs: 180_000 },
    full: { documents: 10_000, stops: 5, settleMs: 1_800_000 },
    control: { documents: 14, stops: 0, settleMs: 60_000 },
  },
  guard: foliosAreTransactional,
  red: /does not follow the one before it/,
  run,
});
