import {
  Metadata, status, type ServerDuplexStream, type ServiceDefinition,
} from '@grpc/grpc-js'; // prettier-ignore
import type { exchange } from '@timbre/contract';
import { memberAt } from '@timbre/fiscal';
import type { Refusal } from '../refusal/refusal';
import { bytesOfAnswer, type OutgoingAnswer, type OutgoingAnswers } from './answer-batch';
import { createBatch } from './batch';
import type { Serve } from './serve-call';
import { streamRefused, writeRefusal } from './status';
import { viewOf } from './view';

type Stream = ServerDuplexStream<exchange.CallBatch, OutgoingAnswers>;

/**
 * Serves calls that share streams. Each call is answered when it is finished, in any order. The
 * responses of one event loop turn are sent as one message.
 */
export function createExchangeServer(definition: ServiceDefinition, serve: Serve) {
  /**
   * For each open stream, a function that sends its pending responses with a notice that the server
   * is closing.
   */
  const streams = new Set<() => void>();
  let isClosing = false;
  let noneLeft: () => void = () => undefined;

  const answer = (call: exchange.Call): Promise<OutgoingAnswer> => {
    const { id, rpc, caller: token, scope = unscoped, traceparent, request: bytes } = call;
    const request = (): unknown => memberAt(definition, rpc).requestDeserialize(viewOf(bytes));
    return serve({ rpc, token, scope, traceparent, request }).then(
      (response) => ({ id, response }),
      (refusal: Refusal) => ({ id, refusal: writeRefusal(refusal) }),
    );
  };

  const open = (stream: Stream): void => {
    if (isClosing) {
      stream.emit('error', { code: status.UNAVAILABLE, details: streamRefused });
      return;
    }
    // After this metadata was sent, gRPC does not retry the stream's calls on another replica. A
    // retry would be wrong, because this replica has already started the calls.
    stream.sendMetadata(new Metadata());
    const { push, flush } = createBatch<OutgoingAnswer>(bytesOfAnswer, (answers) => {
      if (!stream.cancelled && !stream.destroyed) stream.write({ answers, closing: isClosing });
    });
    const remove = () => {
      streams.delete(flush);
      if (streams.size === 0) noneLeft();
    };
    streams.add(flush);
    stream.on('data', ({ calls }: exchange.CallBatch) => {
      for (const call of calls) {
        void answer(call).then(push);
      }
    });
    stream.on('end', () => stream.end());
    stream.on('error', remove);
    stream.on('close', remove);
    stream.on('cancelled', remove);
  };
  return {
    open,
    /**
     * Asks every caller to use another replica, and refuses new streams.
     * @returns a promise that resolves when all calls in flight are answered and their streams have
     * ended
     */
    close: () => {
      isClosing = true;
      return new Promise<void>((resolve) => {
        noneLeft = resolve;
        streams.forEach((flush) => flush());
        if (streams.size === 0) resolve();
      });
    },
  };
}

/** The scope of a call that a tool sends without request metadata. */
const unscoped: exchange.RequestScope = { requestId: '', deadlineMs: Infinity, judged: [] };
