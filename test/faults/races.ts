import { setTimeout as sleep } from 'node:timers/promises';
import { created, newCustomer, type Api, type Shown } from '@timbre/testkit/client';
import { call, type Called } from '../api/assistant/tools';
import { refusalOf } from '../api/refused';
import { newTill, type Till } from '../api/sales-receipts/till';
import { clientOf, insist, OutcomeCounts, type Client } from './clients';
import { nextTotal } from './documents';
import type { Random } from './random';
import type { Stamp, System } from './system';

/** The organization of the races: its owner, its agents, its customers and its till. */
export interface Cast {
  system: System;
  person: Client;
  /** An agent that may stamp documents up to `documentAmountMax`, for the first customer only. */
  limited: Api;
  /** An agent that may accept quotes up to `documentAmountMax`. */
  seller: Api;
  /** An agent whose actions need an approval. */
  proposer: Api;
  /** The two customers that can be the receiver of a document. */
  customers: [Customer, Customer];
  till: Till;
  /** The time until which clients repeat a request without an outcome, in epoch milliseconds. */
  deadlineMs: number;
}

export interface Customer {
  customerId: string;
  rfc: string;
}

/** The outcome of an action or of a change, as its client sees it. `what` is `done` or the refusal. */
export interface Outcome {
  isDone: boolean;
  what: string;
  data?: Shown;
}

/**
 * Returns the outcome of a request that several clients have sent. The request is done if one of the clients
 * received that response.
 */
export const doneOf = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find(({ isDone }) => isDone) ?? outcomes[0]!;

/** An action that was checked for a version of a document, and a concurrent change of the document. */
export interface Race {
  /** The database row that both requests lock; absent if they lock no common row. */
  row?: [service: string, table: string, id: string];
  /** Sends the action. Concurrent calls send the same request with the same idempotency key. */
  act(): Promise<Outcome>;
  change(): Promise<Outcome>;
  /** Revokes the credential that the race has created, because an organization may have only a few. */
  end?(): Promise<unknown>;
  /** Returns the effects that differ from the version for which the action was checked. */
  unjudged(acted: Outcome, changed: Outcome, stamps: Stamp[]): Promise<string[]>;
}

/** The size of a change. A far change exceeds every limit. */
export type Reach = 'near' | 'far';

/** Prepares a race. */
export type Kind = (cast: Cast, random: Random, reach: Reach) => Promise<Race>;

/** The limit of an agent for one document, in pesos. Totals start near 1,000, and far changes add 10,000. */
export const documentAmountMax = 5_000;
const farMore = 10_000;

export async function newCast(system: System, deadlineMs: number): Promise<Cast> {
  const person = await system.issuer();
  const other = {
    legalName: 'XENON INDUSTRIAL ARTICLES',
    rfc: 'XIA190128J61',
    address: { postalCode: '76343', country: 'MEX' },
  };
  const first = { customerId: await newCustomer(person), rfc: 'URE180429TM6' };
  const limits = { documentAmountMax, receivers: [first.customerId] };
  return {
    system,
    person,
    limited: (await agentOf(person, limits)).api,
    seller: (await agentOf(person, { documentAmountMax }, 'quotes:manage')).api,
    proposer: (await agentOf(person, { requiresApproval: true })).api,
    customers: [first, { customerId: await newCustomer(person, other), rfc: other.rfc }],
    till: await newTill(person),
    deadlineMs,
  };
}

/** Repeats a write until its outcome is known. */
export async function send(
  { deadlineMs }: Cast,
  api: Api,
  [method, path]: [method: string, path: string],
  body?: object,
  key?: string,
): Promise<Outcome> {
  const write = { api: clientOf(api), method, path, body, ...(key && { key }) };
  const answer = await insist(write, new OutcomeCounts(), deadlineMs);
  if (!answer) return { isDone: false, what: 'no outcome' };
  const isDone = answer.status < 300;
  return { isDone, what: isDone ? 'done' : refusalOf(answer), data: answer.json?.data as Shown };
}

/** Repeats the confirmed call of an assistant until its outcome is known. */
export async function confirm(
  { deadlineMs }: Cast,
  api: Api,
  [tool, given]: [tool: string, given: object],
  confirmationToken: string,
): Promise<Outcome> {
  while (Date.now() < deadlineMs) {
    const { isError, json }: Called = await call(api, tool, { ...given, confirmationToken });
    if (!isError) return { isDone: true, what: 'done', data: json.data as Shown };
    const { code, details } = json.error;
    const mayRepeat = details?.retryable === true || code === 'operation_in_progress';
    if (!mayRepeat) {
      return { isDone: false, what: [code, details?.reason].filter(Boolean).join(' ') };
    }
    await sleep(200);
  }
  return { isDone: false, what: 'no outcome' };
}

/** Creates a credential of an agent with these limits. */
export async function agentOf(person: Client, limits: object, ...more: string[]) {
  const permissions = ['invoices:read', 'invoices:manage', ...more];
  const made = await created(person, '/v1/credentials', { name: 'Agent', permissions, limits });
  return {
    api: person.withApiKey(made.apiKey as string),
    credentialId: made.credentialId as string,
  };
}

export const idOf = (documentRef: string): string => documentRef.split(':')[1]!;

/** Returns another total, which a far change raises above the limit of a document. */
export const otherTotal = (reach: Reach): string =>
  (Number(nextTotal()) + (reach === 'far' ? farMore : 0)).toFixed(2);

/** Returns the owner's client without the repeats of fault tests. */
export const plain = ({ person }: Cast): Api => person.withApiKey(person.apiKey);
