import type { Client, ClientDuplexStream } from '@grpc/grpc-js';
import { exchange } from '@timbre/contract';
import { outsideRequests } from '../process/request-scope';
import { unavailable, type Refusal } from '../refusal/refusal';
import { createBatch } from './batch';
import { inClientSpan } from './call-span';
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

const openStream = (client: Client): Stream =>
  client.makeBidiStreamRequest(method.path, method.requestSerialize, method.responseDeserialize);

/** One long-lived stream: calls of one turn of the event loop leave as one message. */
function openLane(client: Client) {
  const stream = openStream(client);
  const waiting = new Map<number, Waiting>();
  const untilMs = Date.now() + laneLifeMs;
  const { push, flush } = createBatch<exchange.Call>((calls) => {
    if (calls.length > 0) stream.write({ calls });
  });
  let lastId = 0;
  let isOpen = true;

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
    send(call: Omit<exchange.Call, 'id'>, deadlineMs: number): Promise<Buffer> {
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject, deadlineMs });
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

/** Calls over streams that open when first needed and are renewed when they end. */
export function createExchange(client: Client): { call: Exchange; close: () => void } {
  const lanes: (ReturnType<typeof openLane> | undefined)[] = [];
  let turn = 0;
  const nextLane = () => {
    turn = (turn + 1) % lanesMax;
    const lane = lanes[turn];
    // A stream outlives the request that opens it, whose trace and identifier it must not keep.
    return lane?.isOpen() ? lane : (lanes[turn] = outsideRequests(() => openLane(client)));
  };
  return {
    call: (rpc, context, request, deadlineMs) =>
      inClientSpan(rpc, (carrier) =>
        nextLane().send({ rpc, context, request, ...carrier }, deadlineMs),
      ),
    close: () => lanes.forEach((lane) => lane?.close()),
  };
}
