import { p95 } from './bar';
import {
  addWebhook,
  callContext,
  startReceiver,
  startWebhooks,
  deliver,
  until,
  type LocalReceiver,
} from '../../services/webhooks/test/webhooks';

const receiverCount = 20;
const hangingCount = 3;
const perSecond = 100;
const seconds = 4;
/** The time in milliseconds after which the service stops waiting for the response of a receiver. */
const answerTimeoutMs = 15_000;

interface Found {
  p95Ms: number;
  missing: number;
}

/**
 * Sends events to webhook receivers, some of which never respond.
 * @param restMs the maximum duration of the deliveries after the last event, in milliseconds
 * @returns the delays of the receivers that respond
 */
async function delaysWith(restMs: number, limits?: Parameters<Deliver>[0]): Promise<Found> {
  const service = await startWebhooks();
  service.runtime.now = () => new Date();
  const receivers: LocalReceiver[] = [];
  try {
    const sentAt = new Map<string, number>();
    const delays: number[] = [];
    const contexts = [];
    for (let count = 0; count < receiverCount; count += 1) {
      const isHanging = count < hangingCount;
      const receiver = await startReceiver((response, { headers }) => {
        if (isHanging) return;
        delays.push(Date.now() - sentAt.get(headers['webhook-id'] as string)!);
        response.writeHead(204).end();
      });
      receivers.push(receiver);
      const context = callContext();
      contexts.push(context);
      await addWebhook(service, context, receiver.url);
    }
    const wake = service.startDeliverer(limits);
    const begun = Date.now();
    for (let sent = 0; sent < perSecond * seconds; sent += receiverCount) {
      await Promise.all(
        contexts.map(async (context) => {
          const at = Date.now();
          sentAt.set(await deliver(service, context), at);
        }),
      );
      wake.nudge();
      const dueMs = begun + (sent / perSecond) * 1_000 - Date.now();
      if (dueMs > 0) await new Promise((done) => setTimeout(done, dueMs));
    }
    const wanted = (perSecond * seconds * (receiverCount - hangingCount)) / receiverCount;
    await until(
      () => delays.length,
      (count) => count >= wanted,
      restMs,
    ).catch(() => undefined);
    return { p95Ms: p95(delays), missing: wanted - delays.length };
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await service.close();
  }
}

type Deliver = Awaited<ReturnType<typeof startWebhooks>>['startDeliverer'];

describe('receivers that hang', () => {
  it('receivers that hang delay other receivers by less than half of the time limit of a receiver', async () => {
    const { p95Ms, missing } = await delaysWith(20_000);
    expect({ missing, isInTime: p95Ms < answerTimeoutMs / 2 }).toEqual({
      missing: 0,
      isInTime: true,
    });
  });

  it('receivers that hang would delay other receivers if deliveries had no limits', async () => {
    // The hanging receivers occupy all delivery slots, with one delivery each, for less time than one
    // response timeout.
    const places = hangingCount;
    const limits = { places, slowPlaces: places, endpointPlaces: places };
    const { missing } = await delaysWith(2_000, limits);
    expect(missing).toBeGreaterThan(0);
  });
});
