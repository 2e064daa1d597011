import type { Client, ClientDuplexStream } from '@grpc/grpc-js';
import { exchange } from '@timbre/contract';
import { unavailable, type Refusal } from '../refusal/refusal';
import { createBatch } from './batch';
import { readRefusal } from './status';
import { viewOf } from './view';

/** How often calls whose deadline is over are given up; one timer instead of one for each call. */
const sweepMs = 100;

interface Waiting {
  resolve: (response: Buffer) => void;
  reject: (refusal: Refusal) => void;
  deadlineMs: number;
}

/** A call before its stream gives it a number. */
export type OutgoingCall = Omit<exchange.Call, 'id' | 'scope'> & { scope: exchange.RequestScope };

type Stream = ClientDuplexStream<exchange.CallBatch, exchange.AnswerBatch>;

const { open: method } = exchange.ExchangeService;

const noBytes = new Uint8Array();

const lost = (cause: unknown) =>
  unavailable('A part of the service did not answer in time; try again.', cause);

const openStream = (client: Client): Stream =>
  client.makeBidiStreamRequest(method.path, method.requestSerialize, method.responseDeserialize);

function giveUpOverdue(waiting: Map<number, Waiting>): void {
  const now = Date.now();
  for (const [id, { deadlineMs, reject }] of waiting) {
    if (deadlineMs > now) continue;
    waiting.delete(id);
    reject(lost(new Error('deadline exceeded')));
  }
}

/**
 * One long-lived stream to one replica: calls of one turn of the event loop leave as one message.
 * @param lifeMs after this long it takes no more calls
 */
export function openLane(client: Client, lifeMs: number) {
  const stream = openStream(client);
  const waiting = new Map<number, Waiting>();
  const untilMs = Date.now() + lifeMs;
  const { push, flush } = createBatch<exchange.Call>((calls) => {
    if (calls.length > 0) stream.write({ calls });
  });
  let lastId = 0;
  let isOpen = true;
  let isTaken = false;
  let isRefused = false;

  const retire = () => {
    isOpen = false;
    flush();
    if (waiting.size === 0) stream.end();
  };
  const fail = (cause: unknown) => {
    isOpen = false;
    isRefused = !isTaken;
    for (const { reject } of waiting.values()) reject(lost(cause));
    waiting.clear();
    clearInterval(sweep);
  };
  const settle = ({ id, response, refusal }: exchange.Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (refusal) call?.reject(readRefusal(refusal));
    else call?.resolve(viewOf(response ?? noBytes));
  };
  stream.on('metadata', () => (isTaken = true));
  stream.on('data', ({ answers, closing }: exchange.AnswerBatch) => {
    answers.forEach(settle);
    if (closing) isOpen = false;
    if (!isOpen && waiting.size === 0) stream.end();
  });
  stream.on('error', fail);
  stream.on('end', () => fail(new Error('the service closed the stream')));
  const sweep = setInterval(() => {
    giveUpOverdue(waiting);
    if (Date.now() > untilMs && isOpen) retire();
  }, sweepMs);
  sweep.unref();

  return {
    isOpen: () => isOpen,
    /** Whether it failed without a word of the server: nothing that was sent on it was begun. */
    wasRefused: () => isRefused,
    inFlight: () => waiting.size,
    send(call: OutgoingCall): Promise<Buffer> {
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject, deadlineMs: call.scope.deadlineMs });
        push({ id, ...call });
      });
    },
    close: () => {
      clearInterval(sweep);
      retire();
      stream.cancel();
    },
  };
}
