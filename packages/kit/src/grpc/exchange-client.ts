import { context as otel, propagation, trace } from '@opentelemetry/api';
import type { Client, ClientDuplexStream } from '@grpc/grpc-js';
import { exchange } from '@timbre/contract';
import { unavailable, type Refusal } from '../refusal/refusal';
import { readRefusal } from './status';

/** Streams of one client: round robin spreads them over the replicas of the service. */
const lanesMax = 2;
/** A stream is renewed after this long, so that new replicas get their share. */
const laneLifeMs = 60_000;
/** How often calls whose deadline is over are given up; one timer instead of one for each call. */
const sweepMs = 100;

interface Waiting {
  resolve: (response: Buffer) => void;
  reject: (refusal: Refusal) => void;
  deadlineMs: number;
}

type Stream = ClientDuplexStream<exchange.CallBatch, exchange.AnswerBatch>;

/** Sends one call; answers the response message's bytes or refuses. */
export type Exchange = (
  rpc: string,
  context: string,
  request: Buffer,
  deadlineMs: number,
) => Promise<Buffer>;

const { open: method } = exchange.ExchangeService;

const lost = (cause: unknown) =>
  unavailable('A part of the service did not answer in time; try again.', cause);

/** The trace of the request in hand, when there is one. */
function traced(): { traceparent?: string } {
  if (!trace.getActiveSpan()) return {};
  const carrier: { traceparent?: string } = {};
  propagation.inject(otel.active(), carrier);
  return carrier;
}

/** One long-lived stream: calls of one turn of the event loop leave as one message. */
function openLane(client: Client) {
  const stream: Stream = client.makeBidiStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
  );
  const waiting = new Map<number, Waiting>();
  const untilMs = Date.now() + laneLifeMs;
  let calls: exchange.Call[] = [];
  let lastId = 0;
  let isOpen = true;

  const flush = () => {
    const batch = calls;
    calls = [];
    if (batch.length > 0) stream.write({ calls: batch });
  };
  const retire = () => {
    isOpen = false;
    flush();
    if (waiting.size === 0) stream.end();
  };
  const fail = (cause: unknown) => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(lost(cause));
    waiting.clear();
    clearInterval(sweep);
  };
  const settle = ({ id, response, refusal }: exchange.Answer) => {
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    if (refusal) call.reject(readRefusal(refusal));
    else call.resolve(response ?? Buffer.alloc(0));
  };
  stream.on('data', ({ answers, closing }: exchange.AnswerBatch) => {
    answers.forEach(settle);
    if (closing) isOpen = false;
    if (!isOpen && waiting.size === 0) stream.end();
  });
  stream.on('error', fail);
  stream.on('end', () => fail(new Error('the service closed the stream')));
  const sweep = setInterval(() => {
    const now = Date.now();
    for (const [id, { deadlineMs, reject }] of waiting) {
      if (deadlineMs > now) continue;
      waiting.delete(id);
      reject(lost(new Error('deadline exceeded')));
    }
    if (now > untilMs && isOpen) retire();
  }, sweepMs);
  sweep.unref();

  return {
    isOpen: () => isOpen,
    send(rpc: string, context: string, request: Buffer, deadlineMs: number): Promise<Buffer> {
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject, deadlineMs });
        if (calls.length === 0) setImmediate(flush);
        calls.push({ id, rpc, context, request, ...traced() });
      });
    },
    close: () => {
      clearInterval(sweep);
      retire();
      stream.cancel();
    },
  };
}

/** Calls over streams that open when first needed and are renewed when they end. */
export function createExchange(client: Client): { call: Exchange; close: () => void } {
  const lanes: (ReturnType<typeof openLane> | undefined)[] = [];
  let turn = 0;
  return {
    call(rpc, context, request, deadlineMs) {
      turn = (turn + 1) % lanesMax;
      let lane = lanes[turn];
      if (!lane?.isOpen()) {
        lane = openLane(client);
        lanes[turn] = lane;
      }
      return lane.send(rpc, context, request, deadlineMs);
    },
    close: () => lanes.forEach((lane) => lane?.close()),
  };
}
