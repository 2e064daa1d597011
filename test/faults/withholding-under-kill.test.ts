import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWithholding, newWithholdingSeries, type ApiResponse } from '@timbre/testkit/client';
import { inFlight, insist, OutcomeCounts, unfinished, type Client, type Write } from './clients';
import { startSystem, type System } from './system';

/**
 * The points around each PAC call: before the request is sent, and after the response arrives but
 * before it is stored.
 */
const kills = (['sw', 'finkok'] as const).flatMap((pac) =>
  (['sending', 'answered'] as const).map((point) => ({ pac, point })),
);
const other = { sw: 'finkok', finkok: 'sw' } as const;
/**
 * The time limit in milliseconds for every request to have an outcome; no step of this test has to
 * wait for a timer.
 */
const settledMs = 60_000;

let system: System;
let api: Client;
beforeAll(async () => {
  system = await startSystem('withholdings');
  api = await system.issuer();
  await newWithholdingSeries(api);
}, 240_000);
afterAll(() => system?.close());

const write = (verb: 'stamp' | 'cancel', documentRef: string): Write => ({
  api,
  method: 'POST',
  path: `/v1/withholdings/${documentRef}/${verb}`,
  key: randomUUID(),
  ...(verb === 'cancel' && { body: { motive: '02' } }),
});

/**
 * Waits until the gateway has reconnected to fiscal-cfdi, and sends a write during which
 * fiscal-cfdi dies.
 */
async function dieUnder({ method, path, body, key }: Write, failpoint: string): Promise<void> {
  await system.start('fiscal-cfdi', { FAILPOINTS: `${failpoint}@1` });
  const state = { isDead: false };
  void system.ended('fiscal-cfdi').then(() => (state.isDead = true));
  while (!state.isDead) {
    const { status } = await api.once(method, path, { body, headers: { 'idempotency-key': key! } });
    expect(status).toBeGreaterThanOrEqual(500);
    await sleep(50);
  }
}

/** Retries all writes with their keys, as clients must do, without pauses. */
async function repeatAll(writes: Write[]): Promise<ApiResponse[]> {
  const [outcomes, deadlineMs] = [new OutcomeCounts(), Date.now() + settledMs];
  const state = { isOver: false };
  const repeating = inFlight(writes.length, writes, (one) => insist(one, outcomes, deadlineMs));
  const skipping = (async () => {
    for (; !state.isOver; await sleep(200)) await skipWaits();
  })();
  const answers = await repeating.finally(() => (state.isOver = true));
  await skipping;
  expect(outcomes.beyond([...unfinished, '200', '202'])).toEqual([]);
  return answers.map((answer) => answer!);
}

/** Skips a minute, after which a document that is unknown to its PAC counts as not sent. */
async function skipWaits(): Promise<void> {
  const minuteAgo = `update stamp_attempts set sent_at = sent_at - interval '1 minute'
    where state in ('sending', 'unknown') and sent_at > now() - interval '1 minute'`;
  await system.sql('fiscal-cfdi', minuteAgo);
  await system.skipWaits('fiscal-cfdi');
}

/**
 * Returns the documents after the job has queried the SAT and settled them, without any client
 * request.
 */
async function canceled(documentRefs: string[]): Promise<unknown[]> {
  const deadlineMs = Date.now() + settledMs;
  for (;;) {
    const shown = await inFlight(4, documentRefs, async (ref) => {
      const { json } = await api.request('GET', `/v1/withholdings/${ref}`);
      return `${json.data.status} ${json.data.cancellation?.state}`;
    });
    if (shown.every((one) => one === 'canceled accepted') || Date.now() > deadlineMs) return shown;
    await skipWaits();
    await sleep(200);
  }
}

test('a withholding document is stamped once and canceled once, wherever its process dies', async () => {
  const refs = await inFlight(4, kills, () => newWithholding(api));
  const stamps = refs.map((ref) => write('stamp', ref));
  for (const [index, { pac, point }] of kills.entries()) {
    if (pac !== kills[index - 1]?.pac) await system.orderPacs(pac, other[pac]);
    await dieUnder(stamps[index]!, `stamp.${point}`);
  }
  await system.start('fiscal-cfdi');
  const stamped = await repeatAll(stamps);
  expect(stamped.map(({ json }) => json.data.status)).toEqual(refs.map(() => 'valid'));
  expect((await repeatAll(stamps)).map(({ json }) => json)).toEqual(
    stamped.map(({ json }) => json),
  );

  const cancels = refs.map((ref) => write('cancel', ref));
  for (const [index, { point }] of kills.entries())
    await dieUnder(cancels[index]!, `cancellation.${point}`);
  await system.start('fiscal-cfdi');
  await repeatAll(cancels);
  expect(await canceled(refs)).toEqual(refs.map(() => 'canceled accepted'));
  const atPacs = await system.stamps();
  for (const [index, { pac, point }] of kills.entries()) {
    const { uuid } = stamped[index]!.json.data as { uuid: string };
    // A document that was not sent may be sent to the second PAC, but a document that was sent may
    // not.
    const wanted = { cancelRequests: 1, ...(point === 'answered' && { pac }) };
    expect(atPacs.filter((one) => one.uuid === uuid)).toMatchObject([wanted]);
  }
  expect(atPacs).toHaveLength(kills.length);
}, 240_000);
