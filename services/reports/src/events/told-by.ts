import { readPayload, type ReceivedEvent } from '@timbre/kit';
import type { Told } from '../workflows/telling';

/** The documents of events. @throws InvalidEvent if one has another message */
export const toldBy = <Document>(
  codec: { decode(bytes: Uint8Array): Document },
  events: readonly ReceivedEvent[],
): Told<Document>[] =>
  events.map(({ payload, occurredAt }) => ({
    document: readPayload(codec, payload),
    toldAt: occurredAt,
  }));
