import { randomUUID } from 'node:crypto';
import { saleInput, type Till } from '../api/sales-receipts/till';
import { insist, type Client, type OutcomeCounts } from './clients';
import { documentItem } from './documents';
import { poisonedAmount } from './guards';
import { natsUrlOf } from '../../scripts/runtime/nats-users.mjs';
import { publishOn } from './nats-wire';
import type { Random } from './random';
import type { System } from './system';

/** The consumer under test. */
export const consumer = 'reports-receipts';
export const stream = 'COMMERCE';
const subject = 'commerce.sales_receipt.created';

/** A bad event. */
export interface Bad {
  kind: BadKind;
  /** The identifier or the payload by which the dead letter or the effect of the event is found. */
  of: { messageId?: string; payload?: Buffer; isRefused?: boolean };
}

export type BadKind = keyof typeof poisons;

/** The organization whose sales the service reports counts. */
export interface Stage {
  system: System;
  api: Client;
  till: Till;
  random: Random;
  outcomes: OutcomeCounts;
  deadlineMs: number;
}

/** Adds a bad event to the outbox of commerce. @returns the identifier of the event */
async function emit({ system, api }: Stage, changes: Record<string, unknown>): Promise<string> {
  const row = {
    org_id: api.organizationId, aggregate: 'sales_receipt', aggregate_id: randomUUID(),
    aggregate_version: 1, payload: Buffer.alloc(0), ...changes,
  }; // prettier-ignore
  const [added] = await system.sql<{ id: string }>(
    'commerce',
    `insert into outbox (id, org_id, subject, aggregate, aggregate_id, aggregate_version, payload)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6) returning id`,
    [row.org_id, subject, row.aggregate, row.aggregate_id, row.aggregate_version, row.payload],
  );
  return added!.id;
}

/** Returns unique bytes that cannot be decoded, because their first field is longer than all bytes. */
const brokenBytes = (random: Random): Buffer =>
  Buffer.concat([
    Buffer.from([0x0a, 0xff, 0x7f]),
    Buffer.from(Array.from({ length: 12 }, () => Math.floor(random() * 256))),
  ]);

/** Sends one bad event of each kind. @returns the identifier or the payload by which it is found */
export const poisons = {
  /** A message without headers, which the owner of the subject published without its relay. */
  async unsigned({ system, random }: Stage) {
    const payload = brokenBytes(random);
    await publishOn(natsUrlOf(system.natsUrl, 'commerce'), subject, payload);
    return { payload };
  },
  /** An event of commerce that another process publishes. The broker refuses it. */
  async foreign({ system, random }: Stage) {
    const payload = brokenBytes(random);
    const url = natsUrlOf(system.natsUrl, 'accounts');
    const isRefused = await publishOn(url, subject, payload).then(
      () => false,
      () => true,
    );
    return { payload, isRefused };
  },
  async 'missing header'(stage: Stage) {
    const payload = brokenBytes(stage.random);
    await emit(stage, { aggregate: '', payload });
    return { payload };
  },
  async 'malformed header'(stage: Stage) {
    const payload = brokenBytes(stage.random);
    await emit(stage, { aggregate_version: 2_000_000_000, payload });
    return { payload };
  },
  async 'undecodable payload'(stage: Stage) {
    const payload = brokenBytes(stage.random);
    await emit(stage, { payload });
    return { payload };
  },
  async transient(stage: Stage) {
    const event = await eventOf(stage, await sell(stage, documentItem(`${poisonedAmount}`)));
    return { messageId: event.id };
  },
  /** An event about a document of this organization whose header names another organization. */
  async forged(stage: Stage) {
    const receiptId = await sell(stage);
    const { payload } = await eventOf(stage, receiptId);
    const ids = { org_id: randomUUID(), aggregate_id: receiptId };
    return { messageId: await emit(stage, { ...ids, aggregate_version: 99, payload }) };
  },
};

/** Records the sale of an item, by default a product. @returns the identifier of the receipt */
export async function sell(stage: Stage, item?: object): Promise<string> {
  const { api, till, outcomes, deadlineMs } = stage;
  const body = saleInput(till, item && { items: [item] });
  const write = { api, method: 'POST', path: '/v1/sales-receipts', body };
  const answer = await insist(write, outcomes, deadlineMs);
  const documentRef = answer?.json?.data?.documentRef as string | undefined;
  if (!documentRef) throw new Error(`a sale ended with ${answer?.status}`);
  return documentRef.split(':')[1]!;
}

async function eventOf(
  { system, api }: Stage,
  receiptId: string,
): Promise<{ id: string; payload: Buffer }> {
  const [row] = await system.sql<{ id: string; payload: Buffer }>(
    'commerce',
    'select id, payload from outbox where org_id = $1 and aggregate_id = $2',
    [api.organizationId, receiptId],
  );
  return row!;
}

/** A dead letter. */
interface Letter {
  messageId: string;
  payload: Buffer;
  reason: string;
  deliveries: number;
  isOpen: boolean;
}

/** The outcome of a bad event: its dead letters, or that it was applied. */
interface End extends Bad {
  letters: Letter[];
  isApplied: boolean;
}

export async function endsOf({ system }: Stage, bads: Bad[]): Promise<End[]> {
  const ids = bads.flatMap(({ of }) => of.messageId ?? []);
  const payloads = bads.flatMap(({ of }) => of.payload ?? []);
  const letters = await system.sql<Letter>(
    'reports',
    `select message_id as "messageId", payload, reason, deliveries, replayed_at is null as "isOpen"
     from dead_letters where consumer = $1 and (message_id = any($2) or payload = any($3::bytea[]))`,
    [consumer, ids, payloads],
  );
  const applied = await system.sql<{ id: string }>(
    'reports',
    'select message_id as id from inbox where consumer = $1 and message_id = any($2)',
    [consumer, ids],
  );
  const done = new Set(applied.map(({ id }) => id));
  return bads.map(({ kind, of }) => ({
    kind,
    of,
    letters: letters.filter(({ messageId, payload }) =>
      of.payload ? of.payload.equals(payload) : of.messageId === messageId,
    ),
    isApplied: of.messageId !== undefined && done.has(of.messageId),
  }));
}

/** The number of deliveries after which a failing event is given up. */
const deliveriesMax = 6;

/** Returns a violation for each bad event with a wrong outcome. */
export async function failuresOf(stage: Stage, bads: Bad[]): Promise<string[]> {
  const ends = await endsOf(stage, bads);
  return ends.flatMap(({ kind, of, letters: [letter] }) => {
    if (kind === 'forged') return [];
    if (kind === 'foreign') {
      return of.isRefused && !letter ? [] : ['the broker accepted an event of another process'];
    }
    if (!letter) return [`an event (${kind}) has no dead letter`];
    const end = `${letter.reason} after ${letter.deliveries}`;
    const wanted =
      kind === 'transient' ? `max_deliveries after ${deliveriesMax}` : 'terminated after 1';
    return end === wanted ? [] : [`an event (${kind}) ended as ${end}, not ${wanted}`];
  });
}
