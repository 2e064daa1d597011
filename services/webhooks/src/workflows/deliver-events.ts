import { createOutage, createRun, failpoint, type CallContext, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import { firstIn, lastIn } from '@timbre/fiscal';
import { afterAttempt, healthAfter, reasonToDisable, type Attempt } from '../domain/attempts';
import type { Receiver } from '../domain/receiver';
import { signedHeaders } from './signature';
import { countDisabled, recordWebhookAttempt, recordWebhookDelay } from '../metrics';
import {
  changeHealth,
  claimDeliveries,
  settleDeliveries,
  type Claimed,
  type Settled,
} from '../store/claims';
import { Webhook } from '../store/webhooks';
import { setStatus } from './set-status';

/** Notifies the delivery worker that new deliveries may be due. */
export interface Wake {
  /** Reports that events were stored, so that deliveries may be due. */
  nudge: () => void;
  /**
   * Waits for the next call of the function `nudge`.
   * @returns a promise that the next call of `nudge` resolves
   */
  next: () => Promise<void>;
}

export function createWake(): Wake {
  let waiting = Promise.withResolvers<void>();
  return {
    nudge: () => waiting.resolve(),
    next() {
      waiting = Promise.withResolvers<void>();
      return waiting.promise;
    },
  };
}

export interface DeliveryParts {
  runtime: Runtime;
  wake: Wake;
  systemPool: Pool;
  receiver: Receiver;
  /** Returns the unsealed secrets of an endpoint, or undefined if a secret was deleted. */
  secretsOf: (claimed: Claimed) => Promise<Buffer[] | undefined>;
  /** Returns a random number between 0 and 1. */
  random: () => number;
  /** The limits for concurrent deliveries; tests use different limits. */
  limits?: typeof deliveryLimits;
}

/**
 * The maximum numbers of concurrent attempts: in total in this process, to all slow endpoints
 * together, and to a single endpoint.
 */
const deliveryLimits = { places: 100, slowPlaces: 40, endpointPlaces: 4 };

/**
 * The minimum time between two claims of deliveries. Claiming each delivery separately would cost more
 * than the deliveries themselves.
 */
const claimEveryMs = 10;
const pollMs = 500;
/**
 * The time for which a stopping process waits for its running attempts. Attempts that have not
 * finished after this time are repeated after their leases have expired.
 */
const drainMs = 16_000;

/**
 * Sends due deliveries until the worker is stopped. If the process ends before a result is stored, the
 * delivery is sent again after its lease has expired.
 */
export function createDeliverer(parts: DeliveryParts) {
  const { runtime, systemPool, wake, limits = deliveryLimits } = parts;
  const { places, slowPlaces, endpointPlaces } = limits;
  const inFlight = new Set<Promise<void>>();
  let slow = 0;
  let isStopping = false;
  const settle = createSettler(parts);

  function start(claimed: Claimed): void {
    const slots = claimed.isHealthy ? 0 : 1;
    slow += slots;
    const running = deliver(parts, settle, claimed).finally(() => {
      slow -= slots;
      inFlight.delete(running);
      wake.nudge();
    });
    inFlight.add(running);
  }
  async function pass(): Promise<number> {
    const free = places - inFlight.size;
    if (free <= 0) return 0;
    const freeSlow = Math.max(0, Math.min(free, slowPlaces - slow));
    const claimed = await claimDeliveries(
      systemPool,
      runtime.now(),
      free,
      freeSlow,
      endpointPlaces,
    );
    claimed.forEach(start);
    return claimed.length;
  }
  const outage = createOutage(runtime.logger, 'the claim of deliveries');
  async function run(): Promise<void> {
    while (!isStopping) {
      const nudged = wake.next();
      const count = await pass().catch((error: unknown) => outage.failed(error));
      if (count !== undefined) outage.recovered();
      if (!count) await Promise.race([nudged, pause(pollMs)]);
      await pause(claimEveryMs);
    }
  }
  const running = run();
  return {
    subject: 'the worker that delivers events',
    async stop(): Promise<void> {
      isStopping = true;
      wake.nudge();
      await running;
      await Promise.race([Promise.all(inFlight), pause(drainMs)]);
    },
  };
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms).unref());

/**
 * Makes one attempt of a claimed delivery and stores its result. If the result of an attempt is not
 * stored, the delivery is repeated after its lease has expired.
 */
