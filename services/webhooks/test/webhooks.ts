import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypes } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import {
  createRun,
  loadSecret,
  localKms,
  newId,
  secretBox,
  type CallContext,
  type ReceivedEvent,
} from '@timbre/kit';
import {
  callContext,
  serviceRuntime,
  testPool,
  withKey,
  type ServiceRuntime,
} from '@timbre/testkit';
import type { Pool } from 'pg';
import { onEvents } from '../src/events/on-event';
import { rendered } from './rendered';
import { createWebhook } from '../src/operations/create-webhook';
import { createKeptSecrets } from '../src/providers/kept-secrets';
import { createReceiver, isForbiddenHost } from '../src/providers/receiver';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import {
  createDeliverer,
  createWake,
  type DeliveryParts,
  type Wake,
} from '../src/workflows/deliver-events';
import type { WebhookProviders } from '../src/workflows/providers';

/** All permissions that a caller can need to read events. */
export const allPermissions = [...new Set(eventTypes.map(({ permission }) => permission))];

export type WebhooksRuntime = ServiceRuntime<WebhookProviders> & {
  systemPool: Pool;
  /**
   * Starts a delivery worker, which stops together with the service.
   * @returns the signal that notifies the worker of new deliveries
   */
  startDeliverer(limits?: DeliveryParts['limits']): Wake;
};

const local = new Set(['127.0.0.1', 'localhost']);

/** Starts the webhooks service with a separate database. The service allows receivers on this machine. */
export async function startWebhooks(): Promise<WebhooksRuntime> {
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-webhooks-')), 'keys.json');
  const keys = { one: randomBytes(32).toString('base64') };
  writeFileSync(file, JSON.stringify({ activeKeyId: 'one', keys }));
  const secrets = secretBox(localKms(file));
  const providers: WebhookProviders = {
    secrets,
    randomBytes,
    addresses: { isAllowedHost: (host) => local.has(host), isForbidden: isForbiddenHost },
  };
  const service = await serviceRuntime({
    service: 'webhooks',
    entities,
    migrations,
    constraints: {},
    providers,
  });
  const systemPool = testPool(service.database.systemUrl, 4);
  const receiver = createReceiver(local, () => new Date());
  const deliverers: ReturnType<typeof createDeliverer>[] = [];
  return {
    ...service,
    systemPool,
    startDeliverer(limits) {
      const load = (organizationId: string, secretId: string) =>
        loadSecret(systemPool, organizationId, secretId);
      const wake = createWake();
      const deliverer = createDeliverer({
        runtime: service.runtime,
        systemPool,
        receiver,
        wake,
        random: () => 0.5,
        secretsOf: createKeptSecrets(secrets, load),
        ...(limits && { limits }),
      });
      deliverers.push(deliverer);
      return wake;
    },
    async close() {
      receiver.close();
      await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
      await systemPool.end();
      await service.close();
    },
  };
}

/**
 * Returns an issued invoice of 1,160 pesos with the given changes, as an event of fiscal-cfdi.
 */
export function cfdiOf(changes: Partial<fiscalCfdi.Cfdi> = {}): fiscalCfdi.Cfdi {
  return {
    cfdiId: newId(),
    version: 3,
    kind: 'income',
    status: 'valid',
    uuid: newId(),
    direction: 'issued',
    counterpartyRfc: 'URE180429TM6',
    methodCode: 'PUE',
    currency: 'MXN',
    subtotal: '1000.00',
    total: '1160.00',
    archived: false,
    paidDocuments: [],
    relatedDocuments: [],
    ...changes,
  };
}

/** Delivers an event of another service; the default event is the stamp of an invoice. */
export async function deliver(
  { runtime }: Pick<WebhooksRuntime, 'runtime'>,
  context: CallContext,
  changes: Partial<ReceivedEvent> & { cfdi?: fiscalCfdi.Cfdi } = {},
): Promise<string> {
  const { cfdi = cfdiOf(), ...given } = changes;
  const event: ReceivedEvent = {
    id: newId(),
    orgId: context.organizationId,
    occurredAt: runtime.now(),
    subject: 'fiscal_cfdi.cfdi.stamped',
    aggregate: 'cfdi',
    aggregateId: cfdi.cfdiId,
    aggregateVersion: cfdi.version,
    payload: fiscalCfdi.Cfdi.encode(cfdi).finish(),
    ...given,
  };
  await createRun(runtime, context).step((tx) => onEvents([rendered(event)], tx));
  return event.id;
}

/** Creates a webhook as a caller who has all permissions. */
export async function addWebhook(
  service: WebhooksRuntime,
  context: CallContext,
  url: string,
  events = ['*'],
): Promise<{ webhookId: string; secret: string }> {
  const fields = { url, events: { entries: events } };
  const request = { fields, permissions: allPermissions };
  const caller = withKey(context, 'POST /v1/webhooks');
  return (await service.answer(createWebhook, caller, request)) as never;
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface LocalReceiver {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/**
 * Starts a receiver on this machine.
 * @param answer a function that sends the response; the default response has status 204
 */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received) => void = (response) =>
    void response.writeHead(204).end(),
): Promise<LocalReceiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(parts).toString() };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * Waits until a value satisfies the condition, and returns the value.
 * @throws Error that states the last value if the condition is not met within a minute
 */
export async function until<Value>(
  read: () => Promise<Value> | Value,
  isEnough: (value: Value) => boolean,
  withinMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isEnough(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

export { callContext };
