import { withKey } from '@timbre/testkit';
import type { CallContext } from '@timbre/kit';
import { Webhook } from 'standardwebhooks';
import { getWebhook } from '../src/operations/get-webhook';
import { listWebhookDeliveries } from '../src/operations/list-webhook-deliveries';
import { recoverWebhook } from '../src/operations/recover-webhook';
import { redeliverWebhook } from '../src/operations/redeliver-webhook';
import { rotateWebhookSecret } from '../src/operations/rotate-webhook-secret';
import { testWebhook } from '../src/operations/test-webhook';
import { updateWebhook } from '../src/operations/update-webhook';
import { createRun } from '@timbre/kit';
import { createRecoveryJob } from '../src/jobs/recover-webhooks';
import { recoverBatch } from '../src/store/recovery';
import {
  addWebhook,
  allPermissions,
  callContext,
  startReceiver,
  startWebhooks,
  deliver,
  until,
  type LocalReceiver,
  type Received,
  type WebhooksRuntime,
} from './webhooks';

let service: WebhooksRuntime;
const receivers: LocalReceiver[] = [];
beforeAll(async () => {
  service = await startWebhooks();
  service.startDeliverer();
});
// The test clock shows the real time, because signatures are valid for five minutes of real time.
beforeEach(() => service.setClock(new Date().toISOString()));
afterAll(async () => {
  await service?.close();
  for (const receiver of receivers) await receiver.close();
});

async function receiverThat(...args: Parameters<typeof startReceiver>): Promise<LocalReceiver> {
  const receiver = await startReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

type Shown = Record<string, unknown> & { attempts: Record<string, unknown>[] };

async function deliveriesOf(context: CallContext, webhookId: string): Promise<Shown[]> {
  const page = await service.page(listWebhookDeliveries, context, { webhookId } as never);
  return page.data as Shown[];
}

const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** Creates an endpoint with one delivery and waits for the first attempt. */
async function attempted(answer: Parameters<typeof startReceiver>[0]) {
  const context = callContext();
  const receiver = await receiverThat(answer);
  const webhook = await addWebhook(service, context, receiver.url);
  const eventId = await deliver(service, context);
  const [delivery] = await until(
    () => deliveriesOf(context, webhook.webhookId),
    ([one]) => (one?.attempts.length ?? 0) > 0,
  );
  return { context, receiver, eventId, delivery: delivery!, ...webhook };
}

describe('an event', () => {
  it('an event has a signature that the library of Standard Webhooks accepts', async () => {
    const { receiver, secret, eventId, context, delivery } = await attempted(undefined);
    const event = verify(secret, receiver.received[0]!);
    expect(event).toMatchObject({
      id: eventId,
      type: 'cfdi.stamped',
      organizationId: context.organizationId,
      environment: 'sandbox',
      apiVersion: 'v1',
      aggregateVersion: 3,
      data: { kind: 'income', total: { amount: 1160, currency: 'MXN' } },
    });
    expect(receiver.received[0]!.headers['webhook-id']).toBe(eventId);
    expect(delivery).toMatchObject({ state: 'delivered', eventId, attemptCount: 1 });
    expect(delivery.attempts[0]).toMatchObject({ outcome: 'delivered', status: 204 });
    expect(delivery.attempts[0]!.address).toBe('127.0.0.1');
  });

  it('the library of Standard Webhooks refuses an event with a changed body or another secret', async () => {
    const { receiver, secret } = await attempted(undefined);
    const [received] = receiver.received as [Received];
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => verify(other, received)).toThrow('No matching signature');
    const altered = { ...received, body: received.body.replace('1160', '1161') };
    expect(() => verify(secret, altered)).toThrow('No matching signature');
  });

  it('an event is signed with both secrets during a rotation, and only with the new secret afterwards', async () => {
    const { context, webhookId, secret, receiver } = await attempted(undefined);
    const caller = withKey(context, 'POST rotate');
    const request = { webhookId, overlapSeconds: 3_600, permissions: allPermissions };
    const rotated = await service.answer(rotateWebhookSecret, caller, request);
    expect(await service.answer(rotateWebhookSecret, caller, request)).toEqual(rotated);
    await deliver(service, context);
    const [, during] = await until(
      () => receiver.received,
      ({ length }) => length === 2,
    );
    verify(secret, during!);
    verify(rotated.secret as string, during!);
    const atOnce = await service.answer(rotateWebhookSecret, withKey(context, 'POST rotate'), {
      webhookId,
      overlapSeconds: 0,
      permissions: allPermissions,
    });
    await deliver(service, context);
    const [, , after] = await until(
      () => receiver.received,
      ({ length }) => length === 3,
    );
    verify(atOnce.secret as string, after!);
    for (const old of [secret, rotated.secret as string])
      expect(() => verify(old, after!)).toThrow('No matching signature');
  });

  it('an event is sent only to the endpoints of its organization that subscribe to the event', async () => {
    const context = callContext();
    const receiver = await receiverThat();
    const wants = (events: string[], of = context) => addWebhook(service, of, receiver.url, events);
    const exact = await wants(['cfdi.stamped']);
    const group = await wants(['cfdi.*', 'quote.accepted']);
    const others = [await wants(['cfdi.canceled']), await wants(['payroll_run.*'])];
    await wants(['*'], callContext());
    await deliver(service, context);
    await until(
      () => receiver.received,
      ({ length }) => length === 2,
    );
    const counts = [exact, group, ...others].map(
      async ({ webhookId }) => (await deliveriesOf(context, webhookId)).length,
    );
    expect(await Promise.all(counts)).toEqual([1, 1, 0, 0]);
  });
});

