import { Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import type { exchange } from '@timbre/contract';
import type { OutgoingAnswer, OutgoingAnswers } from './answer-batch';
import { createBatch } from './batch';

/** Answers one call: the response message's bytes, or a refusal as it travels. */
export type Answering = (call: exchange.Call) => Promise<Omit<OutgoingAnswer, 'id'>>;

type Stream = ServerDuplexStream<exchange.CallBatch, OutgoingAnswers>;

/**
 * Serves calls that share streams. Each is answered when it is done, whatever came before it;
 * answers of one turn of the event loop leave as one message.
 */
export function createExchangeServer(answer: Answering) {
  const streams = new Set<{ stream: Stream; close: () => void }>();

  const open = (stream: Stream): void => {
    let closing = false;
    // Says that the stream is taken, before anything that comes with it is begun.
    stream.sendMetadata(new Metadata());
    const { push, flush } = createBatch<OutgoingAnswer>((answers) => {
      if (!stream.cancelled && !stream.destroyed) stream.write({ answers, closing });
    });
    const entry = {
      stream,
      close: () => {
        closing = true;
        flush();
      },
    };
    streams.add(entry);
    stream.on('data', ({ calls }: exchange.CallBatch) => {
      for (const call of calls) {
        void answer(call).then((result) => push({ id: call.id, ...result }));
      }
    });
    stream.on('end', () => stream.end());
    stream.on('error', () => streams.delete(entry));
    stream.on('close', () => streams.delete(entry));
    stream.on('cancelled', () => streams.delete(entry));
  };
  return {
    open,
    /** Asks every caller to go elsewhere; their calls in flight are still answered. */
    close: () => streams.forEach((entry) => entry.close()),
  };
}