async function deliver(
  parts: DeliveryParts,
  settle: (settled: Settled) => Promise<void>,
  claimed: Claimed,
): Promise<void> {
  try {
    await settle(await attemptOf(parts, claimed));
  } catch (error) {
    const { deliveryId } = claimed;
    parts.runtime.logger.error({ err: error, deliveryId }, 'no result of a delivery');
  }
}

/** Makes one attempt and returns the new state of the delivery. */
async function attemptOf(parts: DeliveryParts, claimed: Claimed): Promise<Settled> {
  const { runtime, receiver, random } = parts;
  const attemptedAt = runtime.now();
  failpoint('webhook.claimed');
  const attempt = await send(parts, claimed, receiver, attemptedAt);
  failpoint('webhook.answered');
  recordWebhookAttempt(attempt.durationMs, { outcome: attempt.outcome });
  const finishedAt = runtime.now();
  if (claimed.attempts === 1 && attempt.outcome === 'delivered') {
    recordWebhookDelay(finishedAt.getTime() - claimed.createdAt.getTime());
  }
  const next = afterAttempt(attempt, claimed.tries, runtime.environment, random());
  const waitMs = next.state === 'pending' ? next.waitMs : 0;
  return {
    claimed,
    attemptedAt,
    attempt,
    state: next.state,
    nextAttemptAt: new Date(finishedAt.getTime() + waitMs),
  };
}

async function send(
  { secretsOf }: DeliveryParts,
  claimed: Claimed,
  receiver: Receiver,
  at: Date,
): Promise<Attempt> {
  const secrets = await secretsOf(claimed);
  // The secrets are missing if the webhook was deleted or its secret was rotated after the delivery
  // was claimed.
  if (!secrets) return { outcome: 'interrupted', durationMs: 0, error: 'secret_replaced' };
  const { url, body, eventId } = claimed;
  const headers = signedHeaders(eventId, Math.floor(at.getTime() / 1_000), body, secrets);
  return receiver.send(url, headers, body);
}

/**
 * Returns a function that stores results in batches: results that arrive while an SQL statement
 * runs are stored together by the next statement.
 */
function createSettler(parts: DeliveryParts) {
  const { systemPool } = parts;
  let waiting: Settled[] = [];
  let flushing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    flushing = undefined;
    await settleDeliveries(systemPool, batch);
    failpoint('webhook.settled');
    await changeHealths(parts, batch);
  }
  let last: Promise<unknown> = Promise.resolve();
  return (settled: Settled): Promise<void> => {
    waiting.push(settled);
    flushing ??= last = last.then(flush, flush);
    return flushing;
  };
}

/**
 * Updates the health of endpoints, except endpoints whose previous and current attempts both
 * succeeded.
 */
async function changeHealths(parts: DeliveryParts, batch: Settled[]): Promise<void> {
  const changing = batch.filter(
    ({ claimed, attempt }) => !(claimed.isHealthy && attempt.outcome === 'delivered'),
  );
  const byWebhook = Map.groupBy(changing, ({ claimed }) => claimed.webhookId);
  for (const settled of byWebhook.values()) await changeHealthOf(parts, settled);
}

async function changeHealthOf(parts: DeliveryParts, settled: Settled[]): Promise<void> {
  const now = parts.runtime.now();
  const { claimed } = firstIn(settled);
  const outcomes = settled.map(({ attempt }) => attempt.outcome);
  const health = await changeHealth(parts.systemPool, claimed, (before) =>
    outcomes.reduce((state, outcome) => healthAfter(state, outcome, now), before),
  );
  const reason = health && reasonToDisable(health, lastIn(outcomes), now);
  if (reason) await disable(parts.runtime, claimed, reason);
}

async function disable(
  runtime: Runtime,
  { organizationId, webhookId }: Claimed,
  reason: 'gone' | 'failing',
): Promise<void> {
  const context: CallContext = {
    organizationId,
    environment: runtime.environment,
    actor: 'system:deliver-events',
    permissions: [],
    requestId: `job_${webhookId}`,
    deadlineMs: Infinity,
  };
  await createRun(runtime, context).step(async (tx) => {
    const webhook = await tx.find(Webhook, webhookId);
    if (webhook?.status !== 'enabled') return;
    await setStatus(tx, webhook, 'disabled', reason);
    countDisabled();
  });
}
