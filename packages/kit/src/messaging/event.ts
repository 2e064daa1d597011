/** What a service tells the others: something of its own happened. Past tense, one organization. */
export interface DomainEvent {
  /** `<service>.<aggregate>.<past tense>`, dashes as underscores: `commerce.contact.changed`. */
  subject: string;
  aggregate: string;
  aggregateId: string;
  /** The aggregate's `version` after the change; see `isNewer`. */
  aggregateVersion: number;
  /** A protobuf message of the contract, at most `payloadBytesMax`. */
  payload: Uint8Array;
}

/** An event as a consumer gets it. `id` is the same on every delivery, replay and republication. */
export interface ReceivedEvent extends DomainEvent {
  id: string;
  orgId: string;
  occurredAt: Date;
}

/** Room below NATS's default `max_payload` of 1 MiB, which counts the headers too. */
export const payloadBytesMax = 768 * 1024;

/** An event that no repetition can help: it is terminated and kept as a dead letter. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

/**
 * The message that an event carries.
 * @throws InvalidEvent when the bytes are not such a message: no further delivery would change that
 */
export function readPayload<Message>(
  codec: { decode(bytes: Uint8Array): Message },
  payload: Uint8Array,
): Message {
  try {
    return codec.decode(payload);
  } catch (cause) {
    throw new InvalidEvent(`payload cannot be read: ${String(cause)}`, { cause });
  }
}

/** `fiscal-cfdi` → `fiscal_cfdi`: the first token of its subjects, the name of its database. */
export function subjectPrefix(service: string): string {
  return service.replaceAll('-', '_');
}

/** The one stream that holds everything a service announces: `fiscal-cfdi` → `FISCAL_CFDI`. */
export function streamOf(service: string): string {
  return subjectPrefix(service).toUpperCase();
}

/**
 * Whether a projection that already holds `known` (undefined: nothing yet) may apply `incoming`.
 * Redelivery and republication bring old versions after new ones; those must not win.
 */
export function isNewer(incoming: number, known: number | undefined): boolean {
  return known === undefined || incoming > known;
}