describe('an answer', () => {
  it('after a response with status 500 the next attempt is made five seconds later, and in a sandbox, the delivery fails after the third attempt', async () => {
    const { context, webhookId, delivery, receiver } = await attempted((response) =>
      response.writeHead(500).end('no'),
    );
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 500, answer: 'no' }] });
    for (const attempts of [2, 3]) {
      await service.rows(`update deliveries set next_attempt_at = '2026-01-01'
        where webhook_id = '${webhookId}'`);
      // The result of an attempt is stored shortly after the receiver has received the request.
      await until(
        () => deliveriesOf(context, webhookId),
        ([one]) => one?.attempts.length === attempts,
      );
    }
    const [last] = await until(
      () => deliveriesOf(context, webhookId),
      ([one]) => one?.state === 'failed',
    );
    expect(last!.attempts).toHaveLength(3);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('a redirect response counts as a failure, and the redirect is not followed', async () => {
    const elsewhere = await receiverThat();
    const { delivery } = await attempted((response) =>
      response.writeHead(302, { location: elsewhere.url }).end(),
    );
    expect(delivery.attempts[0]).toMatchObject({ outcome: 'redirected', status: 302 });
    expect(elsewhere.received).toEqual([]);
  });

  it('a response with status 429 delays the next attempt by the time in the Retry-After header', async () => {
    const { delivery } = await attempted((response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    );
    const waitMs =
      new Date(delivery.nextAttemptAt as string).getTime() - service.runtime.now().getTime();
    expect(waitMs).toBe(3_600_000);
  });

  it('a response with status 410 disables the endpoint at once and emits an event', async () => {
    const { context, webhookId } = await attempted((response) => response.writeHead(410).end());
    const webhook = await until(
      () => service.answer(getWebhook, context, { webhookId }),
      ({ status }) => status === 'disabled',
    );
    expect(webhook).toMatchObject({ disabledReason: 'gone' });
    const rows = await service.rows(
      `select subject from outbox where aggregate_id = '${webhookId}'`,
    );
    expect(rows).toEqual([{ subject: 'webhooks.webhook.disabled' }]);
  });

  it('a response of ten megabytes is cut off, and at most four kilobytes are logged', async () => {
    const { delivery } = await attempted((response) => {
      response.writeHead(200);
      response.on('error', () => undefined);
      response.end('x'.repeat(10 << 20));
    });
    expect(delivery.state).toBe('delivered');
    expect(delivery.attempts[0]!.answer).toHaveLength(4_096);
  });
});

