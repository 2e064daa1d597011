import type { Client, ClientDuplexStream, ServiceError } from '@grpc/grpc-js';
import { exchange } from '@timbre/contract';
import type { Refusal } from '../refusal/refusal';
import { createBatch } from './batch';
import { writeCallBatch } from './call-batch';
import { fromStatus, readRefusal, unanswered } from './status';
import { hasLeft, type OutgoingCall } from './transport';
import { viewOf } from './view';

/** The interval in milliseconds at which one timer rejects all calls past their deadline. */
const sweepMs = 100;

interface Waiting {
  resolve: (response: Buffer) => void;
  reject: (refusal: Refusal) => void;
  deadlineMs: number;
}

type Stream = ClientDuplexStream<exchange.CallBatch, exchange.AnswerBatch>;

const { open: method } = exchange.ExchangeService;

const noBytes = new Uint8Array();

const bytesOfCall = ({ caller, request }: exchange.Call) => caller.length + request.length;

const openStream = (client: Client): Stream =>
  client.makeBidiStreamRequest(method.path, writeCallBatch, method.responseDeserialize);

function giveUpOverdue(waiting: Map<number, Waiting>): void {
  const now = Date.now();
  for (const [id, { deadlineMs, reject }] of waiting) {
    if (deadlineMs > now) continue;
    waiting.delete(id);
    reject(unanswered(new Error('deadline exceeded')));
  }
}

/**
 * Opens a long-lived stream to one replica. Calls of one event loop turn are sent as one message.
 * @param lifeMs is the time for which the stream accepts new calls
 */
export function openLane(client: Client, lifeMs: number) {
  const stream = openStream(client);
  const waiting = new Map<number, Waiting>();
  const untilMs = Date.now() + lifeMs;
  const { push, flush } = createBatch<exchange.Call>(bytesOfCall, (calls) => {
    if (calls.length > 0) stream.write({ calls });
  });
  let lastId = 0;
  let isOpen = true;

  const retire = () => {
    isOpen = false;
    flush();
    if (waiting.size === 0) stream.end();
  };
  const fail = (refusal: Refusal) => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(refusal);
    waiting.clear();
    clearInterval(sweep);
  };
  const settle = ({ id, response, refusal }: exchange.Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (refusal) call?.reject(readRefusal(refusal));
    else call?.resolve(viewOf(response ?? noBytes));
  };
  stream.on('data', ({ answers, closing }: exchange.AnswerBatch) => {
    answers.forEach(settle);
    if (closing) isOpen = false;
    if (!isOpen && waiting.size === 0) stream.end();
  });
  stream.on('error', (error: ServiceError) => fail(fromStatus(error, hasLeft(client, stream))));
  stream.on('end', () => fail(unanswered(new Error('the service closed the stream'))));
  const sweep = setInterval(() => {
    giveUpOverdue(waiting);
    if (Date.now() > untilMs && isOpen) retire();
  }, sweepMs);
  sweep.unref();

  return {
    isOpen: () => isOpen,
    inFlight: () => waiting.size,
    send({ rpc, token: caller, scope, traceparent, request }: OutgoingCall): Promise<Buffer> {
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject, deadlineMs: scope.deadlineMs });
        const { judged = [], ...rest } = scope;
        push({ id, rpc, caller, scope: { ...rest, judged: [...judged] }, traceparent, request });
      });
    },
    close: () => {
      clearInterval(sweep);
      retire();
      stream.cancel();
    },
  };
}
