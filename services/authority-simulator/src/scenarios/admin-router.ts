import { json, Router } from 'express';
import { z } from 'zod';
import type { AdvancingClock } from '../clock';
import type { Listeners } from '../listeners';
import type { Records } from '../store/records';
import { refuseInput, refuseUnknown } from '../issues';
import { sealHash } from '../stamping/document';
import { resetState, type Database } from '../store/database';
import type { CancellationStore } from '../store/cancellations';
import type { SendLog } from '../store/sends';
import type { StampStore } from '../store/stamps';
import { TAXPAYER_SCENARIOS } from './catalogue';
import { massDownloadKnobs, PACS, pacKnobs, satKnobs, timings, type Knobs } from './knobs';

export interface AdminParts {
  readonly database: Database;
  readonly clock: AdvancingClock;
  readonly knobs: Knobs;
  readonly stamps: StampStore;
  readonly sends: SendLog;
  readonly cancellations: CancellationStore;
  readonly listeners: Pick<Listeners, 'refresh'>;
  readonly records: Pick<Records, 'clear'>;
}

/**
 * The maximum offset of the clock, which is ten years in seconds. Up to this offset, certificates and dates
 * of documents remain meaningful.
 */
const OFFSET_SECONDS_MAX = 10 * 366 * 86_400;

const advanceBody = (offsetSeconds: number) =>
  z.strictObject({
    seconds: z
      .number()
      .min(0)
      .max(OFFSET_SECONDS_MAX - offsetSeconds),
  });

/**
 * Serves `GET /scenarios/taxpayers`, which lists the magic values for the mass download. Timbre's sandboxes
 * do not publish the magic values for the mass download.
 */
export const taxpayerScenariosRouter = (): Router =>
  Router().get('/taxpayers', (_request, response) => {
    const published = TAXPAYER_SCENARIOS.map(({ turned: _turned, ...scenario }) => scenario);
    response.json({ data: published });
  });

/** Serves `/__sim` with knobs, clock and counters, for fault tests and for operators of a sandbox. */
export function adminRouter(parts: AdminParts): Router {
  const { database, clock, knobs, sends, listeners } = parts;
  const router = Router();
  router.use(json({ limit: '16kb' }));
  const clockState = () => ({ now: clock.now().toISOString(), offsetSeconds: clock.offsetSeconds });
  router.get('/', (_request, response) => {
    const pacs = Object.fromEntries(PACS.map((pac) => [pac, knobs.pac(pac)]));
    response.json({ pacs, sat: knobs.sat(), timings: knobs.timings(), clock: clockState() });
  });
  router.patch('/pacs/:pac', async (request, response) => {
    const pac = PACS.find((name) => name === request.params.pac);
    if (!pac) return refuseUnknown(response, 'PAC');
    const change = pacKnobs.partial().safeParse(request.body);
    if (!change.success) return refuseInput(response, change.error);
    const turned = knobs.turnPac(pac, given(change.data));
    await listeners.refresh();
    response.json(turned);
  });
  router.patch('/sat', async (request, response) => {
    const change = satKnobs.partial().safeParse(request.body);
    if (!change.success) return refuseInput(response, change.error);
    const turned = knobs.turnSat(given(change.data));
    await listeners.refresh();
    response.json(turned);
  });
  router.patch('/mass-download', (request, response) => {
    const change = massDownloadKnobs.partial().safeParse(request.body);
    if (!change.success) return refuseInput(response, change.error);
    response.json(knobs.turnMassDownload(given(change.data)));
  });
  router.patch('/timings', (request, response) => {
    const change = timings.partial().safeParse(request.body);
    if (!change.success) return refuseInput(response, change.error);
    response.json(knobs.turnTimings(given(change.data)));
  });
  router.post('/clock/advance', (request, response) => {
    const body = advanceBody(clock.offsetSeconds).safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    clock.advance(body.data.seconds);
    response.json(clockState());
  });
  router.post('/reset', async (_request, response) => {
    resetState(database);
    parts.records.clear();
    await listeners.refresh();
    response.json({ reset: true });
  });
  router.get('/stamps', (request, response) => {
    response.json({ data: listStamps(parts, rfcOf(request.query['rfc'])) });
  });
  router.get('/sends', (request, response) => {
    response.json({ data: sends.list(rfcOf(request.query['rfc'])) });
  });
  return router;
}

type Counted = Pick<AdminParts, 'stamps' | 'sends' | 'cancellations'>;

/**
 * Returns one entry for each stamp. `sends` counts how often the document was sent to that PAC;
 * `cancelRequests` counts the cancellation requests that had an effect (201).
 */
function listStamps({ stamps, sends, cancellations }: Counted, rfc: string | undefined): object[] {
  const counts = new Map(
    sends.list(rfc).map((send) => [`${send.pac} ${send.sealHash}`, send.count]),
  );
  return (rfc ? stamps.ofIssuer(rfc) : stamps.all()).map((stamp) => {
    const hash = sealHash(stamp.document.seal);
    return {
      pac: stamp.pac,
      sealHash: hash,
      uuid: stamp.uuid,
      issuerRfc: stamp.document.issuerRfc,
      receiverRfc: stamp.document.receiverRfc,
      total: stamp.document.total,
      stampedAt: stamp.stampedAt.toISOString(),
      customId: stamp.customId,
      sends: counts.get(`${stamp.pac} ${hash}`) ?? 0,
      cancelRequests: cancellations.find(stamp.uuid)?.requests ?? 0,
    };
  });
}

function rfcOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Removes the undefined members of a partial change. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