describe('an endpoint', () => {
  it('an endpoint is disabled if all its attempts have failed for five days', async () => {
    const { context, webhookId } = await attempted((response) => response.writeHead(500).end());
    await until(
      () =>
        service.rows<{ failures: number }>(
          `select failures from webhook_health where webhook_id = '${webhookId}'`,
        ),
      ([row]) => row?.failures === 1,
    );
    await service.rows(`update webhook_health set failures = 19,
      failing_since = now() - interval '5 days 1 hour' where webhook_id = '${webhookId}'`);
    await deliver(service, context);
    const webhook = await until(
      () => service.answer(getWebhook, context, { webhookId }),
      ({ status }) => status === 'disabled',
    );
    expect(webhook).toMatchObject({ disabledReason: 'failing' });
  });

  it('an endpoint receives pending deliveries when it is enabled again, and missed and failed deliveries after a recovery', async () => {
    let isDown = true;
    const { context, webhookId, receiver } = await attempted((response) =>
      response.writeHead(isDown ? 500 : 204).end(),
    );
    const since = new Date(service.runtime.now().getTime() - 60_000).toISOString();
    await service.rows(`update deliveries set state = 'failed' where webhook_id = '${webhookId}'`);
    const patch = (status: string) =>
      service.answer(updateWebhook, withKey(context, 'PATCH'), {
        webhookId,
        fields: { status },
        cleared: [],
        permissions: allPermissions,
      });
    expect(await patch('disabled')).toMatchObject({ disabledReason: 'by_request' });
    const missed = await deliver(service, context);
    expect(await deliveriesOf(context, webhookId)).toHaveLength(1);
    await patch('enabled');
    isDown = false;
    const before = receiver.received.length;
    const recovering = await service.answer(recoverWebhook, withKey(context, 'POST recover'), {
      webhookId,
      since,
    });
    expect(recovering).toMatchObject({ recoveringSince: since });
    await expect(
      service.answer(recoverWebhook, withKey(context, 'POST recover'), { webhookId, since }),
    ).rejects.toMatchObject({ details: { reason: 'recovery_in_progress' } });
    // A running transaction of another test delays the time at which later events become readable,
    // so this test waits.
    await until(
      () => createRun(service.runtime, context).step((tx) => recoverBatch(tx, webhookId)),
      (state) => state === 'done',
    );
    const received = await until(
      () => receiver.received,
      ({ length }) => length === before + 2,
    );
    expect(received.map(({ headers }) => headers['webhook-id'])).toContain(missed);
    expect(await service.answer(getWebhook, context, { webhookId })).not.toHaveProperty(
      'recoveringSince',
    );
  });

  it('a recovery includes the events of a transaction that ends late', async () => {
    const context = callContext();
    const receiver = await receiverThat();
    const { webhookId } = await addWebhook(service, context, receiver.url);
    const patch = (status: string) =>
      service.answer(updateWebhook, withKey(context, 'PATCH'), {
        webhookId,
        fields: { status },
        cleared: [],
        permissions: allPermissions,
      });
    const since = service.runtime.now().toISOString();
    const older = await service.systemPool.connect();
    await older.query('begin');
    await older.query('select pg_current_xact_id()');
    await patch('disabled');
    const missed = await deliver(service, context);
    await patch('enabled');
    await service.answer(recoverWebhook, withKey(context, 'POST recover'), { webhookId, since });
    const part = () =>
      createRun(service.runtime, context).step((tx) => recoverBatch(tx, webhookId));
    expect(await part()).toBe('waiting');
    let parts = 0;
    const { runtime, systemPool } = service;
    const wake = { nudge: () => void (parts += 1), next: () => Promise.resolve() };
    const job = createRecoveryJob({ runtime: { ...runtime, providers: { wake } }, systemPool });
    await job.stop();
    await job.pass();
    expect(parts).toBe(1);
    await older.query('commit');
    older.release();
    await until(part, (state) => state === 'done');
    const [received] = await until(
      () => receiver.received,
      ({ length }) => length === 1,
    );
    expect(received!.headers['webhook-id']).toBe(missed);
  });

  it('a delivered event is sent again on request, and a test event is sent regardless of the subscriptions', async () => {
    const context = callContext();
    const receiver = await receiverThat();
    const { webhookId } = await addWebhook(service, context, receiver.url, ['quote.accepted']);
    const test = await service.answer(testWebhook, withKey(context, 'POST test'), { webhookId });
    await until(
      () => receiver.received,
      ({ length }) => length === 1,
    );
    await until(
      () => deliveriesOf(context, webhookId),
      ([one]) => one?.state === 'delivered',
    );
    const { deliveryId } = test as { deliveryId: string };
    await service.answer(redeliverWebhook, withKey(context, 'POST redeliver'), {
      webhookId,
      deliveryId,
    });
    const received = await until(
      () => receiver.received,
      ({ length }) => length === 2,
    );
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const foreign = callContext();
    await expect(
      service.answer(redeliverWebhook, withKey(foreign, 'POST redeliver'), {
        webhookId,
        deliveryId,
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
